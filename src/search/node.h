#pragma once

#include "eval/evaluator.h"

namespace xttt {

// A position with its incremental evaluation state.
template <const Variant& V, class E>
struct SearchNode {
    Position<V> pos;
    typename E::State eval;

    static SearchNode root(const E& evaluator, const Position<V>& pos) {
        return {pos, evaluator.start(pos)};
    }
    // Copy-make: the parent is unchanged.
    SearchNode child(const E& evaluator, Move m) const {
        SearchNode next = *this;
        next.pos.play(m);
        evaluator.update(next.eval, next.pos, m);
        return next;
    }
};

// Calls search(alpha, beta) for a child and returns its value from the parent's view. Negates
// window and value only if the turn passed: after earning a bonus move the same side moves again.
template <class Search>
inline Score in_parent_view(bool turn_passed, Score alpha, Score beta, Search&& search) {
    const Score value = search(turn_passed ? -beta : alpha, turn_passed ? -alpha : beta);
    return turn_passed ? -value : value;
}

}  // namespace xttt
