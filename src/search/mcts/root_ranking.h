#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "search/mcts/game_value.h"
#include "search/searcher.h"

namespace xttt {

// The children of the root, best first: by visits, except for proven values. A won line comes
// first, a lost line last, and a proven margin before or after all unproven moves, depending on
// whether it is better than the best mean reward of those.
template <const Variant& V>
std::vector<std::uint32_t> ranked_root_moves(const NodePool& pool, const MctsTuning& tuning) {
    enum Standing { LostLine, WorseThanOpen, Open, BetterThanOpen, WonLine };
    const MctsNode& root = pool[0];
    const float sign = root.to_move == Side::X ? 1.0f : -1.0f;
    float best_open = -std::numeric_limits<float>::infinity();
    for (const MctsNode& child : pool.children(root))
        if (!child.is_proven() && child.visits > 0)
            best_open = std::max(best_open, sign * child.reward);

    const auto worth = [&](std::uint32_t index) {
        const MctsNode& child = pool[index];
        if (!child.is_proven()) return std::pair(Open, static_cast<std::int64_t>(child.visits));
        const std::int64_t value = proven_rank(child, root.to_move);
        if (value >= kMctsLine) return std::pair(WonLine, value);
        if (value <= -kMctsLine) return std::pair(LostLine, value);
        const bool better = sign * value_of<V>(tuning, child).reward >= best_open;
        return std::pair(better ? BetterThanOpen : WorseThanOpen, value);
    };
    std::vector<std::uint32_t> order(root.children);
    std::iota(order.begin(), order.end(), root.first_child);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return worth(a) > worth(b); });
    return order;
}

// The principal variation that starts with a child of the root, with its score for the side to move
// at the root.
inline ScoredPv pv_from(const NodePool& pool, std::uint32_t child) {
    ScoredPv pv;
    const Side view = pool[0].to_move;
    const MctsNode& first = pool[child];
    const int proven = view == Side::X ? first.proven : -first.proven;
    if (!first.is_proven()) {
        const float margin = view == Side::X ? first.margin : -first.margin;
        pv.score = static_cast<Score>(std::lround(margin * kPoint));
    } else if (std::abs(proven) == kMctsLine) {
        const Score score = kLineScore - (first.distance + 1);
        pv.score = proven > 0 ? score : -score;
    } else {
        pv.score = proven * kPoint;
    }
    for (const MctsNode* node = &first;;) {
        pv.moves.push_back(node->move);
        const MctsNode* best = nullptr;
        for (const MctsNode& next : pool.children(*node)) {
            const bool usable = node->is_proven() ? next.proven == node->proven : next.visits > 0;
            if (usable && (!best || (node->is_proven() ? proven_rank(next, node->to_move) >
                                                             proven_rank(*best, node->to_move)
                                                       : next.visits > best->visits)))
                best = &next;
        }
        if (!best) break;
        node = best;
    }
    return pv;
}

}  // namespace xttt
