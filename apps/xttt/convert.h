#pragma once

#include <istream>
#include <ostream>
#include <string>

#include "base/result.h"

namespace xttt {

struct ConvertOptions {
    std::string input;   // a path, or "-" for standard input
    std::string output;  // a path, or "-" for standard output
    std::string from;    // formats by name; empty: by the ending of the path
    std::string to;
};

// Rewrites games in another format (or the same, tidied); bad ones get a line on `log`.
Result<void> run_convert(const ConvertOptions& options, std::istream& in, std::ostream& out,
                         std::ostream& log);

}  // namespace xttt
