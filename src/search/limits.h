#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "rules/move.h"

namespace xttt {

using Milliseconds = std::chrono::milliseconds;

// The clock of a player.
struct GameClock {
    Milliseconds remaining{};
    Milliseconds increment{};
};

// The limits of a search. The first limit reached ends it; without any limit it runs until stopped.
struct SearchLimits {
    std::optional<Milliseconds> movetime;  // fixed time, used in full and never exceeded
    std::optional<GameClock> clock;        // of the side to move; the search plans its time
    std::optional<int> depth;              // plies
    std::optional<std::uint64_t> nodes;    // of all threads together
    std::vector<Move> root_moves;          // restricts the root moves; empty: all legal moves
    int multipv = 1;                       // number of principal variations
};

}  // namespace xttt
