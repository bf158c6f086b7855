#pragma once

#include <string>

#include "tournament/report/report_data.h"

namespace xttt {

// The report as one self-contained HTML file: standings, charts, replays, and a page per bot.
// Untrusted text (names, evidence) is escaped. Requires that every bot, stage and group referred to
// in `data` exists.
std::string report_html(const ReportData& data);

}  // namespace xttt
