#pragma once

#include <cstdint>
#include <istream>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "common_options.h"
#include "game_files.h"

namespace xttt {

struct SimulateOptions {
    int pairing = 0;  // as the course simulator numbers them
    std::vector<std::string> bots;
    std::string variant = std::string(kVariants.front()->name);
    std::optional<std::uint64_t> seed;  // empty: a new one each time
    LimitOptions limits;
    SandboxOptions sandbox;
    RecordOptions record;
    StyleOptions style;
};

// Plays one game and writes its final board, winner, message and points.
Result<void> run_simulate(const SimulateOptions& options, std::istream& in, std::ostream& out);

}  // namespace xttt
