#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "search/mcts/game_value.h"
#include "search/mcts/leaf_evaluator.h"
#include "search/mcts/mcts.h"
#include "search/mcts/node_pool.h"
#include "search/ordering/ordering_score.h"

namespace xttt {

// The tree of a Monte Carlo search. It grows by one leaf at a time and is reused from move to move.
template <const Variant& V>
class MctsTree {
public:
    using Bare = Position<V, Tracking::None>;

    MctsTree(const MctsTuning& tuning, std::size_t hash_mb) : tuning_(tuning), pool_(hash_mb) {}

    // Clears the tree. Only the `wanted` root moves are searched; empty: all legal moves.
    void reset(const Bare& root, std::vector<Move> wanted = {}) {
        root_ = root;
        wanted_ = std::move(wanted);
        pool_.reset(root.side_to_move());
    }
    // Keeps the subtree of pos. Returns false if the tree does not contain it; then call reset().
    // For `proceed` see NodePool.
    template <class Proceed>
    bool reuse(const Bare& pos, Proceed&& proceed) {
        // A tree with restricted root moves is not reused.
        if (!wanted_.empty()) return false;
        const bool same = root_ == pos;
        const auto index = same ? 0 : find_descendant(0, root_, pos);
        if (!same && index == 0) return false;
        pool_.keep_subtree(index, 1, proceed);
        root_ = pos;
        // A proven root, or one cut off for lack of time, may have lost its children.
        return pool_[0].children > 0;
    }
    // Selects and evaluates one leaf and backs up its value; returns the leaf's depth.
    int grow(LeafEvaluator<V>& evaluator);
    // Drops the children of nodes visited fewer than `min_visits` times when memory runs out.
    template <class Proceed>
    void free_memory(std::uint32_t min_visits, Proceed&& proceed) {
        if (!pool_.has_capacity(V.cells())) pool_.keep_subtree(0, min_visits, proceed);
    }

    const MctsNode& root() const { return pool_[0]; }
    const NodePool& nodes() const { return pool_; }

private:
    std::uint32_t find_descendant(std::uint32_t index, const Bare& here, const Bare& wanted) const;
    std::uint32_t select(const MctsNode& node) const;
    void expand(MctsNode& node, const Bare& pos);
    void prove_from_children(MctsNode& node) const;
    static void back_up(MctsNode& node, const MctsValue& value) {
        ++node.visits;
        const float share = 1.0f / static_cast<float>(node.visits);
        node.reward += (value.reward - node.reward) * share;
        node.margin += (value.margin - node.margin) * share;
    }

    MctsTuning tuning_;
    NodePool pool_;
    Bare root_;
    std::vector<Move> wanted_;
    std::vector<std::uint32_t> path_;
};

template <const Variant& V>
void MctsTree<V>::prove_from_children(MctsNode& node) const {
    const auto children = pool_.children(node);
    const MctsNode* best = nullptr;
    bool all = true;
    for (const MctsNode& child : children) {
        if (!child.is_proven()) {
            all = false;
        } else if (!best || proven_rank(child, node.to_move) > proven_rank(*best, node.to_move)) {
            best = &child;
        }
    }
    const std::int16_t win = node.to_move == Side::X ? kMctsLine : -kMctsLine;
    if (!best || (!all && best->proven != win)) return;
    node.proven = best->proven;
    node.distance = static_cast<std::uint8_t>(best->distance + 1);
}

// The child with the best sum of mean reward and exploration term (PUCT). Skips proven children;
// requires one that is not proven.
template <const Variant& V>
std::uint32_t MctsTree<V>::select(const MctsNode& node) const {
    const auto children = pool_.children(node);
    const float sign = node.to_move == Side::X ? 1.0f : -1.0f;
    const float explore =
        static_cast<float>(tuning_.exploration) * std::sqrt(static_cast<float>(node.visits));
    const float unvisited = sign * node.reward - static_cast<float>(tuning_.fpu_reduction);
    float best_score = -std::numeric_limits<float>::infinity();
    std::uint32_t best = 0;
    for (std::uint32_t i = 0; i < children.size(); ++i) {
        const MctsNode& child = children[i];
        if (child.is_proven()) continue;
        const float mean = child.visits == 0 ? unvisited : sign * child.reward;
        const float score =
            mean + explore * child.prior / (1.0f + static_cast<float>(child.visits));
        if (score > best_score) {
            best_score = score;
            best = i;
        }
    }
    return node.first_child + best;
}

template <const Variant& V>
void MctsTree<V>::expand(MctsNode& node, const Bare& pos) {
    // Priors are the softmax of the ordering scores.
    std::array<float, V.cells()> weights;
    std::array<Move, V.cells()> moves;
    std::size_t count = 0;
    int highest = std::numeric_limits<int>::min();
    std::array<int, V.cells()> scores;
    const bool at_root = &node == &pool_[0];
    pos.for_each_legal([&](Move m) {
        if (at_root && !wanted_.empty() && !std::ranges::count(wanted_, m)) return;
        moves[count] = m;
        scores[count] = ordering_score(pos, m);
        highest = std::max(highest, scores[count++]);
    });
    float sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
        weights[i] = std::exp(static_cast<float>(scores[i] - highest) /
                              static_cast<float>(tuning_.prior_scale));
        sum += weights[i];
    }
    node.first_child = pool_.size();
    node.children = static_cast<std::uint16_t>(count);
    for (std::size_t i = 0; i < count; ++i) {
        Bare after = pos;
        after.play(moves[i]);
        MctsNode child{
            .prior = weights[i] / sum, .move = moves[i], .to_move = after.side_to_move()};
        if (after.over()) {
            const int margin = after.board_points(Side::X) - after.board_points(Side::O);
            child.proven = static_cast<std::int16_t>(after.status() == Status::LineX   ? kMctsLine
                                                     : after.status() == Status::LineO ? -kMctsLine
                                                                                       : margin);
        }
        pool_.push(child);
    }
}

template <const Variant& V>
int MctsTree<V>::grow(LeafEvaluator<V>& evaluator) {
    Bare pos = root_;
    path_.assign(1, 0);
    std::uint32_t index = 0;
    for (;;) {
        MctsNode& node = pool_[index];
        if (node.is_proven()) break;
        if (node.children == 0) {
            const bool expandable =
                index == 0 || node.visits >= static_cast<std::uint32_t>(tuning_.expand_visits);
            if (!expandable || !pool_.has_capacity(V.cells())) break;
            expand(node, pos);
            prove_from_children(node);
            if (node.is_proven()) break;
        }
        index = select(node);
        path_.push_back(index);
        pos.play(pool_[index].move);
    }
    const MctsNode& leaf = pool_[index];
    bool proven = leaf.is_proven();
    const MctsValue found = proven ? value_of<V>(tuning_, leaf) : evaluator.evaluate(pos);
    for (std::size_t i = path_.size(); i-- > 0;) {
        MctsNode& node = pool_[path_[i]];
        back_up(node, found);
        // A proven child may prove its parent.
        if (proven && !node.is_proven()) {
            prove_from_children(node);
            proven = node.is_proven();
        }
    }
    return static_cast<int>(path_.size()) - 1;
}

// The node with position `wanted` at or below node `index`, whose position is `here`. Returns 0,
// the root, if there is none.
template <const Variant& V>
std::uint32_t MctsTree<V>::find_descendant(std::uint32_t index, const Bare& here,
                                           const Bare& wanted) const {
    if (here == wanted) return index;
    const MctsNode& node = pool_[index];
    for (std::uint32_t i = 0; i < node.children; ++i) {
        const MctsNode& child = pool_[node.first_child + i];
        // Only moves whose marks are in the wanted position can lead to it.
        const Mask marks = wanted.marks(node.to_move, child.move.board);
        if (!(marks >> child.move.cell & 1)) continue;
        Bare after = here;
        after.play(child.move);
        const auto found = find_descendant(node.first_child + i, after, wanted);
        if (found != 0) return found;
    }
    return 0;
}

}  // namespace xttt
