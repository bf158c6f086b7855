#include "draw/board_drawing.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.h"
#include "base/text.h"
#include "rules/notation.h"
#include "support/variants.h"

namespace xttt {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// Columns a line takes on a terminal: characters, escape sequences left out.
std::size_t columns(std::string_view text_line) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < text_line.size();) {
        if (text_line[i] == '\x1b') {
            i = text_line.find('m', i) + 1;
        } else {
            i += utf8_length(text_line, i);
            ++count;
        }
    }
    return count;
}

template <const Variant& V>
Position<V> after(std::string_view moves) {
    auto pos = Position<V>::initial();
    EXPECT_TRUE(play_moves<V>(pos, moves));
    return pos;
}

VARIANT_SUITE(BoardDrawing);

VARIANT_TEST(BoardDrawing, ReportsThePositionOfEachCell) {
    for (int id = 0; id < V.cells(); ++id) {
        auto pos = Position<V>::initial();
        pos.play(move_from_id<V>(id));
        const std::string text = draw_board<V>(pos, {.ascii = true});
        const auto text_lines = split(text, '\n');
        const DrawnCell at = drawn_cell<V>(move_from_id<V>(id));
        ASSERT_EQ(text_lines[static_cast<std::size_t>(at.row)].substr(
                      static_cast<std::size_t>(at.column), static_cast<std::size_t>(at.width)),
                  "[x]")
            << text;
    }
    const std::string text = draw_board<V>(Position<V>::initial(), {.ascii = true});
    EXPECT_EQ(drawn_size<V>().row, std::ranges::count(text, '\n'));
    EXPECT_EQ(static_cast<std::size_t>(drawn_size<V>().width), columns(split(text, '\n')[2]));
}

VARIANT_TEST(BoardDrawing, FitsEightyColumnsInEveryStyle) {
    Random random(3);
    auto pos = Position<V>::initial();
    for (;;) {
        for (const bool ascii : {false, true})
            for (const bool color : {false, true}) {
                const std::string text = draw_board<V>(pos, {ascii, color});
                for (const auto text_line : split(text, '\n'))
                    ASSERT_LE(columns(text_line), 80u) << text;
                ASSERT_TRUE(is_utf8(text));
                ASSERT_EQ(text.contains('\x1b'), color);
                ASSERT_EQ(std::ranges::all_of(text, [](char c) { return c >= 0; }), ascii);
            }
        if (pos.over()) break;
        pos.play(pos.nth_legal(random.below(static_cast<std::uint32_t>(pos.legal_count()))));
    }
}

// x has won the top left board; a4 sends x there, so x may move anywhere.
TEST(BoardDrawingText, ShowsBigMarksLegalCellsAndTheLastMove) {
    const auto pos = after<kUltimate>("a1 b2 f5 g4 a2 a4 a3 a7");
    EXPECT_EQ(draw_board<kUltimate>(pos, {.ascii = true, .color = false}),
              "     a  b  c   d  e  f   g  h  i  \n"
              "   +---------+---------+---------+\n"
              " 1 |  \\   /  | .  .  . | .  .  . |\n"
              " 2 |    X    | .  .  . | .  .  . |\n"
              " 3 |  /   \\  | .  .  . | .  .  . |\n"
              "   +---------+---------+---------+\n"
              " 4 | o  .  . | .  .  . | o  .  . |\n"
              " 5 | .  .  . | .  .  x | .  .  . |\n"
              " 6 | .  .  . | .  .  . | .  .  . |\n"
              "   +---------+---------+---------+\n"
              " 7 |[o] .  . | .  .  . | .  .  . |\n"
              " 8 | .  .  . | .  .  . | .  .  . |\n"
              " 9 | .  .  . | .  .  . | .  .  . |\n"
              "   +---------+---------+---------+\n");
}

TEST(BoardDrawingText, FramesTheForcedBoardsAndDotsOnlyTheirCells) {
    EXPECT_EQ(draw_board<kDouble>(after<kDouble>("1e4"), {}),
              "    big board 1                          big board 2                   \n"
              "     a  b  c   d  e  f   g  h  i          a  b  c   d  e  f   g  h  i  \n"
              "   ┌─────────┲━━━━━━━━━┱─────────┐      ┌─────────┲━━━━━━━━━┱─────────┐\n"
              " 1 │         ┃ ·  ·  · ┃         │    1 │         ┃ ·  ·  · ┃         │\n"
              " 2 │         ┃ ·  ·  · ┃         │    2 │         ┃ ·  ·  · ┃         │\n"
              " 3 │         ┃ ·  ·  · ┃         │    3 │         ┃ ·  ·  · ┃         │\n"
              "   ├─────────╄━━━━━━━━━╃─────────┤      ├─────────╄━━━━━━━━━╃─────────┤\n"
              " 4 │         │   [x]   │         │    4 │         │         │         │\n"
              " 5 │         │         │         │    5 │         │         │         │\n"
              " 6 │         │         │         │    6 │         │         │         │\n"
              "   ├─────────┼─────────┼─────────┤      ├─────────┼─────────┼─────────┤\n"
              " 7 │         │         │         │    7 │         │         │         │\n"
              " 8 │         │         │         │    8 │         │         │         │\n"
              " 9 │         │         │         │    9 │         │         │         │\n"
              "   └─────────┴─────────┴─────────┘      └─────────┴─────────┴─────────┘\n");
}

TEST(BoardDrawingText, ShowsTheWinningMoveOnTheBigMark) {
    EXPECT_THAT(draw_board<kUltimate>(after<kUltimate>("a1 b2 f5 g4 a2 a4 a3"), {}),
                HasSubstr(" 3 │[x]   ▀▄ │"));
}

TEST(PositionDescription, HasTheSideToMoveAndItsBoards) {
    EXPECT_EQ(describe_position<kDouble>(after<kDouble>("1a1 1b2 1f5 1g4 1a2 1a4 1a3")),
              "x to move, a bonus move, in 1a7-1c9 or 2a7-2c9 (18 legal moves)\n"
              "small boards won: x 1, o 0; worth x 4, o 0 points; last move 1a3\n");
    EXPECT_THAT(describe_position<kUltimate>(Position<kUltimate>::initial()),
                HasSubstr("x to move in any open small board (81 legal moves)"));
}

TEST(PositionDescription, SaysHowTheGameEnded) {
    Random random(1);
    bool line = false, full = false;
    while (!line || !full) {
        auto pos = Position<kUltimate>::initial();
        while (!pos.over())
            pos.play(pos.nth_legal(random.below(static_cast<std::uint32_t>(pos.legal_count()))));
        const std::string text = describe_position<kUltimate>(pos);
        EXPECT_THAT(text, Not(HasSubstr("to move")));
        if (text.contains("won with a line of small boards; points: ")) line = true;
        if (text.contains("there is no line; points: ")) full = true;
    }
}

}  // namespace
}  // namespace xttt
