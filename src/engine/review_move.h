#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "engine/win_probability.h"
#include "rules/notation.h"
#include "search/searcher.h"

namespace xttt {

// The review of one move of a game. Scores are from the mover's view.
struct MoveReview {
    int number = 0;  // from 1; a bonus move counts as one
    Side side = Side::X;
    std::string played;
    Score played_score = 0;
    std::string best;
    Score best_score = 0;
    std::string best_pv;      // moves separated by spaces, the best one first
    std::string reply;        // the opponent's best reply to the move played; may be empty
    double cost = 0;          // in points, never negative
    double chances_lost = 0;  // winning chances, from 0 to 1
    Judgement judgement = Judgement::Good;
};

// Moves as text, separated by spaces.
template <const Variant& V>
std::string pv_text(const std::vector<Move>& moves) {
    std::string text;
    for (const Move move : moves) {
        if (!text.empty()) text += ' ';
        text += move_text<V>(move);
    }
    return text;
}

// Searches the position with `limits` and, if another move was played, that move to the same depth.
// Returns at once if the move is forced. The caller sets `number`.
template <const Variant& V>
MoveReview review_move(Searcher<V>& searcher, const Position<V>& pos, Move played,
                       SearchLimits limits) {
    MoveReview review;
    review.side = pos.side_to_move();
    review.played = review.best = review.best_pv = move_text<V>(played);
    if (pos.legal_count() == 1) return review;

    const SearchReport best = searcher.search(pos, limits, {});
    review.best_score = review.played_score = best.score();
    review.best = move_text<V>(best.best_move());
    review.best_pv = pv_text<V>(best.pvs[0].moves);
    const auto set_reply = [&](const std::vector<Move>& pv) {
        Position<V> next = pos;
        next.play(pv[0]);
        if (pv.size() > 1 && next.side_to_move() != review.side) review.reply = move_text<V>(pv[1]);
    };
    if (best.best_move() == played) {
        set_reply(best.pvs[0].moves);
        return review;
    }

    limits.root_moves = {played};
    limits.depth = std::max(1, best.depth);  // only equal depths can be compared
    const SearchReport after = searcher.search(pos, limits, {});
    review.played_score = std::min(review.best_score, after.score());
    set_reply(after.pvs[0].moves);
    review.cost = points_of_score(review.best_score, V) - points_of_score(review.played_score, V);
    review.chances_lost =
        win_probability(review.best_score, V) - win_probability(review.played_score, V);
    review.judgement = judge(review.chances_lost);
    return review;
}

}  // namespace xttt
