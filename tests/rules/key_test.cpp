// What the Zobrist key means: equal for positions with the same continuations, different otherwise.

#include <string>
#include <unordered_map>

#include <gtest/gtest.h>

#include "base/random.h"
#include "rules/position.h"
#include "support/describe.h"
#include "support/scene.h"
#include "support/variants.h"

namespace xttt {
namespace {

using test::at;
using test::Scene;

VARIANT_SUITE(PositionKey);

VARIANT_TEST(PositionKey, DoesNotDependOnTheOrderOfTheMoves) {
    // x: 0/1 and 4/1, o: 1/0 and 1/4, in two orders that end bound to the same place.
    auto one = Position<V>::initial(), other = Position<V>::initial();
    for (const Move m : {at(0, 1), at(1, 4), at(4, 1), at(1, 0)}) one.play(m);
    for (const Move m : {at(4, 1), at(1, 4)}) other.play(m);
    EXPECT_NE(one.key(), other.key());
    auto facts = test::facts_of(other);
    facts.marks[0][0] |= 1 << 1;
    facts.marks[1][1] |= 1 << 0;
    facts.last = at(1, 0);
    EXPECT_EQ(Position<V>::assemble(facts).key(), one.key());
}
VARIANT_TEST(PositionKey, IgnoresWhatIsInsideAClosedSmallBoard) {
    const auto row = Scene<V>().won(Side::X, 0, kLines<V>[0]).position();
    const auto column = Scene<V>().won(Side::X, 0, kLines<V>[1]).position();
    EXPECT_NE(row, column);
    EXPECT_EQ(row.key(), column.key());
}
VARIANT_TEST(PositionKey, IgnoresWhichCellNamedThePlace) {
    const auto both = Scene<V>().marks(Side::X, 0, 1 << 3).marks(Side::X, 1, 1 << 3);
    EXPECT_EQ(Scene<V>(both).last(at(0, 3)).position().key(),
              Scene<V>(both).last(at(1, 3)).position().key());
}
VARIANT_TEST(PositionKey, IgnoresWhichClosedPlaceGaveTheOpenMove) {
    Scene<V> scene;
    for (int big = 0; big < V.big_boards; ++big)
        scene.drawn(big * V.places() + 2).drawn(big * V.places() + 3);
    scene.marks(Side::X, 0, 1 << 2 | 1 << 3);
    EXPECT_EQ(Scene<V>(scene).last(at(0, 2)).position().key(),
              Scene<V>(scene).last(at(0, 3)).position().key());
}
VARIANT_TEST(PositionKey, DependsOnTheWinnerOfABoard) {
    const Key x = Scene<V>().won(Side::X, 0).position().key();
    const Key o = Scene<V>().won(Side::O, 0).position().key();
    const Key drawn = Scene<V>().drawn(0).position().key();
    EXPECT_NE(x, o);
    EXPECT_NE(x, drawn);
    EXPECT_NE(o, drawn);
}
VARIANT_TEST(PositionKey, DependsOnSideBonusMoveAndBoundPlace) {
    const auto marked = Scene<V>().marks(Side::X, 0, 1 << 2 | 1 << 3);
    const auto base = Scene<V>(marked).last(at(0, 2)).position();
    EXPECT_NE(base.key(), Scene<V>(marked).last(at(0, 3)).position().key());
    EXPECT_NE(base.key(), Scene<V>(marked).position().key());
    EXPECT_NE(base.key(), Scene<V>(marked).last(at(0, 2)).to_move(Side::O).position().key());
    EXPECT_NE(base.key(), Scene<V>(marked).last(at(0, 2)).bonus().position().key());
}

// All of a position that its future depends on, as text.
template <const Variant& V>
std::string future_of(const Position<V>& pos) {
    std::string text = test::board_states(pos);
    for (int b = 0; b < V.small_boards(); ++b)
        if (pos.is_open(b))
            text += std::to_string(pos.marks(Side::X, b)) + '/' +
                    std::to_string(pos.marks(Side::O, b)) + ' ';
    text += letter(pos.side_to_move());
    text += pos.is_bonus_move() ? 'b' : '-';
    return text + std::to_string(pos.bound_place());
}

VARIANT_TEST(PositionKey, IsEqualExactlyWhenTheFutureIs) {
    std::unordered_map<Key, std::string> futures;
    std::unordered_map<std::string, Key> keys;
    Random random{2024};
    for (int game = 0; game < 100; ++game) {
        for (auto pos = Position<V>::initial(); !pos.over();) {
            pos.play(pos.nth_legal(random.below(static_cast<std::uint32_t>(pos.legal_count()))));
            const auto future = future_of(pos);
            ASSERT_EQ(futures.try_emplace(pos.key(), future).first->second, future);
            ASSERT_EQ(keys.try_emplace(future, pos.key()).first->second, pos.key());
        }
    }
}

}  // namespace
}  // namespace xttt
