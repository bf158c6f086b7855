#include "engine/review.h"

#include <algorithm>

#include "engine/win_probability.h"
#include "rules/with_variant.h"

namespace xttt {

namespace {

// From which part of a line's worth on a lost margin has a name.
constexpr double kInaccuracy = 0.03;
constexpr double kMistake = 0.08;
constexpr double kBlunder = 0.20;

template <const Variant& V>
std::string line_text(const std::vector<Move>& moves) {
    std::string text;
    for (const Move move : moves) {
        if (!text.empty()) text += ' ';
        text += move_text<V>(move);
    }
    return text;
}

template <const Variant& V>
MoveReview review_move(Searcher<V>& searcher, const Position<V>& pos, Move played,
                       SearchLimits limits) {
    MoveReview review;
    review.side = pos.side_to_move();
    review.played = review.best = review.best_line = move_text<V>(played);
    if (pos.legal_count() == 1) return review;

    const SearchReport best = searcher.search(pos, limits, {});
    review.best_score = review.played_score = best.score();
    review.best = move_text<V>(best.best_move());
    review.best_line = line_text<V>(best.lines[0].moves);
    if (best.best_move() == played) return review;

    limits.root_moves = {played};
    limits.depth = std::max(1, best.depth);  // what both were seen to is what can be compared
    review.played_score = std::min(review.best_score, searcher.search(pos, limits, {}).score());
    review.cost = points_of_score(review.best_score, V) - points_of_score(review.played_score, V);
    review.judgement = judge(review.cost, V);
    return review;
}

template <const Variant& V>
Result<GameReview> review(const GameRecord& record, const SearchOptions& options,
                          const SearchLimits& limits,
                          const std::function<void(const MoveReview&)>& progress) {
    auto searcher = make_searcher<V>(options);
    if (!searcher) return std::unexpected(searcher.error());
    GameReview game;
    const auto played = replay<V>(record, [&](const Position<V>& pos, const RecordedMove& move) {
        MoveReview found = review_move<V>(**searcher, pos, move.move, limits);
        found.number = static_cast<int>(game.moves.size()) + 1;
        SideReview& side = game.sides[static_cast<std::size_t>(index(found.side))];
        ++side.moves;
        side.cost += found.cost;
        ++side.counts[static_cast<std::size_t>(found.judgement)];
        if (progress) progress(found);
        game.moves.push_back(std::move(found));
    });
    if (!played) return std::unexpected(played.error());
    return game;
}

}  // namespace

std::string_view judgement_name(Judgement judgement) {
    static constexpr std::array<std::string_view, 4> kNames{"good", "inaccuracy", "mistake",
                                                            "blunder"};
    return kNames[static_cast<std::size_t>(judgement)];
}

Judgement judge(double cost, const Variant& variant) {
    const double part = cost / variant.line_points;
    if (part >= kBlunder) return Judgement::Blunder;
    if (part >= kMistake) return Judgement::Mistake;
    return part >= kInaccuracy ? Judgement::Inaccuracy : Judgement::Good;
}

Result<GameReview> review_game(const GameRecord& record, const SearchOptions& options,
                               const SearchLimits& limits,
                               const std::function<void(const MoveReview&)>& progress) {
    return with_variant(record.variant->name, [&]<const Variant & V>() {
        return review<V>(record, options, limits, progress);
    });
}

}  // namespace xttt
