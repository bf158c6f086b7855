// A position of a variant chosen at run time behaves as the typed one does.

#include "rules/any_position.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "rules/fen.h"
#include "rules/notation.h"
#include "support/variants.h"

namespace xttt {
namespace {

VARIANT_SUITE(AnyPositionOf);

VARIANT_TEST(AnyPositionOf, PlaysTheSameGameAsTheTypedPosition) {
    Random random(7);
    auto typed = Position<V>::initial();
    AnyPosition any(V);
    EXPECT_EQ(&any.variant(), &V);
    while (!typed.over()) {
        ASSERT_EQ(any.template as<V>(), typed);
        ASSERT_EQ(any, AnyPosition(typed));
        EXPECT_EQ(any.side_to_move(), typed.side_to_move());
        EXPECT_EQ(any.is_bonus_move(), typed.is_bonus_move());
        EXPECT_EQ(any.last_move(), typed.last_move());
        EXPECT_EQ(any.key(), typed.key());
        EXPECT_EQ(any.fen(), to_fen(typed));
        EXPECT_EQ(any.outcome(), std::nullopt);
        const auto moves = any.legal_moves();
        ASSERT_EQ(static_cast<int>(moves.size()), any.legal_count());
        ASSERT_EQ(any.legal_count(), typed.legal_count());
        const Move m = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
        ASSERT_TRUE(typed.is_legal(m) && any.is_legal(m));
        EXPECT_EQ(any.parse_move(move_text(V, m)), m);
        typed.play(m);
        any.play(m);
        EXPECT_FALSE(any.is_legal(m));
    }
    EXPECT_EQ(any.outcome(), typed.outcome());
    EXPECT_EQ(any.board_points(Side::X), typed.board_points(Side::X));
    EXPECT_TRUE(any.over());
    EXPECT_FALSE(any.parse_move("a1").has_value());
}

VARIANT_TEST(AnyPositionOf, ReadsTheFenItWrites) {
    AnyPosition any(V);
    any.play(any.legal_moves()[3]);
    EXPECT_EQ(AnyPosition::parse_fen(V, any.fen()), any);
    const auto bad = AnyPosition::parse_fen(V, "x");
    ASSERT_FALSE(bad.has_value());
    EXPECT_EQ(bad.error().code, Errc::BadFen);
}

TEST(AnyPosition, DiffersBetweenVariantsOfEqualShape) {
    EXPECT_NE(AnyPosition(kExtreme), AnyPosition(kDiagonal));
    EXPECT_EQ(read_move(kDouble, "2a9"), read_move<kDouble>("2a9"));
    EXPECT_EQ(read_move(kExtreme, "2a9"), std::nullopt);
}

}  // namespace
}  // namespace xttt
