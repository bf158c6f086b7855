#pragma once

#include <string>

#include "tournament/report/report_data.h"
#include "tournament/report/report_html.h"
#include "tournament/report/summary.h"

// The parts that report_html() puts together.
namespace xttt {

// The charts of the report, each an <svg> element, followed by a note if some bots are omitted.
// Bots are in the order of the final standings.

std::string ratings_chart(const ReportData& data, const Summary& summary);
std::string cross_table(const ReportData& data, const Summary& summary);
std::string stage_points_chart(const ReportData& data, const Summary& summary);
std::string endings_chart(const Summary& summary);
std::string sides_chart(const Summary& summary);
std::string time_chart(const ReportData& data, const Summary& summary);

// The tables of the report as HTML.

// All bots in their final order, one row per bot.
std::string final_standings(const ReportData& data, const Summary& summary);
// The tables of all groups of all stages; empty if there is only one group, which the standings
// already show.
std::string stage_tables(const ReportData& data, const Summary& summary);
// All forfeits with their evidence; empty if there are none.
std::string forfeits_table(const ReportData& data);

// The data of the page's script, safe inside a <script> element; docs/reference/report.md lists the
// fields.
std::string report_json(const ReportData& data, const Summary& summary, const ReportBundle& bundle);

}  // namespace xttt
