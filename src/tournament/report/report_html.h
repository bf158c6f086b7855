#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/result.h"
#include "tournament/report/report_data.h"

namespace xttt {

// The built files of web/src/report: the part that all reports share.
struct ReportBundle {
    std::string script;
    std::string style;
    // By variant: its rules as a WebAssembly module, compressed with gzip.
    std::map<std::string_view, std::string_view> rules;
};

// The files embedded in this program; fails if it was built without the web page.
Result<ReportBundle> embedded_report_bundle();

// The report as one self-contained HTML file: standings, charts, replays, and a page per bot.
// Untrusted text (names, evidence) is escaped. Requires that every bot, stage and group referred to
// in `data` exists.
std::string report_html(const ReportData& data, const ReportBundle& bundle);

}  // namespace xttt
