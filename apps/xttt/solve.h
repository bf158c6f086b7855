#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>

#include "command_line.h"

namespace xttt {

struct SolveOptions {
    PositionOptions position;
    std::size_t hash_mb = 256;
    std::optional<std::uint64_t> max_nodes;
    std::string proof;  // file to write
    std::size_t proof_positions = 2'000'000;
    std::string check;  // file to replay instead of solving
    bool json = false;
    bool quiet = false;
};

// Solves a position, or replays a proof, and writes the result to `out`; progress goes to `log`.
Result<void> run_solve(const SolveOptions& options, std::ostream& out, std::ostream& log);

}  // namespace xttt
