// The section "Words" of the rules, sentence by sentence.

#include <gtest/gtest.h>

#include "rules/position.h"
#include "support/describe.h"
#include "support/scene.h"
#include "support/variants.h"

namespace xttt {
namespace {

using test::at;
using test::Scene;

VARIANT_SUITE(Words);

VARIANT_TEST(Words, ASmallBoardIsASquareOfCellsAndABigBoardASquareOfSmallBoards) {
    EXPECT_EQ(V.places(), V.size * V.size);
    EXPECT_EQ(V.small_boards(), V.big_boards * V.places());
    EXPECT_EQ(V.cells(), V.small_boards() * V.places());
    EXPECT_EQ(V.width(), V.size * V.size);
}

VARIANT_TEST(Words, EveryCellHasOneSquareOfTheGridAndBack) {
    for (int id = 0; id < V.cells(); ++id) {
        const Move m = move_from_id<V>(id);
        const GridCell on_grid = grid_cell<V>(m);
        EXPECT_EQ(move_id<V>(m), id);
        EXPECT_EQ(move_at<V>(on_grid), m);
        // The small board is found by whole division, the cell inside it by the remainder.
        EXPECT_EQ(on_grid.row / V.size * V.size + on_grid.column / V.size, m.board % V.places());
        EXPECT_EQ(on_grid.row % V.size * V.size + on_grid.column % V.size, m.cell);
    }
}

VARIANT_TEST(Words, ASmallBoardIsOpenWhileItHasAnEmptyCellAndNoLine) {
    const Mask some = test::drawn_marks<V>() & 0x7;
    const auto pos = Scene<V>().marks(Side::X, 0, some).position();
    EXPECT_TRUE(pos.is_open(0));
    EXPECT_FALSE(pos.is_drawn(0));
    EXPECT_FALSE(pos.board_winner(0).has_value());
}

VARIANT_TEST(Words, ASmallBoardIsWonByThePlayerWhoHoldsAllCellsOfALine) {
    for (const Side side : {Side::X, Side::O})
        for (int board = 0; board < V.small_boards(); ++board)
            for (const Mask line : kLines<V>)
                for (int last = 0; last < V.places(); ++last) {
                    if ((line >> last & 1) == 0) continue;
                    auto pos = Scene<V>()
                                   .marks(side, board, line & ~(Mask{1} << last))
                                   .to_move(side)
                                   .position();
                    ASSERT_TRUE(pos.is_open(board));
                    pos.play(at(board, last));
                    ASSERT_EQ(pos.board_winner(board), side);
                    ASSERT_FALSE(pos.is_open(board));
                    ASSERT_FALSE(pos.is_drawn(board));
                }
}

VARIANT_TEST(Words, ALineOfMixedMarksWinsNothing) {
    for (const Mask line : kLines<V>) {
        const Mask first = line & -line;
        const auto pos =
            Scene<V>().marks(Side::X, 0, first).marks(Side::O, 0, line & ~first).position();
        EXPECT_TRUE(pos.is_open(0));
        EXPECT_FALSE(pos.board_winner(0).has_value());
    }
}

VARIANT_TEST(Words, ASmallBoardThatIsFullWithoutALineIsDrawn) {
    const Mask x = test::drawn_marks<V>();
    const int last = std::countr_zero(x);
    auto pos = Scene<V>()
                   .marks(Side::X, 0, x & ~(Mask{1} << last))
                   .marks(Side::O, 0, kFullMask<V> & ~x)
                   .position();
    ASSERT_TRUE(pos.is_open(0));
    pos.play(at(0, last));
    EXPECT_TRUE(pos.is_drawn(0));
    EXPECT_FALSE(pos.is_open(0));
    EXPECT_FALSE(pos.board_winner(0).has_value());
}

VARIANT_TEST(Words, AFullSmallBoardWithALineIsWonNotDrawn) {
    const Mask other = Mask{1} << (V.places() - 1);
    const auto pos =
        Scene<V>().marks(Side::X, 0, kFullMask<V> & ~other).marks(Side::O, 0, other).position();
    EXPECT_EQ(pos.board_winner(0), Side::X);
    EXPECT_FALSE(pos.is_drawn(0));
}

VARIANT_TEST(Words, NothingMoreIsPlayedInAWonBoardThoughItStillHasEmptyCells) {
    const auto pos = Scene<V>().won(Side::X, 1).position();
    EXPECT_EQ(pos.legal_count(), V.cells() - V.places());
    for (int cell = 0; cell < V.places(); ++cell) EXPECT_FALSE(pos.is_legal(at(1, cell)));
}

VARIANT_TEST(Words, NothingMoreIsPlayedInADrawnBoard) {
    const auto pos = Scene<V>().drawn(1).position();
    EXPECT_EQ(pos.legal_count(), V.cells() - V.places());
    for (int cell = 0; cell < V.places(); ++cell) EXPECT_FALSE(pos.is_legal(at(1, cell)));
}

VARIANT_TEST(Words, TheSameLinesReadOverSmallBoardsWonWinTheGame) {
    for (const Side side : {Side::X, Side::O})
        for (int big = 0; big < V.big_boards; ++big)
            for (const Mask line : kLines<V>) {
                Scene<V> scene;
                const int first = big * V.places();
                const int last = std::countr_zero(line);
                for (int place = 0; place < V.places(); ++place)
                    if (place != last && (line >> place & 1)) scene.won(side, first + place);
                const int cell = std::countr_zero(kLines<V>[0]);
                auto pos = scene.almost_won(side, first + last, cell).to_move(side).position();
                ASSERT_FALSE(pos.over());
                pos.play(at(first + last, cell));
                ASSERT_TRUE(pos.over());
                ASSERT_EQ(pos.outcome()->line_winner, side);
            }
}

}  // namespace
}  // namespace xttt
