#pragma once

#include "eval/evaluator.h"

namespace xttt {

// A position on its way down the tree, with the evaluation's running state.
template <const Variant& V, class E>
struct SearchNode {
    Position<V> pos;
    typename E::State eval;

    static SearchNode root(const E& evaluator, const Position<V>& pos) {
        return {pos, evaluator.start(pos)};
    }
    // Made by copying: the parent stays as it is, so nothing has to be taken back.
    SearchNode child(const E& evaluator, Move m) const {
        SearchNode next = *this;
        next.pos.play(m);
        evaluator.played(next.eval, next.pos, m);
        return next;
    }
};

// Searches a child with `search(alpha, beta)` and returns the value in the parent's view. The sign
// and the window turn only when the turn passes: after a bonus is earned the same side moves again.
template <class Search>
inline Score in_parent_view(bool turn_passed, Score alpha, Score beta, Search&& search) {
    const Score value = search(turn_passed ? -beta : alpha, turn_passed ? -alpha : beta);
    return turn_passed ? -value : value;
}

}  // namespace xttt
