#include <gtest/gtest.h>

#include "stats/encounters.h"

namespace xttt {
namespace {

std::vector<TableRow> table_of(int players, const std::vector<ScoredGame>& games) {
    return points_table(players, encounters(players, games));
}

std::vector<int> order(const std::vector<TableRow>& table) {
    std::vector<int> players;
    for (const auto& row : table) players.push_back(row.player);
    return players;
}

TEST(Encounters, AddUpGamesOfBothSides) {
    const std::vector<ScoredGame> games{
        {0, 1, {68, 0}}, {1, 0, {20, 20}}, {2, 0, {24, 30}}, {1, 0, {31, 16}}};
    EXPECT_EQ(encounters(3, games),
              (std::vector<Encounter>{{0, 1, {1, 1, 1}, {104, 51}}, {0, 2, {1, 0, 0}, {30, 24}}}));
}

TEST(PointsTable, AddsPointsAsTheCourseDoes) {
    // Full games give points to both: player 1 wins nothing and still leads player 2.
    const auto table =
        table_of(3, {{0, 1, {34, 30}}, {1, 0, {28, 32}}, {0, 2, {68, 0}}, {2, 0, {30, 34}}});
    EXPECT_EQ(order(table), (std::vector{0, 1, 2}));
    EXPECT_EQ(table[0].points, 168);
    EXPECT_EQ(table[0].against, 88);
    EXPECT_EQ(table[0].results, (Trinomial{.wins = 4}));
    EXPECT_EQ(table[1].points, 58);
    EXPECT_EQ(table[1].results, (Trinomial{.losses = 2}));
    EXPECT_EQ(table[2].points, 30);
}

TEST(PointsTable, BreaksTiesByGamesWon) {
    const auto table =
        table_of(4, {{0, 2, {30, 34}}, {0, 3, {38, 30}}, {1, 2, {35, 33}}, {1, 3, {33, 30}}});
    ASSERT_EQ(table[0].points, table[1].points);
    EXPECT_EQ(order(table)[0], 1);
    EXPECT_EQ(table[0].rank, 1);
    EXPECT_EQ(table[1].rank, 2);
}

TEST(PointsTable, ThenByTheGamesAmongTheTied) {
    // 0 and 1: equal points and wins; 1 was the better one when they met.
    const auto table = table_of(3, {{0, 1, {20, 40}},
                                    {0, 2, {60, 2}},
                                    {1, 2, {40, 2}},
                                    {0, 2, {0, 60}},
                                    {0, 2, {10, 0}},
                                    {1, 2, {10, 8}}});
    ASSERT_EQ(table[1].points, 90);
    ASSERT_EQ(table[0].points, 90);
    EXPECT_EQ(order(table)[0], 1);
}

TEST(PointsTable, ThenByTheMargin) {
    const auto table = table_of(4, {{0, 2, {40, 28}}, {1, 3, {40, 10}}});
    EXPECT_EQ(order(table), (std::vector{1, 0, 2, 3}));
    EXPECT_EQ(table[0].margin(), 30);
}

TEST(PointsTable, SharesTheRankOfTiedEntrants) {
    const auto table = table_of(4, {{0, 2, {40, 28}}, {1, 3, {40, 28}}});
    EXPECT_EQ(table[0].rank, 1);
    EXPECT_EQ(table[1].rank, 1);
    EXPECT_EQ(table[2].rank, 3);
    EXPECT_EQ(table[3].rank, 3);
}

TEST(PointsTable, ListsEntrantsThatHaveNotPlayed) {
    const auto table = table_of(3, {});
    ASSERT_EQ(table.size(), 3u);
    EXPECT_EQ(table[2].rank, 1);
    EXPECT_EQ(table[2].results.games(), 0);
}

}  // namespace
}  // namespace xttt
