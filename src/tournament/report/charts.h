#pragma once

#include <string>

#include "tournament/report/report_data.h"
#include "tournament/report/summary.h"

namespace xttt {

// The charts of the report, each an <svg> element, followed by a note if some bots are omitted.
// Bots are in the order of the final standings.

std::string ratings_chart(const ReportData& data, const Summary& summary);
std::string cross_table(const ReportData& data, const Summary& summary);
std::string stage_points_chart(const ReportData& data, const Summary& summary);
std::string endings_chart(const Summary& summary);
std::string sides_chart(const Summary& summary);
std::string time_chart(const ReportData& data, const Summary& summary);

}  // namespace xttt
