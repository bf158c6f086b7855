#include "engine/review.h"

#include <fmt/format.h>

#include "base/count_text.h"
#include "engine/analysis_text.h"
#include "engine/win_probability.h"
#include "rules/with_variant.h"

namespace xttt {

namespace {

template <const Variant& V>
Result<GameReview> review(const GameRecord& record, const SearchOptions& options,
                          const SearchLimits& limits,
                          const std::function<void(const MoveReview&)>& progress) {
    TRY(const auto searcher, make_searcher<V>(options));
    GameReview game;
    TRY_VOID(replay<V>(record, [&](const Position<V>& pos, const RecordedMove& move) {
        MoveReview found = review_move<V>(*searcher, pos, move.move, limits);
        found.number = static_cast<int>(game.moves.size()) + 1;
        SideReview& side = game.sides[static_cast<std::size_t>(index(found.side))];
        ++side.moves;
        side.cost += found.cost;
        side.chances_lost += found.chances_lost;
        ++side.counts[static_cast<std::size_t>(found.judgement)];
        if (progress) progress(found);
        game.moves.push_back(std::move(found));
    }));
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

std::string review_header(int game_number, const GameRecord& record) {
    const auto name = [&](const char* side) {
        const auto tag = record.tags.find(side);
        return tag == record.tags.end() ? "?" : terminal_safe(tag->second);
    };
    return fmt::format("game {}: {}, x {}, o {}\n", game_number, record.variant->name, name("X"),
                       name("O"));
}

std::string review_text(const MoveReview& move, const Variant& variant) {
    std::string text = fmt::format(
        "{:>4} {} {:<5} {:>11} {:>5.1f}%", move.number, letter(move.side), move.played,
        score_text(move.played_score, variant), 100 * win_probability(move.played_score, variant));
    if (move.judgement != Judgement::Good) {
        text +=
            fmt::format("  {}, loses {:.0f}%: better was {} ({})", judgement_name(move.judgement),
                        100 * move.chances_lost, move.best, score_text(move.best_score, variant));
        // The variation starts with the better move itself.
        if (const auto next = move.best_pv.find(' '); next != move.best_pv.npos)
            text += ", then" + move.best_pv.substr(next);
    }
    return text + "\n";
}

std::string review_summary(const GameReview& review) {
    std::string text;
    for (const Side side : {Side::X, Side::O}) {
        const SideReview& sums = review.sides[static_cast<std::size_t>(index(side))];
        const auto count = [&](Judgement judgement) {
            return sums.counts[static_cast<std::size_t>(judgement)];
        };
        text += fmt::format(
            "{}: {}; inaccuracies {}, mistakes {}, blunders {}; "
            "average loss {:.1f}% ({:.2f} points)\n",
            letter(side), count_text(sums.moves, "move"), count(Judgement::Inaccuracy),
            count(Judgement::Mistake), count(Judgement::Blunder),
            sums.moves == 0 ? 0 : 100 * sums.chances_lost / sums.moves,
            sums.moves == 0 ? 0 : sums.cost / sums.moves);
    }
    return text;
}

std::string review_json(int game_number, const MoveReview& move, const Variant& variant) {
    return fmt::format(
        R"({{"game":{},"move":{},"side":"{}","played":"{}","score":{},"win_probability":{:.4f},)"
        R"("best":"{}","best_score":{},"pv":{},"cost":{:.2f},"chances_lost":{:.4f},"judgement":"{}"}})"
        "\n",
        game_number, move.number, letter(move.side), move.played,
        score_json(move.played_score, variant), win_probability(move.played_score, variant),
        move.best, score_json(move.best_score, variant), moves_json(move.best_pv), move.cost,
        move.chances_lost, judgement_name(move.judgement));
}

}  // namespace xttt
