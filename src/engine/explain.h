#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/reasons.h"
#include "engine/review_move.h"

namespace xttt {

// The review of a move, with the reasons for and against it.
struct Explanation {
    MoveReview review;
    bool forced = false;  // the only legal move
    std::vector<Reason> merits;
    std::vector<Reason> faults;        // empty unless the review finds the move worse
    std::vector<Reason> best_merits;   // of the best move
    std::vector<Reason> reply_merits;  // of the best reply, in the opponent's view
};

// The reasons for and against a reviewed move.
template <const Variant& V>
Explanation explain_review(const Position<V>& pos, Move move, MoveReview found_review) {
    Explanation found{std::move(found_review)};
    const MoveReview& review = found.review;
    const Move best = *parse_move<V>(pos, review.best);
    found.forced = pos.legal_count() == 1;
    found.merits = merits<V>(pos, move, move == best ? review.best_score : 0);
    found.best_merits = merits<V>(pos, best, review.best_score);
    if (move != best && review.judgement != Judgement::Good)
        found.faults = faults<V>(pos, move, best, review.best_score, review.played_score);
    if (!review.reply.empty()) {
        Position<V> next = pos;
        next.play(move);
        // A proven line is one move nearer after the move.
        const Score score = review.played_score;
        const Score value = is_line_score(score) ? -(score + (score > 0 ? 1 : -1)) : 0;
        found.reply_merits = merits<V>(next, *parse_move<V>(next, review.reply), value);
    }
    return found;
}

// Reviews a legal move and finds the reasons. kNoMove: the best move.
template <const Variant& V>
Explanation explain_move(Searcher<V>& searcher, const Position<V>& pos, Move move,
                         const SearchLimits& limits) {
    if (move.is_none()) move = searcher.search(pos, limits, {}).best_move();
    return explain_review<V>(pos, move, review_move<V>(searcher, pos, move, limits));
}

// An explanation in one or two English sentences, and as one JSON object.
template <const Variant& V>
std::string explanation_text(const Explanation& explanation);
template <const Variant& V>
std::string explanation_json(const Explanation& explanation);

}  // namespace xttt
