#pragma once

#include <string>

#include "tournament/report/report_data.h"
#include "tournament/report/summary.h"

namespace xttt {

// The tables of the report as HTML.

// All bots in their final order, one row per bot.
std::string final_standings(const ReportData& data, const Summary& summary);
// The tables of all groups of all stages; empty if there is only one group, which the standings
// already show.
std::string stage_tables(const ReportData& data, const Summary& summary);
// All forfeits with their evidence; empty if there are none.
std::string forfeits_table(const ReportData& data);

}  // namespace xttt
