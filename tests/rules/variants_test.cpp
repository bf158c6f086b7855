// The section "The variants" of the rules: the table, its notes, and the names.

#include "support/variants.h"

#include <algorithm>
#include <chrono>

#include <gtest/gtest.h>

#include "base/random.h"
#include "reference/game.h"
#include "rules/position.h"
#include "rules/with_variant.h"
#include "support/describe.h"

namespace xttt {
namespace {

using namespace std::chrono_literals;

int lines_of_kind(LineKinds kind, int size) {
    Variant only = kExtreme;
    only.lines = kind;
    only.size = size;
    return static_cast<int>(detail::make_lines(only).size());
}

TEST(Variants, ExtremeIsTheDefault) {
    EXPECT_EQ(kVariants.front(), &kExtreme);
}

TEST(Variants, ExtremeIsOneBigBoardOfFourWithRowsColumnsAndDiamonds) {
    EXPECT_EQ(kExtreme.name, "extreme");
    EXPECT_EQ(kExtreme.big_boards, 1);
    EXPECT_EQ(kExtreme.size, 4);
    EXPECT_EQ(kExtreme.lines, LineKinds::Rows | LineKinds::Columns | LineKinds::Diamonds);
    EXPECT_TRUE(kExtreme.bonus_move);
    EXPECT_EQ(kExtreme.line_points, 68);
    EXPECT_EQ(kExtreme.move_time, 16s);
}

TEST(Variants, DoubleIsTwoBigBoardsOfThreeWithRowsColumnsAndDiagonals) {
    EXPECT_EQ(kDouble.name, "double");
    EXPECT_EQ(kDouble.big_boards, 2);
    EXPECT_EQ(kDouble.size, 3);
    EXPECT_EQ(kDouble.lines, LineKinds::Rows | LineKinds::Columns | LineKinds::Diagonals);
    EXPECT_TRUE(kDouble.bonus_move);
    EXPECT_EQ(kDouble.line_points, 86);
    EXPECT_EQ(kDouble.move_time, 24s);
}

TEST(Variants, DiagonalIsExtremeWithDiagonalsInsteadOfDiamonds) {
    EXPECT_EQ(kDiagonal.name, "diagonal");
    EXPECT_EQ(kDiagonal.big_boards, 1);
    EXPECT_EQ(kDiagonal.size, 4);
    EXPECT_EQ(kDiagonal.lines, LineKinds::Rows | LineKinds::Columns | LineKinds::Diagonals);
    EXPECT_TRUE(kDiagonal.bonus_move);
    EXPECT_EQ(kDiagonal.line_points, 68);
    EXPECT_EQ(kDiagonal.move_time, 16s);
    for (int board = 0; board < kDiagonal.small_boards(); ++board)
        EXPECT_EQ(board_value<kDiagonal>(board), board_value<kExtreme>(board));
}

TEST(Variants, UltimateIsTheClassicGameWithoutBonus) {
    EXPECT_EQ(kUltimate.name, "ultimate");
    EXPECT_EQ(kUltimate.big_boards, 1);
    EXPECT_EQ(kUltimate.size, 3);
    EXPECT_EQ(kUltimate.lines, LineKinds::Rows | LineKinds::Columns | LineKinds::Diagonals);
    EXPECT_FALSE(kUltimate.bonus_move);
    EXPECT_EQ(kUltimate.line_points, 9);
    EXPECT_EQ(kUltimate.move_time, 16s);
}

template <const Variant& V>
std::vector<int> board_values() {
    std::vector<int> values;
    for (int board = 0; board < V.places(); ++board) values.push_back(board_value<V>(board));
    return values;
}

TEST(Variants, ExtremeCountsSixForCornersFourForEdgesThreeInside) {
    EXPECT_EQ(board_values<kExtreme>(),
              (std::vector{6, 4, 4, 6, 4, 3, 3, 4, 4, 3, 3, 4, 6, 4, 4, 6}));
}
TEST(Variants, DoubleCountsFourForCornersSixForEdgesThreeInTheCentre) {
    EXPECT_EQ(board_values<kDouble>(), (std::vector{4, 6, 4, 6, 3, 6, 4, 6, 4}));
}
TEST(Variants, UltimateCountsOneForEachSmallBoard) {
    EXPECT_EQ(board_values<kUltimate>(), std::vector(9, 1));
}

TEST(Lines, ADiamondIsTheFourNeighboursOfAnInnerCellWithoutThatCell) {
    // Around row 2, column 2 (counted from 1): b1, a2, c2, b3.
    const auto bit = [](int row, int column) { return Mask{1} << (row * 4 + column); };
    const Mask diamond = bit(0, 1) | bit(1, 0) | bit(1, 2) | bit(2, 1);
    EXPECT_EQ(std::ranges::count(kLines<kExtreme>, diamond), 1);
    EXPECT_TRUE(has_line<kExtreme>(diamond));
    EXPECT_EQ(diamond & bit(1, 1), 0u);
}
TEST(Lines, FourInnerCellsMakeFourDiamondsAndTwelveLinesInAll) {
    EXPECT_EQ(lines_of_kind(LineKinds::Diamonds, 4), 4);
    EXPECT_EQ(lines_of_kind(LineKinds::Rows, 4), 4);
    EXPECT_EQ(lines_of_kind(LineKinds::Columns, 4), 4);
    EXPECT_EQ(kLines<kExtreme>.size(), 12u);
}
TEST(Lines, TheOtherVariantsHaveTwoDiagonals) {
    EXPECT_EQ(lines_of_kind(LineKinds::Diagonals, 4), 2);
    EXPECT_EQ(kLines<kDiagonal>.size(), 10u);
    EXPECT_EQ(kLines<kDouble>.size(), 8u);
    EXPECT_EQ(kLines<kUltimate>.size(), 8u);
}
TEST(Lines, ADiagonalWinsInDiagonalButNotInExtremeAndADiamondTheOtherWayRound) {
    const Mask falling = 0x8421, rising = 0x1248;
    const Mask diamond = 0x0252;
    EXPECT_TRUE(has_line<kDiagonal>(falling));
    EXPECT_TRUE(has_line<kDiagonal>(rising));
    EXPECT_FALSE(has_line<kExtreme>(falling));
    EXPECT_FALSE(has_line<kExtreme>(rising));
    EXPECT_TRUE(has_line<kExtreme>(diamond));
    EXPECT_FALSE(has_line<kDiagonal>(diamond));
}

VARIANT_SUITE(VariantTable);

VARIANT_TEST(VariantTable, ThePointsOfAllSmallBoardsAddUpToTheValueOfALine) {
    int sum = 0;
    for (int board = 0; board < V.small_boards(); ++board) sum += board_value<V>(board);
    EXPECT_EQ(sum, V.line_points);
}

VARIANT_TEST(VariantTable, AMaskHasALineExactlyWhenItContainsOne) {
    for (Mask mask = 0; mask <= kFullMask<V>; ++mask) {
        const bool contains =
            std::ranges::any_of(kLines<V>, [mask](Mask line) { return (mask & line) == line; });
        ASSERT_EQ(has_line<V>(mask), contains) << mask;
    }
}

VARIANT_TEST(VariantTable, ItsNameLeadsToItsType) {
    const auto found = with_variant(
        V.name, []<const Variant & Named>() -> Result<const Variant*> { return &Named; });
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(*found, &V);
}

TEST(VariantNames, AnUnknownOneIsAnErrorThatListsTheKnown) {
    const auto found =
        with_variant("extrem", []<const Variant & V>() -> Result<int> { return V.size; });
    ASSERT_FALSE(found.has_value());
    EXPECT_EQ(found.error().code, Errc::Usage);
    EXPECT_EQ(found.error().message,
              "unknown variant 'extrem'; choose from extreme, double, diagonal, ultimate");
}

// A variant that is not in the list of variants: this constant defines all of its rules.
inline constexpr Variant kInvented{
    .name = "invented",
    .summary = "two 16x16 boards, diamonds and diagonals, no bonus",
    .big_boards = 2,
    .size = 4,
    .lines = LineKinds::Rows | LineKinds::Columns | LineKinds::Diagonals | LineKinds::Diamonds,
    .bonus_move = false,
    .line_points = 32,
    .board_points = {.corner = 1, .edge = 1, .inner = 1},
    .move_time = 1s};

}  // namespace

// The library has this table for the variants of the list.
template <>
constinit const std::array<std::uint32_t, 2048> detail::WinTable<kInvented>::kBits = [] {
    std::array<std::uint32_t, 2048> bits{};
    for (Mask marks = 0; marks < 65'536; ++marks)
        if (has_line<kInvented>(marks)) bits[marks / 32] |= std::uint32_t{1} << marks % 32;
    return bits;
}();

namespace {

TEST(Variants, OneMoreCostsOneMoreConstant) {
    const reference::Rules rules{.big_boards = 2,
                                 .n = 4,
                                 .diagonals = true,
                                 .diamonds = true,
                                 .bonus_move = false,
                                 .corner = 1,
                                 .edge = 1,
                                 .inner = 1,
                                 .line = 32};
    Random random{7};
    for (int n = 0; n < 5; ++n) {
        auto pos = Position<kInvented>::initial();
        reference::Game game{rules};
        while (!pos.over()) {
            const Move m =
                pos.nth_legal(random.below(static_cast<std::uint32_t>(pos.legal_count())));
            pos.play(m);
            game.play(test::cell_of<kInvented>(m));
            ASSERT_EQ(static_cast<std::size_t>(pos.legal_count()), game.legal().size());
            ASSERT_EQ(test::board_states(pos), game.boards());
            ASSERT_EQ(pos.key(), pos.recomputed_key());
        }
        EXPECT_EQ(test::end_of(pos.outcome()), game.end());
    }
}

}  // namespace
}  // namespace xttt
