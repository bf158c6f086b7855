#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>

#include "command_line.h"
#include "record/game_record.h"

namespace xttt {

struct SimulateOptions {
    int pairing = 0;  // as the course simulator numbers them; 1: random against random
    std::string variant = std::string(kVariants.front()->name);
    std::optional<std::uint64_t> seed;  // empty: a new one each time
    StyleOptions style;
};

// Plays one game and writes its final board, winner, message and points.
Result<void> run_simulate(const SimulateOptions& options, std::ostream& out);

}  // namespace xttt
