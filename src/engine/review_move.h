#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "engine/judgement.h"
#include "engine/win_probability.h"
#include "rules/notation.h"
#include "search/searcher.h"

namespace xttt {

// What the engine thinks of one move of a game. Scores are in the mover's view.
struct MoveReview {
    int number = 0;  // from 1; a bonus move counts as one
    Side side = Side::X;
    std::string played;
    Score played_score = 0;
    std::string best;
    Score best_score = 0;
    std::string best_pv;  // moves separated by blanks, the best one first
    double cost = 0;      // in points, never negative
    Judgement judgement = Judgement::Good;
};

// Moves as text, separated by blanks.
template <const Variant& V>
std::string pv_text(const std::vector<Move>& moves) {
    std::string text;
    for (const Move move : moves) {
        if (!text.empty()) text += ' ';
        text += move_text<V>(move);
    }
    return text;
}

// Looks at the position with `limits` and, where another move was played, at that one with the
// same limits. A forced move, which cannot be wrong, costs no time. Leaves `number` to the caller.
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
    if (best.best_move() == played) return review;

    limits.root_moves = {played};
    limits.depth = std::max(1, best.depth);  // what both were seen to is what can be compared
    review.played_score = std::min(review.best_score, searcher.search(pos, limits, {}).score());
    review.cost = points_of_score(review.best_score, V) - points_of_score(review.played_score, V);
    review.judgement = judge(review.cost, V);
    return review;
}

}  // namespace xttt
