#pragma once

#include <cstdlib>

#include "search/mcts/mcts.h"
#include "search/mcts/node_pool.h"

namespace xttt {

// The value of a leaf or a finished game, from x's view.
struct MctsValue {
    float reward;
    float margin;
};

// `sign` is the result: +1 if x won, -1 if o won, 0 for a draw.
template <const Variant& V>
MctsValue game_value(const MctsTuning& tuning, int margin, int sign) {
    const auto result_weight = static_cast<float>(tuning.result_weight);
    const float points = static_cast<float>(margin);
    return {result_weight * static_cast<float>(sign) + (1 - result_weight) * points / V.line_points,
            points};
}

// The value of a proven node.
template <const Variant& V>
MctsValue value_of(const MctsTuning& tuning, const MctsNode& node) {
    const int sign = (node.proven > 0) - (node.proven < 0);
    const bool line = std::abs(node.proven) == kMctsLine;
    return game_value<V>(tuning, line ? sign * V.line_points : node.proven, sign);
}

// The value of a finished game.
template <const Variant& V>
MctsValue value_of(const MctsTuning& tuning, const Position<V, Tracking::None>& finished) {
    if (finished.status() == Status::LineX) return game_value<V>(tuning, V.line_points, 1);
    if (finished.status() == Status::LineO) return game_value<V>(tuning, -V.line_points, -1);
    const int margin = finished.board_points(Side::X) - finished.board_points(Side::O);
    return game_value<V>(tuning, margin, (margin > 0) - (margin < 0));
}

// The value of a proven child for `chooser`, the side that selects the move: larger is better.
// Among lines, the faster win and the slower loss are better.
inline int proven_rank(const MctsNode& node, Side chooser) {
    const int value = chooser == Side::X ? node.proven : -node.proven;
    if (value == kMctsLine) return value + kMaxPly - node.distance;
    if (value == -kMctsLine) return value - kMaxPly + node.distance;
    return value;
}

}  // namespace xttt
