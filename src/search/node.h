#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "eval/evaluator.h"
#include "eval/score.h"

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

// The triangular table of principal variations.
class PvTable {
public:
    void clear(int ply) { length_[ply] = 0; }
    // Sets the variation of `ply` to m followed by the variation of the next ply.
    void update(int ply, Move m) {
        auto& pv = pvs_[ply];
        const auto& rest = pvs_[ply + 1];
        pv[0] = m;
        for (int i = 0; i < length_[ply + 1]; ++i) pv[i + 1] = rest[i];
        length_[ply] = length_[ply + 1] + 1;
    }
    void set_pv(int ply, const std::vector<Move>& pv) {
        std::ranges::copy(pv, pvs_[ply].begin());
        length_[ply] = static_cast<int>(pv.size());
    }
    std::vector<Move> get(int ply) const {
        return {pvs_[ply].begin(), pvs_[ply].begin() + length_[ply]};
    }

private:
    std::array<std::array<Move, kMaxPly + 2>, kMaxPly + 2> pvs_{};
    std::array<int, kMaxPly + 2> length_{};
};

}  // namespace xttt
