#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "rules/move.h"

namespace xttt {

using Milliseconds = std::chrono::milliseconds;

// A player's whole clock.
struct GameClock {
    Milliseconds remaining{};
    Milliseconds increment{};
};

// When a search has to end and what it may look at. Limits combine: the first one met ends it.
// None at all means "until told to stop".
struct SearchLimits {
    std::optional<Milliseconds> movetime;  // used up to the last safe moment, never exceeded
    std::optional<GameClock> clock;      // of the side to move; the search decides how much to use
    std::optional<int> depth;            // plies
    std::optional<std::uint64_t> nodes;  // of all threads together
    std::vector<Move> root_moves;        // only these at the root; empty: all legal ones
    int multipv = 1;                     // how many best moves to report
};

}  // namespace xttt
