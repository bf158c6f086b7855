#pragma once

#include <string>

#include "tournament/report/report_data.h"

namespace xttt {

// A tournament as one HTML file that needs nothing else: standings, pictures, and every game that
// has a replay on a board, with a page for each bot. Text from outside (names, evidence) is shown,
// never interpreted. Requires every bot, stage and group named in `data` to exist.
std::string report_html(const ReportData& data);

}  // namespace xttt
