#include <gmock/gmock.h>

#include "tournament/schedule/formats.h"
#include "tournament/schedule/simulated.h"

namespace xttt {
namespace {

TEST(Adaptive, SpendsItsBudgetWhereTheOrderIsInDoubt) {
    const StagePlan plan{.format = Format::Adaptive, .games = 2, .budget = 200, .batch = 1};
    // 2 and 3 are equal, all others are far apart.
    const auto judge = [](int x, int o, int game) {
        if (std::minmax(x, o) == std::minmax(2, 3))
            return game == 0 ? std::array{68, 0} : std::array{0, 68};
        return test::lower_wins(x, o, game);
    };
    const auto stage = test::play_stage(plan, test::everybody(6), judge);
    std::map<std::pair<int, int>, int> met;
    int pairings = 0;
    for (const PlayedRound& round : stage.rounds)
        for (const Pairing& p : round.pairings) ++met[test::unordered(p)], ++pairings;
    EXPECT_EQ(pairings, 100);
    EXPECT_EQ(games_of(plan, 6), 200);
    for (const auto& [pair, count] : met)
        if (pair != std::pair(2, 3)) {
            EXPECT_GE((met[{2, 3}]), count);
        }
}

TEST(Adaptive, BeginsWithARingThatJoinsEverybody) {
    const StagePlan plan{.format = Format::Adaptive, .budget = 1000};
    const auto round = next_round(plan, assign_seats(plan, test::everybody(9), 1), {}, 7);
    ASSERT_TRUE(round);
    EXPECT_EQ(round->size(), 9u);
    std::vector<int> games(9, 0);
    for (const Pairing& p : *round) ++games[p.first], ++games[p.second];
    EXPECT_THAT(games, ::testing::Each(2));
    EXPECT_EQ(next_round(plan, assign_seats(plan, test::everybody(9), 1), {}, 7), round);
}

TEST(Adaptive, RanksByRatingNotByPointsOfUnequalNumbersOfGames) {
    const StagePlan plan{.format = Format::Adaptive, .games = 2, .budget = 10};
    PlayedRound round;
    // 1 and 2 share eight games; 0 played two games only, and won both against 1.
    for (int i = 0; i < 4; ++i) round.pairings.push_back({1, 2});
    round.pairings.push_back({0, 1});
    for (int i = 0; i < 4; ++i)
        round.scores.push_back({{68, 68}, {.wins = 1, .draws = 0, .losses = 1}});
    round.scores.push_back({{136, 0}, {.wins = 2, .draws = 0, .losses = 0}});
    const auto seats = assign_seats(plan, test::everybody(3), 1);
    const auto table = stage_tables(plan, seats, std::vector{round}).at(0);
    EXPECT_EQ(table[0].player, 0);
    EXPECT_EQ(table[0].rank, 1);
    EXPECT_EQ(table[0].results.games(), 2);
    EXPECT_EQ(table[1].player, 2);
    StagePlan league = plan;
    league.format = Format::RoundRobin;
    EXPECT_NE(stage_tables(league, seats, std::vector{round}).at(0)[0].player, 0);
}

}  // namespace
}  // namespace xttt
