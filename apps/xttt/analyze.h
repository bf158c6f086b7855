#pragma once

#include <istream>
#include <ostream>
#include <string>

#include "command_line.h"
#include "engine_flags.h"

namespace xttt {

struct AnalyzeOptions {
    PositionOptions position;
    std::string file;  // of games to review, "-" for standard input; empty: the position instead
    std::string format;
    EngineOptions engine;
    LimitFlags limits;
    bool json = false;
};

// What the engine thinks of a position, line by line as it finds out; or of every move of the
// games of a file.
Result<void> run_analyze(const AnalyzeOptions& options, std::istream& in, std::ostream& out,
                         std::ostream& log);

}  // namespace xttt
