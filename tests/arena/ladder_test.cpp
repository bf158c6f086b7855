#include "arena/ladder.h"

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "stats/rank_correlation.h"

namespace xttt {
namespace {

std::vector<Ladder::Member> members(int count) {
    std::vector<Ladder::Member> all;
    for (int i = 0; i < count; ++i) all.push_back({.version = i});
    return all;
}

// Plays ladder games between players of known strength.
void play(Ladder& ladder, const std::vector<double>& elo, int games, Random& random,
          std::vector<int>* as_x = nullptr, std::vector<int>* played = nullptr) {
    for (int i = 0; i < games; ++i) {
        const auto pairing = ladder.next();
        ASSERT_TRUE(pairing);
        ASSERT_NE(pairing->x, pairing->o);
        const double expected = expected_score(elo[static_cast<std::size_t>(pairing->x)] -
                                               elo[static_cast<std::size_t>(pairing->o)]);
        ladder.record(pairing->x, pairing->o, random.unit() < expected ? 1 : 0);
        ladder.finish(*pairing);
        if (as_x != nullptr) ++(*as_x)[static_cast<std::size_t>(pairing->x)];
        if (played != nullptr)
            for (const int version : {pairing->x, pairing->o})
                ++(*played)[static_cast<std::size_t>(version)];
    }
}

// Kendall's tau between the order of the ladder and that of other values, by version.
double tau_of(Ladder& ladder, const std::vector<double>& values) {
    std::vector<double> ratings(values.size());
    for (const auto& row : ladder.standings())
        ratings[static_cast<std::size_t>(row.version)] = row.elo.value;
    return kendall_tau(ratings, values);
}

TEST(Ladder, NeedsTwoPlayers) {
    Ladder ladder(1);
    EXPECT_FALSE(ladder.next());
    ladder.set_members(members(1));
    EXPECT_FALSE(ladder.next());
    ladder.set_members(members(2));
    EXPECT_TRUE(ladder.next());
}

TEST(Ladder, LevelsDoNotPlayEachOther) {
    Ladder ladder(1);
    ladder.set_members({{.version = 0, .level = 500}, {.version = 1, .level = 900}});
    EXPECT_FALSE(ladder.next());
}

TEST(Ladder, FindsTheOrderWithFewGames) {
    constexpr int kPlayers = 40;
    std::vector<double> elo(kPlayers);
    for (int i = 0; i < kPlayers; ++i) elo[static_cast<std::size_t>(i)] = 50.0 * i;
    Ladder ladder(7);
    ladder.set_members(members(kPlayers));
    Random random(3);
    play(ladder, elo, 20 * kPlayers, random);
    EXPECT_GT(tau_of(ladder, elo), 0.85);
}

// The points of each player after this number of games of each pair.
std::vector<double> round_robin(const std::vector<double>& elo, int games, Random& random) {
    std::vector<double> points(elo.size());
    for (std::size_t a = 0; a < elo.size(); ++a)
        for (std::size_t b = a + 1; b < elo.size(); ++b)
            for (int i = 0; i < games; ++i)
                ++points[random.unit() < expected_score(elo[a] - elo[b]) ? a : b];
    return points;
}

TEST(Ladder, HasTheOrderOfARoundRobinWithATenthOfItsGames) {
    constexpr int kPlayers = 40, kGamesOfPair = 50;
    constexpr int kGames = kPlayers * (kPlayers - 1) / 2 * kGamesOfPair / 10;
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        Random random(seed);
        std::vector<double> elo(kPlayers);
        for (double& one : elo) one = 2000 * random.unit();
        const auto points = round_robin(elo, kGamesOfPair, random);
        Ladder ladder(seed);
        ladder.set_members(members(kPlayers));
        std::vector<int> as_x(kPlayers), played(kPlayers);
        play(ladder, elo, kGames, random, &as_x, &played);
        EXPECT_GE(tau_of(ladder, points), 0.95) << seed;
        // The best and the worst do not play at the cost of those between.
        EXPECT_GE(*std::ranges::min_element(played), kGames / kPlayers) << seed;
    }
}

TEST(Ladder, NobodyStarvesAndSidesAreBalanced) {
    constexpr int kPlayers = 20;
    std::vector<double> elo(kPlayers);
    for (int i = 0; i < kPlayers; ++i) elo[static_cast<std::size_t>(i)] = 100.0 * i;
    Ladder ladder(5);
    ladder.set_members(members(kPlayers));
    Random random(11);
    std::vector<int> as_x(kPlayers), played(kPlayers);
    play(ladder, elo, 1000, random, &as_x, &played);
    EXPECT_GE(*std::ranges::min_element(played), 25);  // 100 on average
    for (std::size_t i = 0; i < kPlayers; ++i) EXPECT_NEAR(as_x[i], played[i] / 2.0, kPlayers);
}

TEST(Ladder, NewVersionsPlayFirst) {
    constexpr int kPlayers = 10;
    const std::vector<double> elo(kPlayers + 1, 0);
    Ladder ladder(5);
    ladder.set_members(members(kPlayers));
    Random random(11);
    play(ladder, elo, 500, random);
    ladder.set_members(members(kPlayers + 1));
    std::vector<int> as_x(kPlayers + 1), played(kPlayers + 1);
    play(ladder, elo, 20, random, &as_x, &played);
    EXPECT_GE(played[kPlayers], 10);
}

TEST(Ladder, ANewVersionInheritsTheRatingWithMoreUncertainty) {
    constexpr int kPlayers = 6;
    const std::vector<double> elo{0, 100, 200, 300, 400, 500};
    Ladder ladder(2);
    auto all = members(kPlayers);
    ladder.set_members(all);
    Random random(4);
    play(ladder, elo, 600, random);
    const auto before = ladder.standings().front();
    all[static_cast<std::size_t>(before.version)].active = false;
    all.push_back({.version = kPlayers, .previous = before.version});
    ladder.set_members(all);
    const auto rows = ladder.standings();
    const auto now = std::ranges::find(rows, kPlayers, &Ladder::Standing::version);
    ASSERT_NE(now, rows.end());
    EXPECT_NEAR(now->elo.value, before.elo.value, 60);
    EXPECT_GT(now->elo.high - now->elo.low, 2 * (before.elo.high - before.elo.low));
    EXPECT_EQ(now->results.games(), 0);
    EXPECT_EQ(std::ranges::find(rows, before.version, &Ladder::Standing::version), rows.end());
}

TEST(Ladder, LevelsAreFixedPointsOfTheScale) {
    Ladder ladder(2);
    ladder.set_members({{.version = 0, .level = 500},
                        {.version = 1, .level = 900},
                        {.version = 2, .level = 1300},
                        {.version = 3}});
    const std::vector<double> elo{500, 900, 1300, 1100};
    Random random(4);
    play(ladder, elo, 400, random);
    for (const auto& row : ladder.standings())
        EXPECT_NEAR(row.elo.value, elo[static_cast<std::size_t>(row.version)], 80) << row.version;
}

}  // namespace
}  // namespace xttt
