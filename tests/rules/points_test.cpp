// The section "Points" of the rules. Forfeits are the referee's and tested with it.

#include <gtest/gtest.h>

#include "rules/position.h"
#include "support/scene.h"
#include "support/variants.h"

namespace xttt {
namespace {

using test::Scene;
using PointPair = std::array<int, 2>;

VARIANT_SUITE(Points);

// Neighbouring places of a row cannot make a line together with drawn boards around them.
template <const Variant& V>
Position<V> full_game(std::initializer_list<int> of_x, std::initializer_list<int> of_o) {
    Scene<V> scene;
    for (const int board : of_x) scene.won(Side::X, board);
    for (const int board : of_o) scene.won(Side::O, board);
    return scene.rest_drawn().position();
}

VARIANT_TEST(Points, OfALineAreItsValueToTheWinnerAndNothingToTheOther) {
    for (const Side side : {Side::X, Side::O}) {
        Scene<V> scene;
        for (int place = 0; place < V.size; ++place) scene.won(side, place);
        scene.won(opponent(side), V.size);  // a small board the loser won counts for nothing
        const auto outcome = scene.position().outcome();
        ASSERT_TRUE(outcome.has_value());
        EXPECT_EQ(outcome->points[index(side)], V.line_points);
        EXPECT_EQ(outcome->points[index(opponent(side))], 0);
    }
}
VARIANT_TEST(Points, WithoutALineAreThoseOfTheSmallBoardsWon) {
    const int inner = V.size + 1, last = V.small_boards() - 1;
    const auto outcome = full_game<V>({0, inner}, {1, last}).outcome();
    ASSERT_TRUE(outcome.has_value());
    EXPECT_EQ(outcome->points, (PointPair{V.board_points.corner + V.board_points.inner,
                                          V.board_points.edge + V.board_points.corner}));
}
VARIANT_TEST(Points, OfAllSmallBoardsTogetherAreNoMoreThanThoseOfALine) {
    int all = 0;
    for (int board = 0; board < V.small_boards(); ++board) all += board_value<V>(board);
    EXPECT_LE(all, V.line_points);
}
VARIANT_TEST(Points, AreNoughtToBothWhenEveryBoardIsDrawn) {
    EXPECT_EQ(full_game<V>({}, {}).outcome()->points, (PointPair{0, 0}));
}
VARIANT_TEST(Points, AreCountedDuringTheGame) {
    const auto pos = Scene<V>().won(Side::X, 0).won(Side::O, 1).drawn(2).position();
    EXPECT_EQ(pos.board_points(Side::X), V.board_points.corner);
    EXPECT_EQ(pos.board_points(Side::O), V.board_points.edge);
}

VARIANT_SUITE(TheResult);

VARIANT_TEST(TheResult, OfAFullGameIsADrawWithReasonFullWhateverThePoints) {
    const auto outcome = full_game<V>({0, 1}, {}).outcome();
    EXPECT_EQ(outcome->reason, EndReason::Full);
    EXPECT_FALSE(outcome->line_winner.has_value());
    EXPECT_GT(outcome->points[0], outcome->points[1]);
}
VARIANT_TEST(TheResult, RatedGoesToThePlayerWithMorePoints) {
    EXPECT_EQ(full_game<V>({0, 1}, {2}).outcome()->rated_winner(), Side::X);
    EXPECT_EQ(full_game<V>({2}, {0, 1}).outcome()->rated_winner(), Side::O);
}
VARIANT_TEST(TheResult, RatedIsADrawForEqualPoints) {
    EXPECT_FALSE(full_game<V>({0}, {V.size - 1}).outcome()->rated_winner().has_value());
    EXPECT_FALSE(full_game<V>({}, {}).outcome()->rated_winner().has_value());
}
VARIANT_TEST(TheResult, RatedOfALineIsItsWinner) {
    Scene<V> scene;
    for (int place = 0; place < V.size; ++place) scene.won(Side::O, place);
    EXPECT_EQ(scene.position().outcome()->rated_winner(), Side::O);
}
VARIANT_TEST(TheResult, MarginIsThePointsOfOneSideLessThoseOfTheOther) {
    const auto outcome = full_game<V>({0, 1}, {}).outcome();
    const int margin = V.board_points.corner + V.board_points.edge;
    EXPECT_EQ(outcome->margin(Side::X), margin);
    EXPECT_EQ(outcome->margin(Side::O), -margin);
}

}  // namespace
}  // namespace xttt
