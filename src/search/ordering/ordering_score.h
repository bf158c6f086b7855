#pragma once

#include <algorithm>
#include <bit>

#include "eval/evaluator.h"
#include "eval/threats.h"
#include "rules/position.h"

namespace xttt {

// A static score for move ordering: small boards won and blocked, and what the next player can do
// in the board where it must play. Larger is better for the mover.
template <const Variant& V, Tracking T>
int ordering_score(const Position<V, T>& pos, Move m) {
    const Side mover = pos.side_to_move(), other = opponent(mover);
    const Mask cell = Mask{1} << m.cell;
    const bool wins = (completing_cells<V>(pos.marks(mover, m.board)) & cell) != 0;
    int gain = 0;
    if (wins) gain += 100 + 20 * board_value<V>(m.board);
    if (completing_cells<V>(pos.marks(other, m.board)) & cell)
        gain += 40 + 8 * board_value<V>(m.board);

    const bool again = V.bonus_move && wins && !pos.is_bonus_move();
    const Side next = again ? mover : other;
    int reply = 0, choices = 0;
    for (int big = 0; big < V.big_boards; ++big) {
        const int board = m.cell + big * V.places();
        Mask empty = pos.playable().board(board);
        if (board == m.board) empty = wins ? 0 : empty & ~cell;
        if (empty == 0) continue;
        choices += std::popcount(empty);
        const Mask own = pos.marks(next, board);
        if (completing_cells<V>(own) & empty)
            reply = std::max(reply, 60 + 12 * board_value<V>(board));
        else if (has_line<V>(own | empty))
            reply = std::max(reply, 10);
    }
    if (choices == 0) {  // an open move
        reply = 120;
        choices = pos.playable().size();
    }
    reply += 5 * choices;
    return again ? gain + reply : gain - reply;
}

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
