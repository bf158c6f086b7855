#pragma once

#include <string>

#include "tournament/report/report_data.h"
#include "tournament/report/report_html.h"
#include "tournament/report/summary.h"

namespace xttt {

// The data of the page's script, safe inside a <script> element; docs/reference/report.md lists the
// fields.
std::string report_json(const ReportData& data, const Summary& summary, const ReportBundle& bundle);

}  // namespace xttt
