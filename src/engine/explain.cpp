#include "engine/explain.h"

#include <ranges>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/count_text.h"
#include "engine/analysis_text.h"
#include "rules/board_kind.h"

namespace xttt {
namespace {

template <const Variant& V>
std::string named_board(int board) {
    return fmt::format("the {} board {}",
                       kBoardKindNames[static_cast<std::size_t>(board_kind<V>(board))],
                       board_text<V>(board));
}

// A reason as a clause that follows the name of a move. `other` is the mover's opponent.
template <const Variant& V>
std::string clause(const Reason& reason, char other) {
    const auto board = [&] { return named_board<V>(reason.board); };
    const auto moves = [&] { return count_text(reason.count, "move"); };
    switch (reason.code) {
        case ReasonCode::WinsGame:
            return "it wins the game";
        case ReasonCode::Forces:
            return fmt::format("it forces a win in {}", moves());
        case ReasonCode::Lost:
            return fmt::format("every move loses; this one holds out longest ({} wins in {})",
                               other, moves());
        case ReasonCode::Ends:
            return "it ends the game";
        case ReasonCode::Bonus:
            return fmt::format("it wins {} and earns a bonus move", board());
        case ReasonCode::WinsBoard:
            return fmt::format("it wins {}", board());
        case ReasonCode::Saves:
            return fmt::format("it keeps {} from winning the game at once", other);
        case ReasonCode::Blocks:
            return fmt::format("it stops {} from winning {}", other, board());
        case ReasonCode::Free:
            return fmt::format("{} may then play anywhere", other);
        case ReasonCode::Gives:
            return fmt::format("{} can then win {}", other, board());
        case ReasonCode::Safe:
            return fmt::format("it sends {} to {}, which cannot be won at once", other, board());
        case ReasonCode::Threatens:
            return fmt::format("it threatens to win {}", board());
        case ReasonCode::Open:
            return "no other move is clearly better";
        case ReasonCode::MissedWin:
            return "it misses an immediate win";
        case ReasonCode::GivesGame:
            return fmt::format("it lets {} win the game with the next move", other);
        case ReasonCode::MissedForce:
            return fmt::format("it misses a forced win in {}", moves());
        case ReasonCode::AllowsForce:
            return fmt::format("it lets {} force a win in {}", other, moves());
        case ReasonCode::MissedBonus:
            return fmt::format("it misses {} and the bonus move", board());
        case ReasonCode::MissedBoard:
            return fmt::format("it misses {}", board());
        case ReasonCode::GivesBoard:
            return fmt::format("it gives away {}: {} wins it at once{}", board(), other,
                               reason.bonus ? " and moves again" : "");
        case ReasonCode::FreesChoice:
            return fmt::format("it lets {} play anywhere", other);
        case ReasonCode::MissedBlock:
            return fmt::format("it does not stop {} from winning {}", other, board());
    }
    return {};
}

// The most important reasons, at most `most`, after a colon. Empty if there is nothing to say.
template <const Variant& V>
std::string because(const std::vector<Reason>& reasons, char other, std::size_t most = 2) {
    std::string text;
    for (const Reason& reason : reasons | std::views::take(most))
        if (reason.code != ReasonCode::Open)
            text += (text.empty() ? ": " : "; ") + clause<V>(reason, other);
    return text;
}

}  // namespace

template <const Variant& V>
std::string explanation_text(const Explanation& found) {
    const MoveReview& review = found.review;
    const char own = letter(review.side), other = letter(opponent(review.side));
    if (found.forced)
        return fmt::format("{} is the only legal move{}.", review.played,
                           because<V>(found.merits, other));
    const auto value = [](Score score) {
        return fmt::format("{}, {:.0f}%", score_text(score, V), 100 * win_probability(score, V));
    };
    if (review.played == review.best)
        return fmt::format("{} is the best move ({}){}.", review.played, value(review.best_score),
                           because<V>(found.merits, other));
    if (review.judgement == Judgement::Good)
        return fmt::format("{} is good ({}), almost as good as {} ({}){}.", review.played,
                           value(review.played_score), review.best, value(review.best_score),
                           because<V>(found.merits, other));
    std::string text =
        fmt::format("{} is {} {} (winning chances -{:.0f}%, -{:.1f} points)", review.played,
                    review.judgement == Judgement::Inaccuracy ? "an" : "a",
                    judgement_name(review.judgement), 100 * review.chances_lost, review.cost);
    text += because<V>(found.faults, other) + '.';
    if (found.faults.empty() && !found.reply_merits.empty()) {
        const auto& reply = found.reply_merits;
        text += fmt::format(" The refutation is {}{}.", review.reply, because<V>(reply, own, 1));
    }
    return text + fmt::format(" Better is {} ({}){}.", review.best, value(review.best_score),
                              because<V>(found.best_merits, other));
}

template <const Variant& V>
std::string explanation_json(const Explanation& found) {
    const MoveReview& review = found.review;
    return fmt::format(
        R"({{"move":"{}","side":"{}","judgement":"{}","score":{},"win_probability":{:.4f},)"
        R"("best":"{}","best_score":{},"chances_lost":{:.4f},"cost":{:.2f},"merits":{},)"
        R"("faults":{},"best_merits":{},"reply":"{}","reply_merits":{},"text":"{}"}})",
        review.played, letter(review.side), judgement_name(review.judgement),
        score_json(review.played_score, V), win_probability(review.played_score, V), review.best,
        score_json(review.best_score, V), review.chances_lost, review.cost,
        reasons_json(found.merits), reasons_json(found.faults), reasons_json(found.best_merits),
        review.reply, reasons_json(found.reply_merits), explanation_text<V>(found));
}

#define XTTT_INSTANTIATE(V)                                       \
    template std::string explanation_text<V>(const Explanation&); \
    template std::string explanation_json<V>(const Explanation&);
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt
