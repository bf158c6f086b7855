#pragma once

#include <algorithm>
#include <bit>

#include "eval/evaluator.h"

namespace xttt {

// The static scores of all quiet moves of a small board, from the mover's view.
template <const Variant& V>
class QuietScores {
public:
    template <ScoresQuietMoves<V> E>
    QuietScores(const E& evaluator, const typename E::State& state, const Position<V>& pos,
                int board) {
        evaluator.score_quiet_moves(state, pos, board, scores_);
    }
    // The best score among `cells`; -kInfinite if there are none.
    Score best_of(Mask cells) const {
        Score top = -kInfinite;
        for (int c = 0; c < V.places(); ++c)
            top = std::max(top, (cells >> c & 1) != 0 ? scores_[c] : -kInfinite);
        return top;
    }
    // The first of `cells` with that score. Requires that there is one.
    int cell_with(Score score, Mask cells) const {
        while (scores_[std::countr_zero(cells)] != score) cells &= cells - 1;
        return std::countr_zero(cells);
    }

private:
    CellScores<V> scores_;
};

}  // namespace xttt
