#pragma once

#include <ostream>

#include "command_line.h"

namespace xttt {

struct PerftOptions {
    PositionOptions position;
    int depth = 0;
    bool divide = false;  // also the count below each move
};

// Writes the count to `out` and the speed to `log`.
Result<void> run_perft(const PerftOptions& options, std::ostream& out, std::ostream& log);

}  // namespace xttt
