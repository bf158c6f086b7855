#include "rules/fen.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.h"
#include "base/text.h"
#include "rules/notation.h"
#include "support/variants.h"

namespace xttt {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

VARIANT_SUITE(Fen);

// Prefers moves that win small boards (0), avoids them (1) or does not care (2), so that the games
// end in lines, full boards and everything between.
template <const Variant& V>
Move choose(const Position<V>& pos, Random& random, int taste) {
    const auto random_move = [&] {
        return pos.nth_legal(random.below(static_cast<std::uint32_t>(pos.legal_count())));
    };
    Move move = random_move();
    for (int tries = 0; tries < 8 && taste != 2; ++tries, move = random_move()) {
        auto next = pos;
        next.play(move);
        const bool wins = next.won(pos.side_to_move()) != pos.won(pos.side_to_move());
        if (next.outcome() && next.outcome()->line_winner) continue;
        if (wins == (taste == 0)) break;
    }
    return move;
}

TYPED_TEST(Fen, EveryPositionOfRandomGamesIsAcceptedAndReadsBackExactly) {
    TypeParam::call([]<const Variant & V>() {
        constexpr int kGames = 500;
        Random random(2018);
        int lines = 0, full = 0;
        for (int game = 0; game < kGames; ++game) {
            auto pos = Position<V>::initial();
            for (;;) {
                const std::string fen = to_fen<V>(pos);
                const auto read = parse_fen<V>(fen);
                ASSERT_TRUE(read) << read.error().message << "\n" << fen;
                ASSERT_EQ(*read, pos) << fen;
                ASSERT_EQ(to_fen<V>(*read), fen);
                if (pos.over()) break;
                pos.play(choose<V>(pos, random, game % 3));
            }
            (pos.status() == Status::Full ? full : lines) += 1;
        }
        EXPECT_GT(lines, 0);
        EXPECT_GT(full, 0);
    });
}

TYPED_TEST(Fen, UpperCaseIsRead) {
    TypeParam::call([]<const Variant & V>() {
        auto pos = Position<V>::initial();
        Random random(7);
        for (int i = 0; i < 20; ++i) pos.play(choose<V>(pos, random, 2));
        std::string fen = to_fen<V>(pos);
        for (char& c : fen)
            if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
        EXPECT_EQ(parse_fen<V>(fen).value(), pos);
    });
}

TEST(FenText, OfTheStart) {
    EXPECT_EQ(to_fen<kExtreme>(Position<kExtreme>::initial()),
              "16/16/16/16/16/16/16/16/16/16/16/16/16/16/16/16 x - -");
    EXPECT_EQ(to_fen<kDouble>(Position<kDouble>::initial()),
              "9/9/9/9/9/9/9/9/9|9/9/9/9/9/9/9/9/9 x - -");
}

// x wins its first small board by 1a1, 1a2 and 1a3.
constexpr std::string_view kBonusDue = "x8/xo7/x8/o5o2/5x3/9/9/9/9|9/9/9/9/9/9/9/9/9 x 1a3 b";

TEST(FenText, ShowsABonusMoveDue) {
    auto pos = Position<kDouble>::initial();
    ASSERT_TRUE(play_moves<kDouble>(pos, "1a1 1b2 1f5 1g4 1a2 1a4 1a3"));
    EXPECT_EQ(to_fen<kDouble>(pos), kBonusDue);
}

// What parse_fen says about a FEN of V; "" if it takes it.
template <const Variant& V>
std::string complaint(std::string_view fen) {
    const auto pos = parse_fen<V>(fen);
    if (pos) return "";
    EXPECT_EQ(pos.error().code, Errc::BadFen);
    return pos.error().message;
}
std::string ultimate(std::string_view fen) {
    return complaint<kUltimate>(fen);
}

TEST(FenSyntax, NeedsFourFieldsAndOneSpaceBetween) {
    const std::string cells = "9/9/9/9/9/9/9/9/9";
    EXPECT_EQ(ultimate(cells + " x - -"), "");
    for (const std::string bad : {"", " x -", " x - - -", "  x - -", " x - - "})
        EXPECT_THAT(ultimate(cells + bad), HasSubstr("instead of four")) << bad;
}

TEST(FenSyntax, FaultsInTheCellsAreLocated) {
    EXPECT_EQ(
        ultimate("9/9/9/4q4/9/9/9/9/9 x - -"),
        "bad FEN, field 'cells': row 4: 'q' at column 5 must be x, o or a number of empty cells");
    EXPECT_THAT(ultimate("9/9/8/9/9/9/9/9/9 x - -"), HasSubstr("row 3: 8 cells instead of 9"));
    EXPECT_THAT(ultimate("9/9/x9/9/9/9/9/9/9 x - -"), HasSubstr("row 3: more than 9 cells"));
    EXPECT_THAT(ultimate("9/99999999999999/9/9/9/9/9/9/9 x - -"),
                HasSubstr("row 2: more than 9 cells"));
    EXPECT_THAT(ultimate("9/09/9/9/9/9/9/9/9 x - -"), HasSubstr("'0' at column 1"));
    EXPECT_THAT(ultimate("9/9/9/9/9/9/9/9 x - -"), HasSubstr("8 rows on big board 1 instead of 9"));
    EXPECT_THAT(ultimate("9/9/9/9/9/9/9/9/ x - -"), HasSubstr("row 9: 0 cells"));
    EXPECT_THAT(complaint<kDouble>("9/9/9/9/9/9/9/9/9 x - -"),
                HasSubstr("1 big board(s), but double has 2"));
    EXPECT_THAT(complaint<kDouble>("9/9/9/9/9/9/9/9/9|9/9/9/9/9/9/9/9/8 x - -"),
                HasSubstr("row 9 of big board 2: 8 cells"));
}

TEST(FenSyntax, OtherFieldsAreNamed) {
    EXPECT_EQ(ultimate("9/9/9/9/9/9/9/9/9 z - -"), "bad FEN, field 'side': 'z' must be x or o");
    EXPECT_EQ(ultimate("9/9/9/9/9/9/9/9/9 x j1 -"),
              "bad FEN, field 'last': 'j1' must be a move of ultimate or -");
    EXPECT_EQ(ultimate("9/9/9/9/9/9/9/9/9 x - B-"), "bad FEN, field 'bonus': 'B-' must be b or -");
}

TEST(ImpossibleFen, StartNeedsXToMoveAndNoLastMove) {
    const std::string empty = "9/9/9/9/9/9/9/9/9";
    EXPECT_THAT(ultimate(empty + " o - -"), HasSubstr("'side': x moves first"));
    EXPECT_THAT(ultimate(empty + " o a1 -"), HasSubstr("'last': a1 is empty"));
    EXPECT_THAT(ultimate(empty + " x - b"), HasSubstr("'bonus': there is no bonus move"));
    EXPECT_THAT(ultimate("x8/9/9/9/9/9/9/9/9 o - -"), HasSubstr("'last': the board is not empty"));
}

TEST(ImpossibleFen, SmallBoardWithLinesOfBoth) {
    EXPECT_THAT(ultimate("xxx6/ooo6/9/9/9/9/9/9/9 x a2 -"),
                HasSubstr("'cells': both players have a line in small board a1-c3"));
}

TEST(ImpossibleFen, SmallBoardWithTwoLinesThatShareNoMark) {
    EXPECT_THAT(ultimate("3xxx3/3xxx3/9/9/9/9/9/9/9 o d1 -"),
                HasSubstr("'cells': small board d1-f3 has lines that no single move"));
}

TEST(ImpossibleFen, LastMoveOnAnEmptyCell) {
    EXPECT_THAT(ultimate("x8/9/9/9/9/9/9/9/9 o a2 -"), HasSubstr("'last': a2 is empty"));
}

TEST(ImpossibleFen, LastMoveInABoardWonBefore) {
    EXPECT_THAT(ultimate("xxx6/x8/9/9/9/9/9/9/9 o a2 -"),
                HasSubstr("'last': small board a1-c3 was already won by x before a2"));
}

TEST(ImpossibleFen, MoveAfterALineOfSmallBoards) {
    EXPECT_THAT(ultimate("xxxxxxxxx/9/9/9/9/9/9/9/8o x i9 -"),
                HasSubstr("'last': the game was over before i9: x already had a line"));
}

TEST(ImpossibleFen, LinesOfSmallBoardsOfBoth) {
    EXPECT_THAT(ultimate("xxxxxxxxx/9/9/ooooooooo/9/9/9/9/9 x a4 -"),
                HasSubstr("'cells': there are lines of small boards that no single move"));
}

TEST(ImpossibleFen, SideThatJustMoved) {
    EXPECT_THAT(ultimate("x8/9/9/9/9/9/9/9/9 x a1 -"),
                HasSubstr("'side': x played a1 last, so o is to move"));
}

TEST(ImpossibleFen, BonusWithoutAWin) {
    EXPECT_THAT(complaint<kDouble>("x8/9/9/9/9/9/9/9/9|9/9/9/9/9/9/9/9/9 x 1a1 b"),
                HasSubstr("'bonus': 1a1 did not win a small board"));
    EXPECT_THAT(ultimate("x8/xo7/x8/o5o2/5x3/9/9/9/9 x a3 b"),
                HasSubstr("'bonus': ultimate has no bonus moves"));
}

TEST(ImpossibleFen, WinWithoutItsBonus) {
    std::string fen(kBonusDue);
    fen.replace(fen.size() - 7, 7, "o 1a3 -");
    EXPECT_THAT(complaint<kDouble>(fen), HasSubstr("'bonus': 1a3 won a small board"));
}

TEST(ImpossibleFen, BonusMoveForTheOtherSide) {
    std::string fen(kBonusDue);
    fen.replace(fen.size() - 7, 7, "o 1a3 b");
    EXPECT_THAT(complaint<kDouble>(fen),
                HasSubstr("'side': x played 1a3 last and won a small board, so x is to move"));
}

TEST(ImpossibleFen, MarkCountsOfNoSequenceOfTurns) {
    EXPECT_THAT(ultimate("xx7/9/9/9/9/9/9/9/9 o b1 -"),
                HasSubstr("'cells': 2 x and 0 o are impossible if turns alternate"));
    // One small board won gives one bonus move, not two.
    EXPECT_THAT(complaint<kDouble>("x8/xo7/x8/o5o2/5xx2/9/xxx6/9/9|9/9/9/9/9/9/9/9/9 o 1c7 -"),
                HasSubstr("'cells': 8 x and 3 o are impossible if turns"));
}

TEST(ImpossibleFen, SmallBoardLeftUnansweredThoughOpen) {
    EXPECT_THAT(ultimate("3x2o2/9/9/9/9/9/9/9/9 x g1 -"),
                HasSubstr("'cells': small board a1-c3: moves that sent play there: 1, moves made "
                          "there: 0"));
}

TEST(ImpossibleFen, MarksThatDoNotFollowFromEachOther) {
    EXPECT_THAT(ultimate("x8/9/9/9/9/9/9/9/8o x i9 -"),
                HasSubstr("it would take 2 open moves, but at most 1 are possible"));
}

}  // namespace
}  // namespace xttt
