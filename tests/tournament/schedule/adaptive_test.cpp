#include "tournament/schedule/adaptive.h"

#include <gmock/gmock.h>

#include "tournament/schedule/simulated.h"

namespace xttt {
namespace {

TEST(Adaptive, SpendsItsBudgetWhereTheOrderIsInDoubt) {
    const StagePlan plan{.format = Format::Adaptive, .games = 2, .budget = 200, .batch = 1};
    // 2 and 3 are equal, everybody else is far apart.
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

}  // namespace
}  // namespace xttt
