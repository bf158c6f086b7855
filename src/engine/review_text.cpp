#include <fmt/format.h>

#include "engine/analysis_text.h"
#include "engine/review.h"
#include "engine/win_probability.h"

namespace xttt {

std::string review_header(int game_number, const GameRecord& record) {
    const auto name = [&](const char* side) {
        const auto tag = record.tags.find(side);
        return tag == record.tags.end() ? "?" : tag->second;
    };
    return fmt::format("game {}: {}, x {}, o {}\n", game_number, record.variant->name, name("X"),
                       name("O"));
}

std::string review_text(const MoveReview& move, const Variant& variant) {
    std::string text = fmt::format(
        "{:>4} {} {:<5} {:>11} {:>5.1f}%", move.number, letter(move.side), move.played,
        score_text(move.played_score, variant), 100 * win_probability(move.played_score, variant));
    if (move.judgement != Judgement::Good)
        text += fmt::format("  {}, costs {:.2f}: better {} ({}), then {}",
                            judgement_name(move.judgement), move.cost, move.best,
                            score_text(move.best_score, variant), move.best_pv);
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
            "{}: {} moves, {:.2f} points lost, {} inaccuracies, {} mistakes, "
            "{} blunders\n",
            letter(side), sums.moves, sums.cost, count(Judgement::Inaccuracy),
            count(Judgement::Mistake), count(Judgement::Blunder));
    }
    return text;
}

std::string review_json(int game_number, const MoveReview& move, const Variant& variant) {
    return fmt::format(
        R"({{"game":{},"move":{},"side":"{}","played":"{}","score":{},"win_probability":{:.4f},)"
        R"("best":"{}","best_score":{},"pv":{},"cost":{:.2f},"judgement":"{}"}})"
        "\n",
        game_number, move.number, letter(move.side), move.played,
        score_json(move.played_score, variant), win_probability(move.played_score, variant),
        move.best, score_json(move.best_score, variant), moves_json(move.best_pv), move.cost,
        judgement_name(move.judgement));
}

}  // namespace xttt
