#pragma once

#include "search/ordering/quiet_scores.h"
#include "search/pvs/worker.h"

namespace xttt {

// The value of a child below which no depth is left, in the view of its parent's side to move.
template <const Variant& V, class E>
Score PvsWorker<V, E>::past_horizon(const Child& child, Score alpha, Score beta, int ply) {
    return in_parent_view(child.turn_passed, alpha, beta, [&](Score a, Score b) {
        if (selective_) return quiesce(child.node, a, b, ply + 1);
        if (pos_.over()) return final_score(pos_, pos_.side_to_move(), ply + 1);
        horizon_seen_ = true;
        return evaluator_.score(child.node.eval, pos_);
    });
}

// The last ply above the horizon, for evaluations that score all quiet moves of a small board at
// once. Such a score is the value of the move, unless the opponent then wins a small board: there
// it is an upper bound. So only moves that close a board and, as long as they promise more than the
// best so far, moves into a threat have to be played.
template <const Variant& V, class E>
template <bool Pv>
Score PvsWorker<V, E>::last_ply(const Node& node, Score alpha, Score beta, int ply) {
    const Position<V>& pos = pos_;
    const Side side = pos.side_to_move();
    Score best = -kInfinite;
    const auto improve = [&](Score score, Move m) {
        if (score <= best) return;
        best = score;
        if constexpr (Pv) {
            if (score <= alpha) return;
            pv_.clear(ply + 1);
            pv_.set(ply, m);
        }
    };
    const auto play = [&](Move m) {
        const Child child(*this, node, m, 0);
        improve(past_horizon(child, std::max(alpha, best), beta, ply), m);
    };

    const BoardSet boards = node.boards.playable(pos);
    for (BoardSet left = boards; left != 0; left &= left - 1) {
        const int board = std::countr_zero(left);
        Mask cells = node.boards.closing_cells(pos, side, board);
        for (; cells != 0; cells &= cells - 1) {
            play(Move::at(board, std::countr_zero(cells)));
            if (best >= beta) return best;
        }
    }
    const Mask calm = selective_ ? node.boards.calm_places(opponent(side)) : kFullMask<V>;
    for (BoardSet left = boards; left != 0; left &= left - 1) {
        const int board = std::countr_zero(left);
        const Mask quiet =
            pos.playable().board(board) & ~node.boards.closing_cells(pos, side, board);
        if (quiet == 0) continue;
        horizon_seen_ = true;
        const QuietScores<V> scores(evaluator_, node.eval, pos, board);
        Mask tense = quiet & ~calm;
        count_nodes(std::popcount(quiet));
        if (const Score top = scores.best_of(quiet & calm); top > best)
            improve(top, Move::at(board, Pv ? scores.cell_with(top, quiet & calm) : 0));
        while (tense != 0 && best < beta) {
            const Score top = scores.best_of(tense);
            if (top <= std::max(alpha, best)) {
                best = std::max(best, top);
                break;
            }
            const int cell = scores.cell_with(top, tense);
            tense &= ~(Mask{1} << cell);
            count_nodes(-1);  // playing it counts it again
            play(Move::at(board, cell));
        }
        if (best >= beta || stopper_->stopped()) return best;
    }
    return best;
}

// Past the horizon only moves that win a small board are tried; the side to move may also stop.
template <const Variant& V, class E>
Score PvsWorker<V, E>::quiesce(const Node& node, Score alpha, Score beta, int ply) {
    const Position<V>& pos = pos_;
    if (pos.over()) return final_score(pos, pos.side_to_move(), ply);
    horizon_seen_ = true;
    const Score standing = evaluator_.score(node.eval, pos);
    if (standing >= beta || ply >= kMaxPly) return standing;
    return win_boards(node, standing, alpha, beta, ply);
}

template <const Variant& V, class E>
Score PvsWorker<V, E>::win_boards(const Node& node, Score standing, Score alpha, Score beta,
                                  int ply) {
    if (stopper_->should_stop(nodes())) return 0;
    const Position<V>& pos = pos_;
    const Side side = pos.side_to_move();
    Score best = standing;
    BoardSet boards = node.boards.hot(side) & node.boards.playable(pos);
    for (; boards != 0; boards &= boards - 1) {
        const int board = std::countr_zero(boards);
        for (Mask cells = winning_cells(pos, side, board); cells != 0; cells &= cells - 1) {
            const Move m = Move::at(board, std::countr_zero(cells));
            const Child child(*this, node, m, 0);
            const Score score = past_horizon(child, std::max(alpha, best), beta, ply);
            if (score <= best) continue;
            best = score;
            if (best >= beta) return best;
        }
    }
    return best;
}

}  // namespace xttt
