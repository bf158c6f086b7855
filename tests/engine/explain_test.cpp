#include "engine/explain.h"

#include <cmath>
#include <fstream>
#include <map>

#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "rules/with_variant.h"
#include "search/make_searcher.h"
#include "support/paths.h"
#include "support/variants.h"

namespace xttt {
namespace {

using testing::HasSubstr;

// The content of a field that starts with a word: "x a1 b1" is "a1 b1".
std::string field(std::string_view text, std::string_view word) {
    while (text.starts_with(' ')) text.remove_prefix(1);
    EXPECT_TRUE(text.starts_with(word)) << text;
    text.remove_prefix(word.size() + 1);
    return text == "-" ? "" : std::string(text);
}

// A move that may be illegal where it is named, as marks are.
template <const Variant& V>
Move cell(std::string_view text) {
    for (int id = 0; id < V.cells(); ++id)
        if (move_text<V>(move_from_id<V>(id)) == text) return move_from_id<V>(id);
    ADD_FAILURE() << text << " is not a cell";
    return kNoMove;
}

Score score_of(int moves_to_win) {
    if (moves_to_win == 0) return 0;
    return moves_to_win > 0 ? kLineScore - moves_to_win : -kLineScore - moves_to_win;
}

template <const Variant& V>
std::string words(const std::vector<Reason>& reasons) {
    std::vector<std::string> all;
    for (const Reason& reason : reasons) {
        std::string word(reason_name(reason.code));
        if (reason.board >= 0) word += ':' + board_text<V>(reason.board);
        if (reason.count > 0) word += ':' + std::to_string(reason.count);
        if (reason.bonus) word += ":bonus";
        all.push_back(word);
    }
    return fmt::format("{}", fmt::join(all, " "));
}

// One case of explain_cases.txt.
template <const Variant& V>
void check(const std::vector<std::string_view>& fields) {
    typename Position<V>::Facts facts;
    const std::array<std::string, 2> sides{field(fields[1], "x"), field(fields[2], "o")};
    for (std::size_t side = 0; side < 2; ++side)
        for (const auto word : split_words(sides[side])) {
            const Move mark = cell<V>(word);
            facts.marks[side][mark.board] |= static_cast<std::uint16_t>(1u << mark.cell);
        }
    const auto turn = split_words(fields[3]);
    facts.side = turn[0] == "x" ? Side::X : Side::O;
    facts.last = cell<V>(turn[2]);
    facts.bonus = turn.size() > 3;
    const auto pos = Position<V>::assemble(facts);
    const Move move = cell<V>(field(fields[4], "play"));
    const std::string better = field(fields[5], "best");
    const Move best = better.empty() ? move : cell<V>(better);
    ASSERT_TRUE(pos.is_legal(move) && pos.is_legal(best));
    const auto line = split_words(fields[6]);
    const Score before = score_of(std::stoi(std::string(line[2])));
    const Score after = score_of(std::stoi(std::string(line[3])));

    EXPECT_EQ(words<V>(merits<V>(pos, best, before)), field(fields[7], "for"));
    if (!better.empty()) {
        EXPECT_EQ(words<V>(faults<V>(pos, move, best, before, after)), field(fields[8], "against"));
    }
}

TEST(Reasons, AreThoseOfTheCasesMadeByHand) {
    std::ifstream file(test::source_path("tests/engine/explain_cases.txt"));
    std::map<std::string, int> cases;
    int number = 0;
    for (std::string row; std::getline(file, row);) {
        ++number;
        if (row.starts_with('#')) continue;
        SCOPED_TRACE(fmt::format("line {}: {}", number, row));
        auto fields = split(row, ';');
        ASSERT_EQ(fields.size(), 10u);
        const std::string variant(fields[0]);
        ++cases[variant];
        ASSERT_TRUE(with_variant(variant, [&]<const Variant & V>() -> Result<void> {
            check<V>(fields);
            return {};
        }));
    }
    int total = 0;
    for (const auto& [variant, count] : cases) total += count;
    EXPECT_EQ(cases.size(), kVariants.size());
    EXPECT_GE(total, 200);
}

// A score as explanation_json() writes it: {"points": 3.25} or {"win": -4}.
Score score_of(const nlohmann::json& score) {
    if (score.contains("win")) return score_of(score["win"].get<int>());
    return static_cast<Score>(std::lround(kPoint * score["points"].get<double>()));
}

// One case of explained_games.jsonl.
template <const Variant& V>
void check_sentences(const nlohmann::json& found) {
    Position<V> pos;
    ASSERT_TRUE(play_moves<V>(pos, found["moves"].get<std::string>()));
    MoveReview review;
    review.side = pos.side_to_move();
    review.played = found["play"];
    review.best = found["best"];
    review.reply = found["reply"];
    review.best_score = score_of(found["best_score"]);
    review.played_score = score_of(found["score"]);
    review.cost = points_of_score(review.best_score, V) - points_of_score(review.played_score, V);
    review.chances_lost =
        win_probability(review.best_score, V) - win_probability(review.played_score, V);
    review.judgement = judge(review.chances_lost);
    const auto move = parse_move<V>(pos, review.played);
    ASSERT_TRUE(move && parse_move<V>(pos, review.best));
    EXPECT_EQ(explanation_text<V>(explain_review<V>(pos, *move, review)),
              found["text"].get<std::string>());
}

// Mistakes of recorded games with the values of a search. Every statement of the sentences was
// checked on the board with a second implementation of the rules.
TEST(ExplanationText, OfMistakesInRealGamesIsTheOneCheckedOnTheBoard) {
    std::ifstream file(test::source_path("tests/engine/explained_games.jsonl"));
    std::map<std::string, int> cases, refuted;
    int number = 0;
    for (std::string row; std::getline(file, row);) {
        SCOPED_TRACE(fmt::format("line {}", ++number));
        const auto found = nlohmann::json::parse(row);
        const std::string variant = found["variant"];
        ++cases[variant];
        if (found["text"].get<std::string>().find("The refutation is") != std::string::npos)
            ++refuted[variant];
        ASSERT_TRUE(with_variant(variant, [&]<const Variant & V>() -> Result<void> {
            check_sentences<V>(found);
            return {};
        }));
    }
    for (const Variant* variant : kVariants) {
        EXPECT_GE(cases[std::string(variant->name)], 12) << variant->name;
        EXPECT_GE(refuted[std::string(variant->name)], 6) << variant->name;
    }
}

VARIANT_SUITE(ExplainedMoves);

VARIANT_TEST(ExplainedMoves, OfEveryFirstMoveHasReasonsAndAText) {
    const auto searcher = std::move(*make_searcher<V>({.hash_mb = 1}));
    const Position<V> pos;
    for (const unsigned number : {0u, static_cast<unsigned>(V.places()) + 1}) {
        const auto found = explain_move<V>(*searcher, pos, pos.nth_legal(number), {.depth = 3});
        EXPECT_FALSE(found.merits.empty());
        EXPECT_EQ(found.review.played, move_text<V>(pos.nth_legal(number)));
        const auto json = nlohmann::json::parse(explanation_json<V>(found));
        EXPECT_EQ(json["move"], found.review.played);
        EXPECT_EQ(json["text"], explanation_text<V>(found));
        EXPECT_FALSE(json["merits"].empty());
    }
    const auto best = explain_move<V>(*searcher, pos, kNoMove, {.depth = 3});
    EXPECT_EQ(best.review.played, best.review.best);
    EXPECT_THAT(explanation_text<V>(best), HasSubstr("is the best move"));
}

TEST(ExplanationText, SaysWhatIsWrongAndWhatIsBetter) {
    Explanation found;
    found.review.side = Side::O;
    found.review.played = "d4";
    found.review.best = "e5";
    found.review.judgement = Judgement::Mistake;
    found.review.chances_lost = 0.05;
    found.review.cost = 1.25;
    found.faults = {{ReasonCode::GivesBoard, 0, 0, true}};
    found.best_merits = {{ReasonCode::Bonus, 4}};
    EXPECT_EQ(explanation_text<kDouble>(found),
              "d4 is a mistake (winning chances -5%, -1.2 points): it gives away the corner board "
              "1a1-1c3: x wins it at once and moves again. Better is e5 (+0.00, 50%): it wins the "
              "inner board 1d4-1f6 and earns a bonus move.");
    found.faults.clear();
    found.review.reply = "a1";
    found.reply_merits = {{ReasonCode::WinsBoard, 2}};
    EXPECT_THAT(
        explanation_text<kDouble>(found),
        HasSubstr(". The refutation is a1: it wins the corner board 1g1-1i3. Better is e5"));
}

}  // namespace
}  // namespace xttt
