#pragma once

#include <cstdlib>

#include "rules/position.h"

namespace xttt {

// A margin in hundredths of a point, from the view of the side to move by default.
// A line proven N moves (of both players together) away is kLineScore - N, or its negative.
using Score = int;

inline constexpr Score kPoint = 100;
// The unit of search margins: a point, scaled by the value of a line relative to `extreme`.
template <const Variant& V>
inline constexpr Score kMarginUnit = kPoint * V.line_points / kExtreme.line_points;
inline constexpr Score kLineScore = 1'000'000;
inline constexpr Score kInfinite = kLineScore + 1;
// More plies than any game has: no variant has more cells.
inline constexpr int kMaxPly = 256;

constexpr bool is_line_score(Score score) {
    return std::abs(score) >= kLineScore - kMaxPly;
}
// Moves to the proven line: positive if the side whose view it is completes it.
constexpr int moves_to_line(Score score) {
    return score > 0 ? kLineScore - score : -kLineScore - score;
}

// The value of a finished position for `view`, `ply` moves below the root.
template <const Variant& V, Tracking T>
constexpr Score final_score(const Position<V, T>& pos, Side view, int ply) {
    switch (pos.status()) {
        case Status::LineX:
            return view == Side::X ? kLineScore - ply : ply - kLineScore;
        case Status::LineO:
            return view == Side::O ? kLineScore - ply : ply - kLineScore;
        default:
            break;
    }
    return kPoint * (pos.board_points(view) - pos.board_points(opponent(view)));
}

}  // namespace xttt
