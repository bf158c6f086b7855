#pragma once

#include <cstdint>
#include <optional>

namespace xttt {

// Ends games before the rules do; off by default. The side to move then loses by resignation, as
// the opponent's line would end the game: the points are the same.
struct Adjudication {
    // After resign_moves moves in a row whose scores, in the player's own view, were at most
    // -resign_score (points x 100). Moves without a score count as good.
    std::optional<int> resign_score;
    int resign_moves = 3;
    bool resign_twosided = false;  // the opponent's scores must agree
    // Where the solver proves, within this number of nodes per move, that the opponent forces a
    // line; 0: not asked.
    std::uint64_t proof_nodes = 0;

    bool any() const { return resign_score || proof_nodes > 0; }
    bool operator==(const Adjudication&) const = default;
};

}  // namespace xttt
