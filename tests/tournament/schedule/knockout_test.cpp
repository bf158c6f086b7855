#include <map>

#include <gmock/gmock.h>

#include "tournament/schedule/formats.h"
#include "tournament/schedule/simulated.h"

namespace xttt {
namespace {

using ::testing::ElementsAre;

const StagePlan kPlan{.name = "cup", .format = Format::Knockout, .games = 2};

TEST(Knockout, SeedsMeetAsLateAsCanBe) {
    const auto stage = test::play_stage(kPlan, test::everybody(8), test::lower_wins);
    ASSERT_EQ(stage.rounds.size(), 3u);
    std::set<std::pair<int, int>> first, second, last;
    for (const Pairing& p : stage.rounds[0].pairings) first.insert(test::unordered(p));
    for (const Pairing& p : stage.rounds[1].pairings) second.insert(test::unordered(p));
    for (const Pairing& p : stage.rounds[2].pairings) last.insert(test::unordered(p));
    using Pair = std::pair<int, int>;
    EXPECT_THAT(first, ElementsAre(Pair(0, 7), Pair(1, 6), Pair(2, 5), Pair(3, 4)));
    EXPECT_THAT(second, ElementsAre(Pair(0, 3), Pair(1, 2)));
    EXPECT_THAT(last, ElementsAre(Pair(0, 1)));
}

TEST(Knockout, OrdersByHowFarEachCame) {
    for (const auto& [n, rounds] :
         std::map<int, int>{{1, 0}, {2, 1}, {3, 2}, {5, 3}, {8, 3}, {13, 4}}) {
        const auto stage = test::play_stage(kPlan, test::everybody(n), test::lower_wins);
        const auto table = stage_tables(kPlan, stage.seats, stage.rounds)[0];
        ASSERT_EQ(static_cast<int>(table.size()), n);
        EXPECT_EQ(table[0].player, 0);
        if (n > 1) {
            EXPECT_EQ(table[1].player, 1);
        }
        int pairings = 0;
        for (const auto& round : stage.rounds) pairings += static_cast<int>(round.pairings.size());
        EXPECT_EQ(pairings, n - 1);
        EXPECT_EQ(static_cast<int>(stage.rounds.size()), rounds);
    }
}

TEST(Knockout, TiedEntrantsPlayAgainAndThenTheBetterSeedAdvances) {
    const auto always_x = [](int, int, int) { return std::array{68, 0}; };
    const auto stage = test::play_stage(kPlan, test::everybody(2), always_x);
    EXPECT_EQ(static_cast<int>(stage.rounds.size()), 1 + kMaxTieBreaks);
    EXPECT_EQ(stage_tables(kPlan, stage.seats, stage.rounds)[0][0].player, 0);
    // The second round decides one of two pairings; the other had no need of it.
    int round = 0;
    const auto later = [&](int x, int o, int) {
        if (std::minmax(x, o) == std::minmax(0, 3)) return test::lower_wins(x, o, 0);
        return round == 0 ? std::array{10, 10} : std::array{x == 2 ? 68 : 0, o == 2 ? 68 : 0};
    };
    const auto seats = assign_seats(kPlan, test::everybody(4), 1);
    std::vector<PlayedRound> rounds;
    while (auto next = next_round(kPlan, seats, rounds, 1)) {
        rounds.push_back(test::play(kPlan, *next, later));
        ++round;
    }
    ASSERT_EQ(rounds.size(), 3u);
    EXPECT_EQ(rounds[1].pairings.size(), 1u);
    EXPECT_EQ(test::unordered(rounds[2].pairings[0]), std::pair(0, 2));
}

TEST(Knockout, PoolsMayTakeDifferentNumbersOfRounds) {
    StagePlan plan = kPlan;
    plan.pools = 2;
    const auto judge = [](int x, int o, int) {
        // The pool of 0 cannot decide its final at once.
        return std::minmax(x, o) == std::minmax(0, 3) ? std::array{5, 5}
                                                      : test::lower_wins(x, o, 0);
    };
    const auto stage = test::play_stage(plan, test::everybody(8), judge);
    const auto tables = stage_tables(plan, stage.seats, stage.rounds);
    EXPECT_EQ(tables[0][0].player, 0);
    EXPECT_EQ(tables[1][0].player, 1);
    EXPECT_GT(stage.rounds.size(), 2u);
}

}  // namespace
}  // namespace xttt
