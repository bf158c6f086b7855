#include "engine/review.h"

#include "rules/with_variant.h"

namespace xttt {

namespace {

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

Result<GameReview> review_game(const GameRecord& record, const SearchOptions& options,
                               const SearchLimits& limits,
                               const std::function<void(const MoveReview&)>& progress) {
    return with_variant(record.variant->name, [&]<const Variant & V>() {
        return review<V>(record, options, limits, progress);
    });
}

}  // namespace xttt
