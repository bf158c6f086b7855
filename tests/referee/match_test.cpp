#include "referee/match.h"

#include <cmath>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "referee/match_score.h"

namespace xttt {
namespace {

using testing::HasSubstr;

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
    EXPECT_EQ(score.wins(), 2);
    EXPECT_EQ(score.draws(), 1);
    EXPECT_EQ(score.losses(), 1);
    EXPECT_EQ(score.points(0), 68 + 10 + 68 + 10);
    EXPECT_DOUBLE_EQ(score.share()->value, 2.5 / 4);
}

TEST(MatchScore, KnowsTheErrorOfItsEstimate) {
    MatchScore score(false);
    for (int i = 0; i < 100; ++i) score.add(won_by(i % 4 == 0 ? Side::O : Side::X), Side::X);
    const auto share = *score.share();
    EXPECT_DOUBLE_EQ(share.value, 0.75);
    // 1.96 standard errors of a coin that falls on one side three times in four.
    EXPECT_NEAR(share.high - share.value, 1.96 * std::sqrt(0.75 * 0.25 / 99), 1e-4);
    EXPECT_NEAR(score.elo()->value, 190.85, 0.01);
}

TEST(MatchScore, TreatsGamesOfOneOpeningAsOneObservation) {
    MatchScore score(true);
    // Whoever begins wins: every pair is even, so nothing is uncertain.
    for (int game = 0; game < 20; ++game)
        score.add(won_by(Side::X), game % 2 == 0 ? Side::X : Side::O);
    EXPECT_DOUBLE_EQ(score.share()->low, 0.5);
    EXPECT_DOUBLE_EQ(score.share()->high, 0.5);
}

TEST(MatchScore, SaysNothingOfEloWhileOneSideHasWonEverything) {
    MatchScore score(false);
    EXPECT_FALSE(score.share().has_value());
    score.add(won_by(Side::X), Side::X);
    score.add(won_by(Side::X), Side::X);
    EXPECT_FALSE(score.elo().has_value());
}

TEST(MatchScore, CountsForfeitsByReasonAndPlayer) {
    MatchScore score(false);
    auto game = won_by(Side::O);
    game.record.forfeit = Forfeit{Side::X, ForfeitReason::Crash, ""};
    score.add(game, Side::O);
    EXPECT_EQ(score.forfeits().at(ForfeitReason::Crash), (std::array{0, 1}));
    EXPECT_THAT(final_text(score, {"a", "b"}), HasSubstr("1 by crash"));
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

TEST(MatchPlan, GivesBothGamesOfAPairTheSameOpeningAndOtherSides) {
    MatchPlan plan{.players = {*parse_player("random:1"), *parse_player("random:2")},
                   .games = 4,
                   .seed = 9,
                   .random_plies = 4};
    EXPECT_EQ(plan.setup(0).opening, plan.setup(1).opening);
    EXPECT_NE(plan.setup(0).opening, plan.setup(2).opening);
    EXPECT_EQ(plan.setup(0).tags.at("X"), "random:1");
    EXPECT_EQ(plan.setup(1).tags.at("X"), "random:2");
    EXPECT_NE(plan.setup(0).seed, plan.setup(1).seed);
}

TEST(Match, HandsOutGamesInOrderWhateverTheJobs) {
    std::vector<std::vector<RecordedMove>> games[2];
    for (const int jobs : {1, 4}) {
        const MatchPlan plan{.players = {*parse_player("random"), *parse_player("random")},
                             .games = 12,
                             .jobs = jobs,
                             .seed = 3};
        const auto played =
            play_match(plan, {}, [&](int game, const PlayedGame& one) -> Result<void> {
                auto& list = games[jobs == 1 ? 0 : 1];
                EXPECT_EQ(game, static_cast<int>(list.size()));
                list.push_back(one.record.moves);
                for (auto& move : list.back()) move.note = {};
                return {};
            });
        ASSERT_TRUE(played.has_value());
    }
    EXPECT_EQ(games[0], games[1]);
}

TEST(Match, EndsWhenItsListenerCannotGoOn) {
    const MatchPlan plan{.players = {*parse_player("random"), *parse_player("random")},
                         .games = 50};
    int taken = 0;
    const auto played = play_match(plan, {}, [&](int, const PlayedGame&) -> Result<void> {
        ++taken;
        return fail(Errc::Io, "disk full");
    });
    EXPECT_EQ(played.error().message, "disk full");
    EXPECT_EQ(taken, 1);
}

}  // namespace
}  // namespace xttt
