#pragma once

#include "search/ordering/ordering_score.h"
#include "search/pvs/worker.h"

namespace xttt {

// The value of a child at depth 0, from the view of the parent's side to move: quiescence search,
// or the static evaluation in a full-width search.
template <const Variant& V, class E>
Score PvsWorker<V, E>::qsearch_child(const Child& child, Score alpha, Score beta, int ply) {
    return in_parent_view(child.turn_passed, alpha, beta, [&](Score a, Score b) {
        if (selective_) return qsearch(child.node, a, b, ply + 1);
        if (pos_.over()) return final_score(pos_, pos_.side_to_move(), ply + 1);
        depth_limited_ = true;
        return evaluator_.score(child.node.eval, pos_);
    });
}

// A frontier node (depth 1), for evaluations that score all quiet moves of a small board at once.
// That score is the value of a safe move, and an upper bound where the opponent can reply by
// winning a small board. So only moves that close a board are made, and unsafe moves whose bound
// exceeds the best value so far.
template <const Variant& V, class E>
template <bool Pv>
Score PvsWorker<V, E>::search_frontier(const Node& node, Score alpha, Score beta, int ply) {
    const Position<V>& pos = pos_;
    const Side side = pos.side_to_move();
    Score best = -kInfinite;
    const auto improve = [&](Score score, Move m) {
        if (score <= best) return;
        best = score;
        if constexpr (Pv) {
            if (score <= alpha) return;
            pv_.clear(ply + 1);
            pv_.update(ply, m);
        }
    };
    const auto play = [&](Move m) {
        const Child child(*this, node, m, 0);
        improve(qsearch_child(child, std::max(alpha, best), beta, ply), m);
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
    const Mask safe = selective_ ? node.boards.safe_places(opponent(side)) : kFullMask<V>;
    for (BoardSet left = boards; left != 0; left &= left - 1) {
        const int board = std::countr_zero(left);
        const Mask quiet =
            pos.playable().board(board) & ~node.boards.closing_cells(pos, side, board);
        if (quiet == 0) continue;
        depth_limited_ = true;
        const QuietScores<V> scores(evaluator_, node.eval, pos, board);
        Mask unsafe = quiet & ~safe;
        count_nodes(std::popcount(quiet));
        if (const Score top = scores.best_of(quiet & safe); top > best)
            improve(top, Move::at(board, Pv ? scores.cell_with(top, quiet & safe) : 0));
        while (unsafe != 0 && best < beta) {
            const Score top = scores.best_of(unsafe);
            if (top <= std::max(alpha, best)) {
                best = std::max(best, top);
                break;
            }
            const int cell = scores.cell_with(top, unsafe);
            unsafe &= ~(Mask{1} << cell);
            count_nodes(-1);  // playing it counts it again
            play(Move::at(board, cell));
        }
        if (best >= beta || stopper_->stopped()) return best;
    }
    return best;
}

// Quiescence search: only moves that win a small board, with stand pat.
template <const Variant& V, class E>
Score PvsWorker<V, E>::qsearch(const Node& node, Score alpha, Score beta, int ply) {
    const Position<V>& pos = pos_;
    if (pos.over()) return final_score(pos, pos.side_to_move(), ply);
    depth_limited_ = true;
    const Score stand_pat = evaluator_.score(node.eval, pos);
    if (stand_pat >= beta || ply >= kMaxPly) return stand_pat;
    return qsearch_wins(node, stand_pat, alpha, beta, ply);
}

// The moves of the quiescence search; `stand_pat` is the static evaluation.
template <const Variant& V, class E>
Score PvsWorker<V, E>::qsearch_wins(const Node& node, Score stand_pat, Score alpha, Score beta,
                                    int ply) {
    if (stopper_->should_stop(nodes())) return 0;
    const Position<V>& pos = pos_;
    const Side side = pos.side_to_move();
    Score best = stand_pat;
    BoardSet boards = node.boards.threats(side) & node.boards.playable(pos);
    for (; boards != 0; boards &= boards - 1) {
        const int board = std::countr_zero(boards);
        for (Mask cells = winning_cells(pos, side, board); cells != 0; cells &= cells - 1) {
            const Move m = Move::at(board, std::countr_zero(cells));
            const Child child(*this, node, m, 0);
            const Score score = qsearch_child(child, std::max(alpha, best), beta, ply);
            if (score <= best) continue;
            best = score;
            if (best >= beta) return best;
        }
    }
    return best;
}

}  // namespace xttt
