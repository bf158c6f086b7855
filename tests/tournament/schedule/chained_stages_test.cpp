#include <gmock/gmock.h>

#include "tournament/schedule/simulated.h"

namespace xttt {
namespace {

// The course: 80 bots, ten random pools, the best three of each into three pools of ten, the best
// three of those into a final league of nine.
TEST(ChainedStages, PlayTheCourseTournament) {
    const StagePlan pools{.pools = 10, .draw = Draw::Random, .promote = 3};
    const StagePlan middle{.pools = 3, .promote = 3};
    const StagePlan league{};
    const auto first = test::play_stage(pools, test::everybody(80), test::lower_wins, 2019);
    for (const Seat& seat : first.seats) EXPECT_LT(seat.pool, 10);
    EXPECT_EQ(games_of(pools, 80), 10 * 28 * 2);
    const auto second_entrants = promoted(pools, stage_tables(pools, first.seats, first.rounds));
    EXPECT_EQ(second_entrants.size(), 30u);
    const auto second = test::play_stage(middle, second_entrants, test::lower_wins, 5);
    std::vector<int> sizes(3, 0);
    for (const Seat& seat : second.seats) ++sizes[static_cast<std::size_t>(seat.pool)];
    EXPECT_EQ(sizes, (std::vector{10, 10, 10}));
    const auto last_entrants = promoted(middle, stage_tables(middle, second.seats, second.rounds));
    const auto last = test::play_stage(league, last_entrants, test::lower_wins, 6);
    const auto table = stage_tables(league, last.seats, last.rounds)[0];
    ASSERT_EQ(table.size(), 9u);
    EXPECT_EQ(table[0].player, 0);
    EXPECT_EQ(table[0].points, 8 * 2 * 68);
}

TEST(Seats, AreDrawnByLotWithTheSeedOrSpreadBySeed) {
    const StagePlan lot{.pools = 4, .draw = Draw::Random};
    const auto once = assign_seats(lot, test::everybody(20), 1);
    EXPECT_EQ(once, assign_seats(lot, test::everybody(20), 1));
    EXPECT_NE(once, assign_seats(lot, test::everybody(20), 2));
    std::vector<int> sizes(4, 0);
    for (const Seat& seat : once) ++sizes[static_cast<std::size_t>(seat.pool)];
    EXPECT_THAT(sizes, ::testing::Each(5));

    const StagePlan seeded{.pools = 3, .draw = Draw::Seeded};
    const auto spread = assign_seats(seeded, std::vector{10, 11, 12, 13, 14, 15, 16}, 1);
    std::vector<int> pools;
    for (const Seat& seat : spread) pools.push_back(seat.pool);
    EXPECT_EQ(pools, (std::vector{0, 1, 2, 2, 1, 0, 0}));
}

TEST(Promotion, TakesWinnersOfPoolsBeforeSecondOnes) {
    const auto row = [](int player, long points) {
        return TableRow{.player = player, .points = points, .results = {.wins = 1}};
    };
    const std::vector<std::vector<TableRow>> tables{{row(4, 50), row(5, 40)},
                                                    {row(7, 60), row(6, 45)}};
    EXPECT_EQ(promoted({.promote = 2}, tables), (std::vector{7, 4, 6, 5}));
    EXPECT_EQ(promoted({.promote = 1}, tables), (std::vector{7, 4}));
    EXPECT_EQ(promoted({}, tables).size(), 4u);
}

}  // namespace
}  // namespace xttt
