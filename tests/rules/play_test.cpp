// The section "Play" of the rules, sentence by sentence.

#include <gtest/gtest.h>

#include "rules/position.h"
#include "support/scene.h"
#include "support/variants.h"

namespace xttt {
namespace {

using test::after;
using test::at;
using test::move_named;
using test::Scene;

template <const Variant& V>
bool every_legal_move_is_at(const Position<V>& pos, int place) {
    bool all = pos.legal_count() > 0;
    pos.for_each_legal([&](Move m) { all &= m.board % V.places() == place; });
    return all;
}

VARIANT_SUITE(FirstMove);

VARIANT_TEST(FirstMove, IsMadeByX) {
    EXPECT_EQ(Position<V>::initial().side_to_move(), Side::X);
}
VARIANT_TEST(FirstMove, IsFreeToGoToAnyCell) {
    const auto pos = Position<V>::initial();
    EXPECT_EQ(pos.legal_count(), V.cells());
    EXPECT_EQ(pos.legal_moves(), CellSet<V>::all());
}

VARIANT_SUITE(Correspondence);

VARIANT_TEST(Correspondence, ThePlaceOfTheLastCellInItsSmallBoardNamesTheNextSmallBoard) {
    for (int id = 0; id < V.cells(); ++id) {
        const Move m = move_from_id<V>(id);
        auto pos = Position<V>::initial();
        pos.play(m);
        ASSERT_EQ(pos.bound_place(), m.cell);
        ASSERT_TRUE(every_legal_move_is_at(pos, m.cell));
        // All cells of the named boards, except the one just played if it is in one of them.
        const int taken = m.board % V.places() == m.cell;
        ASSERT_EQ(pos.legal_count(), V.big_boards * V.places() - taken);
    }
}
TEST(Correspondence, OfSingleMovesIsAsThePageNumbersThem) {
    // f7 is in the second small board of the second row, in its third row and second column.
    const auto pos = after<kExtreme>({"f7"});
    EXPECT_EQ(pos.bound_place(), 9);
    EXPECT_TRUE(pos.is_legal(move_named<kExtreme>("e9")));
    EXPECT_TRUE(pos.is_legal(move_named<kExtreme>("h12")));
    EXPECT_FALSE(pos.is_legal(move_named<kExtreme>("e8")));
    EXPECT_FALSE(pos.is_legal(move_named<kExtreme>("i9")));
}
TEST(Correspondence, InDoubleNamesOneSmallBoardOnEachBigBoard) {
    const auto pos = after<kDouble>({"2e5"});
    EXPECT_EQ(pos.legal_count(), 17);
    EXPECT_TRUE(pos.is_legal(move_named<kDouble>("1e5")));
    EXPECT_TRUE(pos.is_legal(move_named<kDouble>("2d4")));
    EXPECT_FALSE(pos.is_legal(move_named<kDouble>("2e5")));
    EXPECT_FALSE(pos.is_legal(move_named<kDouble>("1a1")));
}
TEST(Correspondence, InDoubleTheMoveGoesIntoWhicheverNamedBoardIsOpen) {
    for (const int closed : {4, 13}) {
        const int open = closed == 4 ? 13 : 4;
        for (const bool drawn : {false, true}) {
            Scene<kDouble> scene;
            drawn ? scene.drawn(closed) : scene.won(Side::O, closed);
            const auto pos = scene.marks(Side::O, 0, 1 << 4).last(at(0, 4)).position();
            EXPECT_EQ(pos.legal_count(), 9);
            pos.for_each_legal([&](Move m) { EXPECT_EQ(m.board, open); });
        }
    }
}

VARIANT_SUITE(OpenMove);

VARIANT_TEST(OpenMove, GoesToAnyEmptyCellOfAnyOpenBoardWhenEveryNamedBoardIsClosed) {
    for (const bool drawn : {false, true}) {
        Scene<V> scene;
        for (int big = 0; big < V.big_boards; ++big) {
            const int named = big * V.places() + 1;
            drawn ? scene.drawn(named) : scene.won(big == 0 ? Side::X : Side::O, named);
        }
        const auto pos = scene.marks(Side::O, 0, 1 << 1).last(at(0, 1)).position();
        EXPECT_FALSE(pos.is_bound());
        EXPECT_EQ(pos.legal_count(), V.cells() - V.big_boards * V.places() - 1);
        EXPECT_FALSE(pos.is_legal(at(0, 1)));
        EXPECT_TRUE(pos.is_legal(at(0, 0)));
        EXPECT_TRUE(pos.is_legal(at(V.small_boards() - 1, 0)));
    }
}
VARIANT_TEST(OpenMove, FollowsWhenTheMoveItselfClosesTheOnlyBoardItNames) {
    Scene<V> scene;
    for (int big = 1; big < V.big_boards; ++big) scene.drawn(big * V.places());
    auto pos = scene.almost_won(Side::X, 0, 0).position();
    pos.play(at(0, 0));
    ASSERT_EQ(pos.board_winner(0), Side::X);
    EXPECT_FALSE(pos.is_bound());
    EXPECT_EQ(pos.legal_count(), V.cells() - V.big_boards * V.places());
}
VARIANT_TEST(OpenMove, BindsTheNextMoveAgain) {
    Scene<V> scene;
    for (int big = 0; big < V.big_boards; ++big) scene.drawn(big * V.places() + 1);
    auto pos = scene.marks(Side::O, 0, 1 << 1).last(at(0, 1)).position();
    pos.play(at(3, 2));
    EXPECT_TRUE(every_legal_move_is_at(pos, 2));
}

VARIANT_SUITE_OF(BonusMove, test::EveryVariantWithBonus);

VARIANT_TEST(BonusMove, IsBoundByThePlayersOwnLastCell) {
    auto pos = Scene<V>().almost_won(Side::X, 0, 2).position();
    pos.play(at(0, 2));
    ASSERT_EQ(pos.side_to_move(), Side::X);
    EXPECT_TRUE(every_legal_move_is_at(pos, 2));
}
TEST(BonusMove, DoesNotExistInUltimate) {
    auto pos = Scene<kUltimate>().almost_won(Side::X, 0, 2).position();
    pos.play(at(0, 2));
    ASSERT_EQ(pos.board_winner(0), Side::X);
    EXPECT_EQ(pos.side_to_move(), Side::O);
    EXPECT_FALSE(pos.is_bonus_move());
}
VARIANT_TEST(BonusMove, IsEarnedByWinningASmallBoardWithTheFirstMoveOfATurn) {
    for (const Side side : {Side::X, Side::O}) {
        auto pos = Scene<V>().almost_won(side, 0, 2).to_move(side).position();
        pos.play(at(0, 2));
        EXPECT_EQ(pos.side_to_move(), side);
        EXPECT_TRUE(pos.is_bonus_move());
    }
}
VARIANT_TEST(BonusMove, SecondBoardWonInOneTurnPassesTheTurn) {
    auto pos = Scene<V>().almost_won(Side::X, 0, 2).almost_won(Side::X, 2, 1).position();
    pos.play(at(0, 2));
    ASSERT_EQ(pos.side_to_move(), Side::X);
    pos.play(at(2, 1));
    ASSERT_EQ(pos.board_winner(2), Side::X);
    EXPECT_EQ(pos.side_to_move(), Side::O);
    EXPECT_FALSE(pos.is_bonus_move());
}
VARIANT_TEST(BonusMove, ThatWinsNothingPassesTheTurn) {
    auto pos = Scene<V>().almost_won(Side::X, 0, 2).position();
    pos.play(at(0, 2));
    pos.play(at(2, 5));
    EXPECT_EQ(pos.side_to_move(), Side::O);
    EXPECT_FALSE(pos.is_bonus_move());
}
VARIANT_TEST(BonusMove, CanBeEarnedAgainInTheNextTurn) {
    auto pos = Scene<V>().almost_won(Side::O, 5, 0).bonus().last(at(1, 5)).position();
    pos.play(at(5, 5));  // x spends its bonus move, naming board 5 again
    ASSERT_EQ(pos.side_to_move(), Side::O);
    pos.play(at(5, 0));
    EXPECT_EQ(pos.side_to_move(), Side::O);
    EXPECT_TRUE(pos.is_bonus_move());
}
VARIANT_TEST(BonusMove, IsNotEarnedByDrawingASmallBoard) {
    const Mask x = test::drawn_marks<V>();
    const int last = std::countr_zero(x);
    auto pos = Scene<V>()
                   .marks(Side::X, 0, x & ~(Mask{1} << last))
                   .marks(Side::O, 0, kFullMask<V> & ~x)
                   .position();
    pos.play(at(0, last));
    ASSERT_TRUE(pos.is_drawn(0));
    EXPECT_EQ(pos.side_to_move(), Side::O);
    EXPECT_FALSE(pos.is_bonus_move());
}
VARIANT_TEST(BonusMove, IsNotEarnedByTheMoveThatFillsTheLastBoard) {
    auto pos = Scene<V>().almost_won(Side::X, 0, 2).rest_drawn().position();
    pos.play(at(0, 2));
    ASSERT_EQ(pos.status(), Status::Full);
    EXPECT_EQ(pos.side_to_move(), Side::O);
    EXPECT_FALSE(pos.is_bonus_move());
}
VARIANT_TEST(BonusMove, IsNotMadeWhenALineEndsTheGame) {
    Scene<V> scene;
    for (int place = 1; place < V.size; ++place) scene.won(Side::X, place);
    auto pos = scene.almost_won(Side::X, 0, 2).position();
    pos.play(at(0, 2));
    ASSERT_TRUE(pos.over());
    EXPECT_FALSE(pos.is_bonus_move());
    EXPECT_EQ(pos.legal_count(), 0);
}

VARIANT_SUITE(TheEnd);

VARIANT_TEST(TheEnd, ComesAtOnceWithALineAndLeavesNoMove) {
    for (int big = 0; big < V.big_boards; ++big) {
        Scene<V> scene;
        const int first = big * V.places();
        for (int place = 1; place < V.size; ++place) scene.won(Side::O, first + place);
        auto pos = scene.almost_won(Side::O, first, 2).to_move(Side::O).position();
        EXPECT_FALSE(pos.over());
        EXPECT_FALSE(pos.outcome().has_value());
        pos.play(at(first, 2));
        EXPECT_EQ(pos.status(), Status::LineO);
        ASSERT_TRUE(pos.outcome().has_value());
        EXPECT_EQ(pos.outcome()->reason, EndReason::Line);
        EXPECT_EQ(pos.outcome()->line_winner, Side::O);
        EXPECT_EQ(pos.legal_count(), 0);
        EXPECT_TRUE(pos.legal_moves().empty());
        EXPECT_FALSE(pos.is_legal(at(V.small_boards() - 1, 0)));
    }
}
TEST(TheEnd, NeedsTheWholeLineOnOneBigBoard) {
    const auto pos =
        Scene<kDouble>().won(Side::X, 0).won(Side::X, 1).won(Side::X, 9 + 2).position();
    EXPECT_FALSE(pos.over());
}
VARIANT_TEST(TheEnd, ComesWithoutALineWhenAllSmallBoardsAreClosed) {
    auto pos = Scene<V>().won(Side::O, 1).almost_won(Side::X, 0, 2).rest_drawn().position();
    ASSERT_FALSE(pos.over());
    pos.play(at(0, 2));
    ASSERT_TRUE(pos.outcome().has_value());
    EXPECT_EQ(pos.status(), Status::Full);
    EXPECT_EQ(pos.outcome()->reason, EndReason::Full);
    EXPECT_FALSE(pos.outcome()->line_winner.has_value());
    EXPECT_EQ(pos.legal_count(), 0);
}
VARIANT_TEST(TheEnd, DoesNotComeWhileOneSmallBoardIsOpen) {
    const auto pos = Scene<V>().marks(Side::X, 0, 1).rest_drawn().position();
    EXPECT_FALSE(pos.over());
    EXPECT_EQ(pos.legal_count(), V.places() - 1);
}
VARIANT_TEST(TheEnd, ByALineGoesBeforeTheEndByFullness) {
    Scene<V> scene;
    for (int place = 1; place < V.size; ++place) scene.won(Side::X, place);
    auto pos = scene.almost_won(Side::X, 0, 2).rest_drawn().position();
    pos.play(at(0, 2));
    EXPECT_EQ(pos.status(), Status::LineX);
}
VARIANT_TEST(TheEnd, IsNotBroughtByALineWithADrawnBoardInIt) {
    Scene<V> scene;
    for (int place = 1; place < V.size; ++place) scene.won(Side::X, place);
    EXPECT_FALSE(scene.drawn(0).position().over());
}

}  // namespace
}  // namespace xttt
