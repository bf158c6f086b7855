#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "search/mcts/leaf_judge.h"
#include "search/mcts/mcts.h"
#include "search/mcts/node_pool.h"
#include "search/mcts/verdict.h"
#include "search/promise.h"

namespace xttt {

// The tree of a Monte Carlo search: grows by one leaf at a time, and follows the game from move
// to move with what is still of use.
template <const Variant& V>
class MctsTree {
public:
    using Bare = Position<V, Tracking::None>;

    MctsTree(const MctsTuning& tuning, std::size_t hash_mb) : tuning_(tuning), pool_(hash_mb) {}

    // Begins anew. Only the `wanted` moves of the root are looked at; none named: all.
    void reset(const Bare& root, std::vector<Move> wanted = {}) {
        root_ = root;
        wanted_ = std::move(wanted);
        pool_.reset(root.side_to_move());
    }
    // Keeps the part below pos, if the tree knows it; `proceed` as in NodePool. False: nothing of
    // use was left, reset it.
    template <class Proceed>
    bool follow(const Bare& pos, Proceed&& proceed) {
        // A tree of some of the root moves is no use to a search of others.
        if (!wanted_.empty()) return false;
        const bool same = root_ == pos;
        const auto index = same ? 0 : find_descendant(0, root_, pos);
        if (!same && index == 0) return false;
        pool_.keep_subtree(index, 1, proceed);
        root_ = pos;
        // A root that was proven, or cut off for lack of time, may have lost its moves.
        return pool_[0].children > 0;
    }
    // One more leaf, where select() leads to, is judged; returns how deep that was.
    int grow(LeafJudge<V>& judge);
    // Drops the children of nodes visited fewer than `min_visits` times when memory runs out.
    template <class Proceed>
    void make_room(std::uint32_t min_visits, Proceed&& proceed) {
        if (!pool_.has_room(V.cells())) pool_.keep_subtree(0, min_visits, proceed);
    }

    const MctsNode& root() const { return pool_[0]; }
    const NodePool& nodes() const { return pool_; }

private:
    std::uint32_t find_descendant(std::uint32_t index, const Bare& here, const Bare& wanted) const;
    std::uint32_t select(const MctsNode& node) const;
    void expand(MctsNode& node, const Bare& pos);
    void prove_from_children(MctsNode& node) const;
    static void back_up(MctsNode& node, const MctsVerdict& verdict) {
        ++node.visits;
        const float share = 1.0f / static_cast<float>(node.visits);
        node.reward += (verdict.reward - node.reward) * share;
        node.margin += (verdict.margin - node.margin) * share;
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

// The child to look at next: the best of mean reward plus a bonus for what looked promising and
// was tried little. Proven children are left alone; the caller made sure one is not proven.
template <const Variant& V>
std::uint32_t MctsTree<V>::select(const MctsNode& node) const {
    const auto children = pool_.children(node);
    const float sign = node.to_move == Side::X ? 1.0f : -1.0f;
    const float explore =
        static_cast<float>(tuning_.exploration) * std::sqrt(static_cast<float>(node.visits));
    const float unvisited = sign * node.reward - static_cast<float>(tuning_.urgency);
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
    // Promises become chances by a softmax.
    std::array<float, V.cells()> weights;
    std::array<Move, V.cells()> moves;
    std::size_t count = 0;
    int highest = std::numeric_limits<int>::min();
    std::array<int, V.cells()> promises;
    const bool at_root = &node == &pool_[0];
    pos.for_each_legal([&](Move m) {
        if (at_root && !wanted_.empty() && !std::ranges::count(wanted_, m)) return;
        moves[count] = m;
        promises[count] = promise(pos, m);
        highest = std::max(highest, promises[count++]);
    });
    float sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
        weights[i] = std::exp(static_cast<float>(promises[i] - highest) /
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
int MctsTree<V>::grow(LeafJudge<V>& judge) {
    Bare pos = root_;
    path_.assign(1, 0);
    std::uint32_t index = 0;
    for (;;) {
        MctsNode& node = pool_[index];
        if (node.is_proven()) break;
        if (node.children == 0) {
            const bool ripe =
                index == 0 || node.visits >= static_cast<std::uint32_t>(tuning_.expand_visits);
            if (!ripe || !pool_.has_room(V.cells())) break;
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
    const MctsVerdict found = proven ? verdict_of<V>(tuning_, leaf) : judge.judge(pos);
    for (std::size_t i = path_.size(); i-- > 0;) {
        MctsNode& node = pool_[path_[i]];
        back_up(node, found);
        // A proof travels up as far as it decides.
        if (proven && !node.is_proven()) {
            prove_from_children(node);
            proven = node.is_proven();
        }
    }
    return static_cast<int>(path_.size()) - 1;
}

// The node at or below `index`, where the game stands at `here`, that has the wanted position; 0
// (which is no descendant but the root) when there is none.
template <const Variant& V>
std::uint32_t MctsTree<V>::find_descendant(std::uint32_t index, const Bare& here,
                                           const Bare& wanted) const {
    if (here == wanted) return index;
    const MctsNode& node = pool_[index];
    for (std::uint32_t i = 0; i < node.children; ++i) {
        const MctsNode& child = pool_[node.first_child + i];
        // Only moves that the wanted position shows can lead to it.
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
