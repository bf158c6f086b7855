#pragma once

#include <ostream>
#include <string>

#include "base/result.h"

namespace xttt {

struct ReportOptions {
    std::string store;
    std::string output = "report.html";  // "-": standard output
    std::size_t games = 5'000;           // how many can be replayed
};

Result<void> run_tournament_report(const ReportOptions& options, std::ostream& out);

}  // namespace xttt
