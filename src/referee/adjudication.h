#pragma once

#include <cstdint>
#include <optional>

namespace xttt {

// Ends games before the rules do; off by default. The first two make the side to move lose by
// resignation, as the opponent's line would end the game: the points are the same. The others end
// the game as a draw.
struct Adjudication {
    // After resign_moves moves in a row whose scores, in the player's own view, were at most
    // -resign_score (points x 100). Moves without a score count as good.
    std::optional<int> resign_score;
    int resign_moves = 3;
    bool resign_twosided = false;  // the opponent's scores must agree
    // Where the solver proves, within this number of nodes per move, that the opponent forces a
    // line; 0: the solver is not used.
    std::uint64_t proof_nodes = 0;
    // After draw_moves moves in a row of each player whose scores were within +-draw_score (points
    // x 100), once the game has draw_from moves. A move without a score restarts the count.
    std::optional<int> draw_score;
    int draw_moves = 8;
    int draw_from = 0;
    int max_moves = 0;  // of both players, with the opening; 0: no limit

    bool draws() const { return draw_score || max_moves > 0; }
    bool any() const { return resign_score || proof_nodes > 0 || draws(); }
    bool operator==(const Adjudication&) const = default;
};

}  // namespace xttt
