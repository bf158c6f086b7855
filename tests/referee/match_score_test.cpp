#include "referee/match_score.h"

#include <algorithm>
#include <cmath>
#include <sstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "referee/opening.h"

namespace xttt {
namespace {

using testing::ElementsAre, testing::HasSubstr, testing::UnorderedElementsAre;

PlayedGame won_by(std::optional<Side> winner) {
    PlayedGame game;
    game.ending.points = std::array{winner == Side::X ? 68 : 10, winner == Side::O ? 68 : 10};
    return game;
}

TEST(MatchScore, CountsFromTheFirstPlayersViewWhicheverSideItHas) {
    MatchScore score(false);
    score.add(won_by(Side::X), Side::X);
    score.add(won_by(Side::X), Side::O);
    score.add(won_by(Side::O), Side::O);
    score.add(won_by(std::nullopt), Side::X);
    EXPECT_EQ(score.results().wins, 2);
    EXPECT_EQ(score.results().draws, 1);
    EXPECT_EQ(score.results().losses, 1);
    EXPECT_EQ(score.points(0), 68 + 10 + 68 + 10);
    EXPECT_DOUBLE_EQ(score.share()->value, 2.5 / 4);
}

TEST(MatchScore, HasTheErrorOfItsEstimate) {
    MatchScore score(false);
    for (int i = 0; i < 100; ++i) score.add(won_by(i % 4 == 0 ? Side::O : Side::X), Side::X);
    const auto share = *score.share();
    EXPECT_DOUBLE_EQ(share.value, 0.75);
    // 1.96 standard errors of a coin that falls on one side three times in four.
    EXPECT_NEAR(share.high - share.value, 1.96 * std::sqrt(0.75 * 0.25 / 100), 1e-4);
    EXPECT_NEAR(score.elo()->value, 190.85, 0.01);
}

TEST(MatchScore, TreatsGamesOfOneOpeningAsOneObservation) {
    MatchScore score(true);
    // X wins every game, so every pair is even: ten equal samples, still not certain.
    for (int game = 0; game < 20; ++game)
        score.add(won_by(Side::X), game % 2 == 0 ? Side::X : Side::O);
    EXPECT_EQ(score.pairs(), (Pentanomial{{0, 0, 10, 0, 0}}));
    EXPECT_DOUBLE_EQ(score.share()->value, 0.5);
    EXPECT_LT(score.share()->low, 0.4);
    EXPECT_NEAR(score.share()->low, 1 - score.share()->high, 1e-12);
}

TEST(MatchScore, HasTheSameBoundsAsASequentialTestAfterTwentyWins) {
    MatchScore score(true);
    EXPECT_FALSE(score.share().has_value());
    for (int game = 0; game < 20; ++game) {
        const Side first = game % 2 == 0 ? Side::X : Side::O;
        score.add(won_by(first), first);
    }
    const auto bounds = elo_difference(Pentanomial{{0, 0, 0, 0, 10}});
    EXPECT_EQ(score.elo()->low, bounds->low);
    EXPECT_EQ(score.elo()->high, INFINITY);
    // Clopper and Pearson for ten of ten.
    EXPECT_NEAR(score.share()->low, std::pow(0.025, 0.1), 1e-12);
    EXPECT_EQ(score.share()->high, 1);
    EXPECT_THAT(final_text(score, {"a", "b"}),
                HasSubstr(fmt::format("Elo difference: +inf ({:+.1f} to +inf", bounds->low)));
}

TEST(MatchScore, LeavesAGameWithoutPartnerOutOfThePairs) {
    MatchScore score(true);
    score.add(won_by(Side::X), Side::X);
    EXPECT_DOUBLE_EQ(score.share()->value, 1) << "no pair yet: single games count";
    score.add(won_by(Side::X), Side::O);
    score.add(won_by(Side::X), Side::X);
    EXPECT_EQ(score.pairs().count(), 1);
    EXPECT_EQ(score.games(), 3);
}

TEST(MatchScore, CountsForfeitsByReasonAndPlayer) {
    MatchScore score(false);
    auto game = won_by(Side::O);
    game.record.forfeit = Forfeit{Side::X, ForfeitReason::Crash, ""};
    score.add(game, Side::O);
    EXPECT_EQ(score.forfeits().at(ForfeitReason::Crash), (std::array{0, 1}));
    EXPECT_THAT(final_text(score, {"a", "b"}), HasSubstr("1 forfeit by crash"));
}

TEST(Openings, AreMovesOrPositionsOnePerLine) {
    std::istringstream bad("# comment\n\na1 b2 p9\n");
    EXPECT_THAT(read_openings(bad, "book", kUltimate).error().message, HasSubstr("book, line 3"));
    std::istringstream fine("a1 b1\n9/9/9/9/4x4/9/9/9/9 o e5 -  # the middle\n");
    const auto read = read_openings(fine, "book", kUltimate);
    ASSERT_TRUE(read.has_value()) << read.error().message;
    EXPECT_EQ((*read)[0].moves.size(), 2u);
    EXPECT_EQ((*read)[1].fen, "9/9/9/9/4x4/9/9/9/9 o e5 -");
    std::istringstream none("# nothing\n");
    EXPECT_FALSE(read_openings(none, "book", kUltimate).has_value());
}

TEST(Openings, AreSelectedByOrderStartAndLength) {
    const auto openings = [] {
        std::istringstream in("a1 b1 d1\na2\na3 c8\n9/9/9/9/4x4/9/9/9/9 o e5 -\nb2\n");
        return read_openings(in, "book", kUltimate).value();
    };
    const auto first_moves = [](const std::vector<Opening>& all) {
        std::vector<std::string> moves;
        for (const Opening& each : all)
            moves.push_back(each.moves.empty() ? each.fen
                                               : move_text(kUltimate, each.moves.front().move));
        return moves;
    };
    const std::string fen = "9/9/9/9/4x4/9/9/9/9 o e5 -";
    auto third = openings();
    ASSERT_TRUE(select_openings(third, {.start = 3, .plies = 1}, 1));
    EXPECT_THAT(first_moves(third), ElementsAre("a3", fen, "b2", "a1", "a2"));
    for (const Opening& each : third) EXPECT_LE(each.moves.size(), 1u);

    auto shuffled = openings(), again = openings(), other = openings();
    ASSERT_TRUE(select_openings(shuffled, {.shuffled = true}, 7));
    ASSERT_TRUE(select_openings(again, {.shuffled = true, .start = 2}, 7));
    ASSERT_TRUE(select_openings(other, {.shuffled = true}, 8));
    EXPECT_THAT(first_moves(shuffled), UnorderedElementsAre("a1", "a2", "a3", fen, "b2"));
    EXPECT_NE(first_moves(shuffled), first_moves(other));
    std::ranges::rotate(shuffled, shuffled.begin() + 1);  // the start counts in the new order
    EXPECT_EQ(first_moves(shuffled), first_moves(again));

    auto few = openings();
    const auto selected = select_openings(few, {.start = 6}, 1);
    ASSERT_FALSE(selected);
    EXPECT_THAT(selected.error().message, HasSubstr("no opening number 6: the file has 5"));
}

TEST(MatchScore, CountsAndReportsRepeatedGames) {
    MatchScore score(false);
    PlayedGame game = won_by(Side::X);
    for (int i = 0; i < 4; ++i) {
        game.record.moves = {{Move::at(0, i % 2), {}}, {Move::at(i % 2, 3), {}}};
        score.add(game, i % 2 == 0 ? Side::X : Side::O);
    }
    EXPECT_EQ(score.repeated(), 2);
    EXPECT_THAT(final_text(score, {"a", "b"}),
                HasSubstr("2 of 4 games are identical to an earlier game"));
}

}  // namespace
}  // namespace xttt
