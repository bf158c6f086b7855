#include "stats/ratings.h"

#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/random.h"
#include "stats/reference_values.h"

namespace xttt {
namespace {

using test::reference_value;

double error_of(const Estimate& e) {
    return (e.high - e.low) / 2 / kConfidence95;
}

// Baseball, American League 1987, home and away together; teams as in reference_values.py.
std::vector<Encounter> baseball() {
    const auto met = [](int a, int b, long wins, long losses) {
        return Encounter{a, b, {.wins = wins, .losses = losses}, {}};
    };
    return {met(0, 1, 7, 6),  met(0, 2, 9, 4), met(0, 3, 7, 6),  met(0, 4, 7, 6),  met(0, 5, 9, 4),
            met(0, 6, 11, 2), met(1, 2, 7, 6), met(1, 3, 5, 8),  met(1, 4, 11, 2), met(1, 5, 9, 4),
            met(1, 6, 9, 4),  met(2, 3, 7, 6), met(2, 4, 7, 6),  met(2, 5, 8, 5),  met(2, 6, 12, 1),
            met(3, 4, 6, 7),  met(3, 5, 7, 6), met(3, 6, 10, 3), met(4, 5, 7, 6),  met(4, 6, 12, 1),
            met(5, 6, 6, 7)};
}

// One who won everything, one who lost everything, three between.
std::vector<Encounter> uneven() {
    return {{0, 1, {4, 0, 0}, {}}, {0, 2, {4, 0, 0}, {}}, {0, 3, {2, 0, 0}, {}},
            {1, 2, {3, 2, 1}, {}}, {1, 3, {1, 4, 1}, {}}, {1, 4, {6, 0, 0}, {}},
            {2, 3, {2, 1, 3}, {}}, {3, 4, {2, 0, 0}, {}}};
}

void expect_reference(const Ratings& ratings, const std::string& name) {
    for (int i = 0; i < ratings.size(); ++i) {
        const auto key = fmt::format("{}.{}.", name, i);
        EXPECT_NEAR(ratings[i].elo.value, reference_value(key + "elo"), 0.01);
        EXPECT_NEAR(error_of(ratings[i].elo), reference_value(key + "error"), 0.01);
        if (i + 1 == ratings.size()) break;
        EXPECT_NEAR(error_of(ratings.difference(i, ratings.size() - 1)),
                    reference_value(key + "error_to_last"), 0.01);
    }
}

// Estimates and standard errors against Baltimore as R's BradleyTerry2 prints them for Agresti's
// data.
TEST(Ratings, AgreeWithTheLiteratureOnBaseball) {
    const auto ratings = rate(7, baseball(), 1e-6);
    constexpr std::array kLogOdds{1.5814, 1.4364, 1.2945, 1.2476, 1.1077, 0.6839};
    constexpr std::array kErrors{0.3433, 0.3396, 0.3367, 0.3359, 0.3339, 0.3319};
    for (int team = 0; team < 6; ++team) {
        const Estimate ahead = ratings.difference(team, 6);
        EXPECT_NEAR(ahead.value / kEloPerLogOdds, kLogOdds[team], 1e-4);
        EXPECT_NEAR(error_of(ahead) / kEloPerLogOdds, kErrors[team], 1e-4);
    }
    expect_reference(ratings, "baseball");
}

TEST(Ratings, AreFiniteAfterOnlyWinsOrLosses) {
    expect_reference(rate(5, uneven()), "uneven");
}

TEST(Ratings, OfTwoFollowTheirScore) {
    const auto ratings = rate(2, std::vector<Encounter>{{0, 1, {6000, 2000, 2000}, {}}});
    EXPECT_NEAR(ratings.difference(0, 1).value, elo_of_score(0.7), 0.1);
    EXPECT_GT(ratings.difference(0, 1).low, 0);
    EXPECT_EQ(ratings[1].results, (Trinomial{2000, 2000, 6000}));
    EXPECT_EQ(ratings.best_first(), (std::vector{0, 1}));
}

TEST(Ratings, WithoutGamesAreEqualAndUnknown) {
    const auto ratings = rate(3, {});
    for (int i = 0; i < 3; ++i) {
        EXPECT_NEAR(ratings[i].elo.value, 0, 1e-9);
        EXPECT_GT(ratings[i].elo.high, 300);
    }
    EXPECT_NEAR(ratings.difference(0, 1).value, 0, 1e-9);
    EXPECT_EQ(rate(0, {}).size(), 0);
    EXPECT_NEAR(rate(1, {})[0].elo.value, 0, 1e-9);
}

TEST(Ratings, OfGroupsThatNeverMetAreComparedByThePrior) {
    const auto ratings =
        rate(4, std::vector<Encounter>{{0, 1, {30, 0, 10}, {}}, {2, 3, {30, 0, 10}, {}}});
    EXPECT_NEAR(ratings[0].elo.value, ratings[2].elo.value, 1e-6);
    EXPECT_GT(error_of(ratings.difference(0, 2)), error_of(ratings.difference(0, 1)));
}

TEST(Ratings, OfLongWinningRowsConverge) {
    // A ladder: each beats the next a thousand times. Far from where the climb begins.
    std::vector<Encounter> ladder;
    for (int i = 0; i + 1 < 30; ++i) ladder.push_back({i, i + 1, {1000, 0, 0}, {}});
    const auto ratings = rate(30, ladder);
    for (int i = 0; i + 1 < 30; ++i) EXPECT_GT(ratings.difference(i, i + 1).value, 100);
}

TEST(Ratings, CoverTheTruthAsOftenAsTheySay) {
    constexpr int kPlayers = 12, kRuns = 60;
    Random random(5);
    int inside = 0;
    for (int run = 0; run < kRuns; ++run) {
        std::vector<ScoredGame> games;
        for (int x = 0; x < kPlayers; ++x)
            for (int o = 0; o < kPlayers; ++o)
                for (int k = 0; x != o && k < 4; ++k) {
                    const bool won = random.unit() < expected_score(20.0 * (o - x));
                    games.push_back({x, o, {won ? 68 : 0, won ? 0 : 68}});
                }
        const auto ratings = rate(kPlayers, encounters(kPlayers, games));
        for (int p = 0; p < kPlayers; ++p) {
            const double truth = 20.0 * ((kPlayers - 1) / 2.0 - p);
            inside += ratings[p].elo.low <= truth && truth <= ratings[p].elo.high;
        }
    }
    const double share = static_cast<double>(inside) / (kRuns * kPlayers);
    EXPECT_GT(share, 0.92);
    EXPECT_LT(share, 0.98);
}

TEST(Ratings, TheOwnErrorKnowsTheGamesOfThePlayerOnly) {
    std::vector<Encounter> chain;
    for (int i = 0; i < 4; ++i) chain.push_back({i, i + 1, {50, 0, 50}, {}});
    const auto ratings = rate(5, chain);
    EXPECT_NEAR(ratings.own_error(0) / ratings.own_error(2), std::sqrt(2.0), 0.02);
    EXPECT_NEAR(ratings.own_error(1), ratings.own_error(2), 0.1);
    // The distance of the last from the average is less certain still.
    const auto width = [&](int player) {
        return ratings[player].elo.high - ratings[player].elo.low;
    };
    EXPECT_GT(width(0) / width(2), 1.6);
}

TEST(LeastCertainPairs, AreThoseWhoseOrderIsInDoubt) {
    // 0 and 1 are far apart and well known; 2 and 3 are level; 3 and 4 clear again.
    const auto ratings = rate(5, std::vector<Encounter>{{0, 1, {90, 0, 10}, {}},
                                                        {1, 2, {90, 0, 10}, {}},
                                                        {2, 3, {51, 0, 49}, {}},
                                                        {3, 4, {90, 0, 10}, {}}});
    const auto pairs = least_certain_pairs(ratings, 3);
    ASSERT_EQ(pairs.size(), 3u);
    EXPECT_EQ(pairs[0].better, 2);
    EXPECT_EQ(pairs[0].worse, 3);
    EXPECT_LT(pairs[0].certainty, 0.7);
    EXPECT_GT(pairs[1].certainty, 0.99);
    EXPECT_TRUE(least_certain_pairs(ratings, 0).empty());
    EXPECT_EQ(least_certain_pairs(ratings, 1000).size(), 10u);
}

}  // namespace
}  // namespace xttt
