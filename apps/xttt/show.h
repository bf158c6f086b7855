#pragma once

#include <ostream>

#include "command_line.h"

namespace xttt {

struct ShowOptions {
    PositionOptions position;
    StyleOptions style;
};

// Draws the position, says who is to move where, and gives its FEN.
Result<void> run_show(const ShowOptions& options, std::ostream& out);

}  // namespace xttt
