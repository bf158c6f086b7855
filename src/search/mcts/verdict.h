#pragma once

#include <cstdlib>

#include "search/mcts/mcts.h"
#include "search/mcts/node_pool.h"

namespace xttt {

// What the end of a game, played out or proven, is worth, in x's view.
struct MctsVerdict {
    float reward;
    float margin;
};

// `sign` says who won: +1 for x, -1 for o.
template <const Variant& V>
MctsVerdict verdict(const MctsTuning& tuning, int margin, int sign) {
    const auto rated = static_cast<float>(tuning.rated_weight);
    const float points = static_cast<float>(margin);
    return {rated * static_cast<float>(sign) + (1 - rated) * points / V.line_points, points};
}

// Of a proven node.
template <const Variant& V>
MctsVerdict verdict_of(const MctsTuning& tuning, const MctsNode& node) {
    const int sign = (node.proven > 0) - (node.proven < 0);
    const bool line = std::abs(node.proven) == kMctsLine;
    return verdict<V>(tuning, line ? sign * V.line_points : node.proven, sign);
}

// Of a finished game.
template <const Variant& V>
MctsVerdict verdict_of(const MctsTuning& tuning, const Position<V, Tracking::None>& finished) {
    if (finished.status() == Status::LineX) return verdict<V>(tuning, V.line_points, 1);
    if (finished.status() == Status::LineO) return verdict<V>(tuning, -V.line_points, -1);
    const int margin = finished.board_points(Side::X) - finished.board_points(Side::O);
    return verdict<V>(tuning, margin, (margin > 0) - (margin < 0));
}

// The value of a proven child for the side that chooses: larger is better, and among lines the
// faster win and the slower loss.
inline int proven_rank(const MctsNode& node, Side chooser) {
    const int value = chooser == Side::X ? node.proven : -node.proven;
    if (value == kMctsLine) return value + kMaxPly - node.distance;
    if (value == -kMctsLine) return value - kMaxPly + node.distance;
    return value;
}

}  // namespace xttt
