#include <gmock/gmock.h>

#include "tournament/schedule/formats.h"
#include "tournament/schedule/simulated.h"

namespace xttt {
namespace {

TEST(RoundRobin, EverybodyMeetsEverybodyOnceWithBalancedSides) {
    for (const int n : {0, 1, 2, 3, 4, 7, 8, 25, 60}) {
        std::set<std::pair<int, int>> met;
        std::vector<int> lead(static_cast<std::size_t>(n), 0);
        const auto pairings = round_robin(n);
        for (const Pairing& p : pairings) {
            EXPECT_TRUE(met.insert(test::unordered(p)).second);
            ++lead[static_cast<std::size_t>(p.first)];
            --lead[static_cast<std::size_t>(p.second)];
        }
        EXPECT_EQ(met.size(), static_cast<std::size_t>(n * (n - 1) / 2));
        for (const int balance : lead) EXPECT_LE(std::abs(balance), 1) << n;
    }
}

TEST(RoundRobin, SpreadsTheGamesOfEachEntrantEvenly) {
    const auto pairings = round_robin(8);
    for (std::size_t round = 0; round < 7; ++round) {
        std::set<int> seen;
        for (std::size_t i = 0; i < 4; ++i) {
            const Pairing& p = pairings[round * 4 + i];
            seen.insert({p.first, p.second});
        }
        EXPECT_EQ(seen.size(), 8u);
    }
}

TEST(RoundRobin, CountsItsGames) {
    StagePlan plan{.games = 4, .pools = 3};
    const auto stage = test::play_stage(plan, test::everybody(10), test::lower_wins);
    ASSERT_EQ(stage.rounds.size(), 1u);
    EXPECT_EQ(games_of(plan, 10), static_cast<long>(stage.rounds[0].pairings.size()) * 4);
}

TEST(Gauntlet, ChallengersMeetTheOthersButNotEachOther) {
    const StagePlan plan{.format = Format::Gauntlet, .challengers = 2};
    const auto stage = test::play_stage(plan, test::everybody(7), test::lower_wins);
    ASSERT_EQ(stage.rounds.size(), 1u);
    std::set<std::pair<int, int>> met;
    for (const Pairing& p : stage.rounds[0].pairings) met.insert(test::unordered(p));
    EXPECT_EQ(met.size(), 10u);
    for (const auto& [low, high] : met) {
        EXPECT_LT(low, 2);
        EXPECT_GE(high, 2);
    }
    EXPECT_EQ(games_of(plan, 7), 20);
}

// A thousand entrants, a million games: what must not become slow.
TEST(RoundRobin, OfAThousandHasATable) {
    const StagePlan plan{};
    const auto stage = test::play_stage(plan, test::everybody(1000), test::lower_wins);
    EXPECT_EQ(games_of(plan, 1000), 999'000);
    const auto tables = stage_tables(plan, stage.seats, stage.rounds);
    ASSERT_EQ(tables.size(), 1u);
    EXPECT_EQ(tables[0].front().player, 0);
    EXPECT_EQ(tables[0].front().results.wins, 999 * 2);
    EXPECT_EQ(tables[0].back().player, 999);
}

}  // namespace
}  // namespace xttt
