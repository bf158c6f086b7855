#include "rules/notation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/variants.h"

namespace xttt {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

VARIANT_SUITE(Notation);

TYPED_TEST(Notation, EveryMoveReadsBackFromItsText) {
    TypeParam::call([]<const Variant & V>() {
        for (int id = 0; id < V.cells(); ++id) {
            const Move move = move_from_id<V>(id);
            EXPECT_EQ(read_move<V>(move_text<V>(move)), move) << move_text<V>(move);
        }
    });
}

TYPED_TEST(Notation, TextWithoutACellIsNotAMove) {
    TypeParam::call([]<const Variant & V>() {
        for (const char* text :
             {"",    "a",   "1",   "a0",  "a01", "a17", "q1",   "a1 ",          " a1", "a-1",
              "a+1", "a1x", "aa1", "3a1", "0a1", "1a",  "11a1", "a99999999999", "-",   "@1"})
            EXPECT_EQ(read_move<V>(text), std::nullopt) << text;
        EXPECT_EQ(read_move<V>(std::string_view("a1\0", 3)), std::nullopt);
    });
}

TEST(MoveText, CountsColumnsAndRowsFromTheTopLeft) {
    EXPECT_EQ(move_text<kExtreme>(move_at<kExtreme>({0, 0, 0})), "a1");
    EXPECT_EQ(move_text<kExtreme>(move_at<kExtreme>({0, 0, 3})), "d1");
    EXPECT_EQ(move_text<kExtreme>(move_at<kExtreme>({0, 15, 15})), "p16");
    EXPECT_EQ(move_text<kUltimate>(move_at<kUltimate>({0, 8, 8})), "i9");
}

TEST(MoveText, PutsTheBigBoardFirstInDouble) {
    EXPECT_EQ(move_text<kDouble>(move_at<kDouble>({0, 0, 0})), "1a1");
    EXPECT_EQ(move_text<kDouble>(move_at<kDouble>({1, 8, 0})), "2a9");
}

TEST(MoveText, IsReadInEitherCase) {
    EXPECT_EQ(read_move<kExtreme>("P16"), read_move<kExtreme>("p16"));
    EXPECT_EQ(read_move<kDouble>("2A9"), read_move<kDouble>("2a9"));
}

TEST(BoardText, NamesFirstAndLastCell) {
    EXPECT_EQ(board_text<kExtreme>(5), "e5-h8");
    EXPECT_EQ(board_text<kDouble>(17), "2g7-2i9");
}

// The refusal of `text` after the moves of `list`.
template <const Variant& V>
Error refusal(std::string_view list, std::string_view text) {
    auto pos = Position<V>::initial();
    EXPECT_TRUE(play_moves<V>(pos, list));
    const auto move = parse_move<V>(pos, text);
    return move ? Error{} : move.error();
}

TEST(ParseMove, GivesTheLegalMove) {
    auto pos = Position<kUltimate>::initial();
    EXPECT_EQ(parse_move<kUltimate>(pos, "E5").value(), (Move{4, 4}));
}

TEST(ParseMove, SaysWhatMovesLookLike) {
    const auto error = refusal<kDouble>("", "a1");
    EXPECT_EQ(error.code, Errc::BadMove);
    EXPECT_EQ(error.message, "'a1' is not a move; moves of double run from 1a1 to 2i9");
}

TEST(ParseMove, QuotesGarbageSafely) {
    const auto error = refusal<kUltimate>("", std::string("\x1b[2J") + std::string(1000, 'z'));
    EXPECT_THAT(error.message, HasSubstr("'\\x1b[2Jzzz"));
    EXPECT_LT(error.message.size(), 150u);
}

TEST(ParseMove, SaysWhichSmallBoardIsForced) {
    const auto error = refusal<kExtreme>("b2", "a1");
    EXPECT_EQ(error.code, Errc::IllegalMove);
    EXPECT_EQ(error.message, "'a1' is illegal: after b2 the move must go to small board e5-h8");
    EXPECT_EQ(refusal<kDouble>("1e5", "1a1").message,
              "'1a1' is illegal: after 1e5 the move must go to small board 1d4-1f6 or 2d4-2f6");
}

TEST(ParseMove, SaysThatACellIsTaken) {
    EXPECT_EQ(refusal<kUltimate>("e5", "e5").message, "'e5' is illegal: the cell is taken by x");
}

TEST(ParseMove, SaysThatASmallBoardIsClosed) {
    // x wins the top left board by its first column; a7 names it and so gives an open move.
    EXPECT_EQ(refusal<kUltimate>("a1 b2 f5 g4 a2 a4 a3 a7", "c1").message,
              "'c1' is illegal: small board a1-c3 is closed, won by x");
}

VARIANT_SUITE(FinishedGame);

VARIANT_TEST(FinishedGame, TakesNoMove) {
    auto pos = Position<V>::initial();
    while (!pos.over()) pos.play(pos.nth_legal(0));
    EXPECT_THAT(parse_move<V>(pos, move_text<V>({0, 0})).error().message,
                EndsWith("is illegal: the game is over"));
}

TEST(PlayMoves, SaysWhichMoveFails) {
    auto pos = Position<kUltimate>::initial();
    const auto played = play_moves<kUltimate>(pos, "e5, e4 e4");
    ASSERT_FALSE(played);
    EXPECT_THAT(played.error().message, StartsWith("move 3: 'e4' is illegal: after e4"));
}

}  // namespace
}  // namespace xttt
