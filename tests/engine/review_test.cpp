#include "engine/review.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "engine/win_probability.h"
#include "support/short_games.h"

namespace xttt {
namespace {

using ::testing::HasSubstr;

GameRecord game_won_by_x() {
    GameRecord record;
    record.variant = &kDouble;
    for (const auto text : split(test::kWonByX, ' '))
        record.moves.push_back({*read_move<kDouble>(text), {}});
    return record;
}

SearchLimits depth(int plies) {
    SearchLimits limits;
    limits.depth = plies;
    return limits;
}

SearchOptions small_search() {
    SearchOptions options;
    options.hash_mb = 4;
    return options;
}

TEST(Review, EveryMoveIsLookedAtOnce) {
    int heard = 0;
    const auto review =
        review_game(game_won_by_x(), small_search(), depth(4), [&](const MoveReview&) { ++heard; });
    ASSERT_TRUE(review.has_value()) << review.error().message;
    EXPECT_EQ(review->moves.size(), game_won_by_x().moves.size());
    EXPECT_EQ(heard, static_cast<int>(review->moves.size()));
    EXPECT_EQ(review->sides[0].moves + review->sides[1].moves, heard);
}

TEST(Review, TheMoveThatWinsTheGameCostsNothing) {
    const auto review = review_game(game_won_by_x(), small_search(), depth(3));
    ASSERT_TRUE(review.has_value());
    const MoveReview& last = review->moves.back();
    EXPECT_EQ(last.side, Side::X);
    EXPECT_EQ(last.best_score, kLineScore - 1);
    EXPECT_EQ(last.cost, 0);
    EXPECT_EQ(last.judgement, Judgement::Good);
}

TEST(Review, RandomPlayersMakeMistakesAndTheyAreNamed) {
    const auto review = review_game(game_won_by_x(), small_search(), depth(4));
    ASSERT_TRUE(review.has_value());
    double cost = 0;
    for (const MoveReview& move : review->moves) {
        EXPECT_GE(move.cost, 0);
        EXPECT_EQ(move.judgement, judge(move.cost, kDouble));
        if (move.best == move.played) {
            EXPECT_EQ(move.cost, 0);
        }
        cost += move.cost;
    }
    EXPECT_GT(cost, 0);
    EXPECT_NEAR(cost, review->sides[0].cost + review->sides[1].cost, 1e-9);
}

TEST(Review, JudgementsGrowWithTheCost) {
    EXPECT_EQ(judge(0, kExtreme), Judgement::Good);
    EXPECT_EQ(judge(3, kExtreme), Judgement::Inaccuracy);
    EXPECT_EQ(judge(7, kExtreme), Judgement::Mistake);
    EXPECT_EQ(judge(68, kExtreme), Judgement::Blunder);
    EXPECT_EQ(judge(3, kUltimate), Judgement::Blunder) << "points weigh by the worth of a line";
}

TEST(Review, AMistakeIsToldWithItsCostAndTheBetterMove) {
    const MoveReview move{.number = 12,
                          .side = Side::O,
                          .played = "a1",
                          .played_score = -900,
                          .best = "b2",
                          .best_score = 125,
                          .best_pv = "b2 c3",
                          .cost = 10.25,
                          .judgement = Judgement::Mistake};
    EXPECT_THAT(review_text(move, kExtreme), HasSubstr("mistake, costs 10.25: better b2 (+1.25)"));
    EXPECT_THAT(review_json(3, move, kExtreme), HasSubstr(R"("cost":10.25,"judgement":"mistake")"));
}

TEST(WinProbability, GrowsWithTheMarginAndIsEvenAtNone) {
    EXPECT_DOUBLE_EQ(win_probability(0, kExtreme), 0.5);
    EXPECT_GT(win_probability(300, kExtreme), 0.5);
    EXPECT_NEAR(win_probability(300, kExtreme) + win_probability(-300, kExtreme), 1, 1e-12);
    EXPECT_EQ(win_probability(kLineScore - 9, kDouble), 1.0);
    EXPECT_EQ(win_probability(9 - kLineScore, kDouble), 0.0);
}

}  // namespace
}  // namespace xttt
