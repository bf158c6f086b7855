#pragma once

#include <string>

#include "tournament/report/report_data.h"
#include "tournament/report/summary.h"

namespace xttt {

// The tables of the report as HTML.

// All bots in their final order, with everything that is known about each in one line.
std::string final_standings(const ReportData& data, const Summary& summary);
// The table of every group of every stage; empty where there is but one, which the standings show.
std::string stage_tables(const ReportData& data, const Summary& summary);
// Every forfeit and why; empty where nobody forfeited.
std::string forfeits_table(const ReportData& data);

}  // namespace xttt
