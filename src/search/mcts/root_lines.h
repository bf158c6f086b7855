#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "search/mcts/verdict.h"
#include "search/searcher.h"

namespace xttt {

// Children of the root, the one to play first. Visits decide, except where values are known: a won
// line comes first, a lost one last, and a proven margin before or after what is still open, as it
// is better or worse than the best of that looks.
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
        const bool better = sign * verdict_of<V>(tuning, child).reward >= best_open;
        return std::pair(better ? BetterThanOpen : WorseThanOpen, value);
    };
    std::vector<std::uint32_t> order(root.children);
    std::iota(order.begin(), order.end(), root.first_child);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return worth(a) > worth(b); });
    return order;
}

// How play goes on after a child of the root, and what that is worth to the side to move there.
inline SearchLine line_from(const NodePool& pool, std::uint32_t child) {
    SearchLine line;
    const Side view = pool[0].to_move;
    const MctsNode& first = pool[child];
    const int proven = view == Side::X ? first.proven : -first.proven;
    if (!first.is_proven()) {
        const float margin = view == Side::X ? first.margin : -first.margin;
        line.score = static_cast<Score>(std::lround(margin * kPoint));
    } else if (std::abs(proven) == kMctsLine) {
        const Score score = kLineScore - (first.distance + 1);
        line.score = proven > 0 ? score : -score;
    } else {
        line.score = proven * kPoint;
    }
    for (const MctsNode* node = &first;;) {
        line.moves.push_back(node->move);
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
    return line;
}

}  // namespace xttt
