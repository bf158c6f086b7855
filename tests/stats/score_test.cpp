#include "stats/score.h"

#include <cmath>

#include <gtest/gtest.h>

namespace xttt {
namespace {

// Half the width of an interval, as match programs print it.
double score_error(const Estimate& e) {
    return (e.high - e.low) / 2;
}

TEST(EloScale, FourHundredPointsAreTenToOne) {
    EXPECT_NEAR(expected_score(400), 10.0 / 11, 1e-12);
    EXPECT_NEAR(expected_score(0), 0.5, 1e-12);
    EXPECT_NEAR(elo_of_score(expected_score(-123)), -123, 1e-9);
    EXPECT_EQ(elo_of_score(1), INFINITY);
    EXPECT_EQ(elo_of_score(0), -INFINITY);
}

// The values are those fastchess publishes for the same counts, to their last digit.
TEST(EloDifference, AgreesWithFastchessOnSingleGames) {
    const auto elo = elo_difference(Trinomial{.wins = 136, .draws = 111, .losses = 96});
    ASSERT_TRUE(elo);
    EXPECT_NEAR(elo->value, 40.70, 0.006);
    EXPECT_NEAR(score_error(*elo), 30.43, 0.006);
}

TEST(EloDifference, AgreesWithFastchessOnPairs) {
    const auto few = elo_difference(Pentanomial{{34, 54, 63, 64, 75}});
    ASSERT_TRUE(few);
    EXPECT_NEAR(few->value, 55.58, 0.006);
    EXPECT_NEAR(score_error(*few), 27.65, 0.006);
    const auto many = elo_difference(Pentanomial{{7895, 8757, 5685, 568, 9999}});
    ASSERT_TRUE(many);
    EXPECT_NEAR(many->value, -21.04, 0.006);
    EXPECT_NEAR(score_error(*many), 2.95, 0.006);
}

TEST(EloDifference, IsNothingWithoutGames) {
    EXPECT_FALSE(elo_difference(Trinomial{}));
    EXPECT_FALSE(elo_difference(Pentanomial{}));
}

TEST(EloDifference, HasALowerBoundAfterOnlyWins) {
    const auto elo = elo_difference(Trinomial{.wins = 10});
    ASSERT_TRUE(elo);
    EXPECT_EQ(elo->value, INFINITY);
    EXPECT_EQ(elo->high, INFINITY);
    // Clopper and Pearson: ten of ten leave a chance of at least 0.025^(1/10) = 0.6915.
    EXPECT_NEAR(expected_score(elo->low), 0.6915, 1e-4);
}

TEST(EloDifference, OfDrawsOnlyIsNotCertain) {
    const auto elo = elo_difference(Pentanomial{{0, 0, 20, 0, 0}});
    ASSERT_TRUE(elo);
    EXPECT_EQ(elo->value, 0);
    EXPECT_LT(elo->low, -20);
    EXPECT_NEAR(elo->low, -elo->high, 1e-9);
}

TEST(LikelihoodOfSuperiority, AgreesWithPublishedValues) {
    EXPECT_NEAR(likelihood_of_superiority(Trinomial{.wins = 136, .draws = 111, .losses = 96}),
                0.9960, 5e-4);
    EXPECT_NEAR(likelihood_of_superiority(Trinomial{.wins = 76, .draws = 123, .losses = 89}),
                0.1553, 1e-3);
    EXPECT_NEAR(likelihood_of_superiority(Pentanomial{{332, 433, 498, 333, 334}}), 0.0505, 1e-3);
}

TEST(LikelihoodOfSuperiority, IsOneHalfWithoutEvidence) {
    EXPECT_EQ(likelihood_of_superiority(Trinomial{}), 0.5);
    EXPECT_EQ(likelihood_of_superiority(Trinomial{.draws = 7}), 0.5);
    EXPECT_EQ(likelihood_of_superiority(Pentanomial{}), 0.5);
    EXPECT_EQ(likelihood_of_superiority(Pentanomial{{0, 0, 5, 0, 0}}), 0.5);
}

TEST(Pentanomial, CountsPairsByTheirSum) {
    Pentanomial pairs;
    pairs.add(1, 0.5);
    pairs.add(0.5, 1);
    pairs.add(0, 0);
    pairs.add(1, 0);
    EXPECT_EQ(pairs, (Pentanomial{{1, 0, 1, 2, 0}}));
    EXPECT_EQ(pairs.count(), 4);
}

TEST(Pairs, OfOppositeResultsAreLessUncertainThanTheirGames) {
    // The side that starts wins every game. With pairs the interval is narrow at once, with single
    // games it stays wide.
    const auto pairs = elo_difference(Pentanomial{{0, 1, 98, 1, 0}});
    const auto games = elo_difference(Trinomial{.wins = 99, .draws = 2, .losses = 99});
    ASSERT_TRUE(pairs && games);
    EXPECT_LT(score_error(*pairs) * 5, score_error(*games));
}

}  // namespace
}  // namespace xttt
