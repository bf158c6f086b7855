#pragma once

#include <array>
#include <cstdint>

#include "base/random.h"
#include "rules/position.h"

namespace xttt {

// Sums over random games played to the end.
struct PlayoutTally {
    std::uint64_t games = 0;
    std::uint64_t moves = 0;
    std::array<std::uint64_t, 2> line_wins{};  // of x and of o
    std::uint64_t full = 0;                    // games that ended without a line
    std::array<std::uint64_t, 2> points{};     // of x and of o, lines included
};

// Plays uniformly random moves until the game ends and returns the final position.
template <const Variant& V>
Position<V, Tracking::None> random_playout(Position<V, Tracking::None> position, Random& random);

// `games` random games from `start`, one at a time.
template <const Variant& V>
PlayoutTally random_playouts(const Position<V>& start, std::uint64_t games, Random& random);

// The same, several games interleaved on one core: while one waits for a branch or a load, the
// others go on, for about 1.5 times the speed. Which games end up counted differs from
// random_playouts for the same seed; their distribution does not.
template <const Variant& V>
PlayoutTally random_playouts_batched(const Position<V>& start, std::uint64_t games, Random& random);

}  // namespace xttt
