#include "rules/symmetry.h"

#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.h"
#include "support/scene.h"
#include "support/variants.h"

namespace xttt {
namespace {

template <const Variant& V>
std::vector<Symmetry<V>> all() {
    std::vector<Symmetry<V>> symmetries;
    for (int n = 0; n < Symmetry<V>::kCount; ++n) symmetries.emplace_back(n);
    return symmetries;
}

// Positions along a few random games, finished ones included.
template <const Variant& V>
std::vector<Position<V>> sample() {
    std::vector<Position<V>> positions;
    Random random{8};
    for (int game = 0; game < 4; ++game) {
        auto pos = Position<V>::initial();
        positions.push_back(pos);
        while (!pos.over()) {
            pos.play(pos.nth_legal(random.below(static_cast<std::uint32_t>(pos.legal_count()))));
            if (random.below(8) == 0 || pos.over()) positions.push_back(pos);
        }
    }
    return positions;
}

VARIANT_SUITE(SymmetryOf);

VARIANT_TEST(SymmetryOf, TheBoardIsOneOfEightTimesTheOrdersOfTheBigBoards) {
    std::set<std::vector<Move>> different;
    for (const auto symmetry : all<V>()) {
        std::vector<Move> images;
        for (int id = 0; id < V.cells(); ++id) images.push_back(symmetry(move_from_id<V>(id)));
        EXPECT_EQ(std::set<Move>(images.begin(), images.end()).size(), images.size());
        different.insert(images);
    }
    EXPECT_EQ(different.size(), 8u * V.big_boards);
}
VARIANT_TEST(SymmetryOf, TheBoardKeepsNeighboursOnTheGridNeighbours) {
    const auto distance = [](Move a, Move b) {
        const auto p = grid_cell<V>(a), q = grid_cell<V>(b);
        return std::abs(p.row - q.row) + std::abs(p.column - q.column) +
               100 * (p.big_board != q.big_board);
    };
    for (const auto symmetry : all<V>())
        for (int id = 0; id < V.cells(); id += 7)
            for (int other = 0; other < V.cells(); ++other) {
                const Move a = move_from_id<V>(id), b = move_from_id<V>(other);
                ASSERT_EQ(distance(a, b), distance(symmetry(a), symmetry(b)));
            }
}
VARIANT_TEST(SymmetryOf, TheBoardComposesAndInverts) {
    const Move probe = test::at(1, 2);
    for (const auto first : all<V>()) {
        EXPECT_EQ(first.inverse().after(first), Symmetry<V>());
        EXPECT_EQ(first.after(first.inverse()), Symmetry<V>());
        for (const auto second : all<V>())
            EXPECT_EQ(second.after(first)(probe), second(first(probe)));
    }
}
VARIANT_TEST(SymmetryOf, ASetOfCellsGoesCellByCell) {
    Random random{3};
    for (const auto symmetry : all<V>())
        for (int n = 0; n < 50; ++n) {
            const Mask cells = static_cast<Mask>(random.next()) & kFullMask<V>;
            Mask image = 0;
            for_each_bit(cells, [&](int c) { image |= Mask{1} << symmetry.place(c); });
            ASSERT_EQ(symmetry(cells), image);
        }
}
VARIANT_TEST(SymmetryOf, NoMoveIsNoMove) {
    for (const auto symmetry : all<V>()) EXPECT_TRUE(symmetry(kNoMove).is_none());
}
VARIANT_TEST(SymmetryOf, APositionMapsItsLegalMovesToThoseOfTheImage) {
    for (const auto& pos : sample<V>())
        for (const auto symmetry : all<V>()) {
            CellSet<V> images;
            pos.for_each_legal([&](Move m) { images.insert(symmetry(m)); });
            ASSERT_EQ(images, symmetry(pos).legal_moves());
        }
}
VARIANT_TEST(SymmetryOf, APositionCommutesWithPlayingAMove) {
    Random random{11};
    for (const auto& pos : sample<V>()) {
        if (pos.over()) continue;
        const Move m = pos.nth_legal(random.below(static_cast<std::uint32_t>(pos.legal_count())));
        auto played = pos;
        played.play(m);
        for (const auto symmetry : all<V>()) {
            auto image = symmetry(pos);
            image.play(symmetry(m));
            ASSERT_EQ(image, symmetry(played));
        }
    }
}
VARIANT_TEST(SymmetryOf, APositionKeepsItsOutcome) {
    for (const auto& pos : sample<V>())
        for (const auto symmetry : all<V>()) ASSERT_EQ(symmetry(pos).outcome(), pos.outcome());
}

VARIANT_SUITE(CanonicalForm);

VARIANT_TEST(CanonicalForm, IsTheSameForEveryImage) {
    for (const auto& pos : sample<V>()) {
        const auto form = canonical(pos);
        for (const auto symmetry : all<V>())
            ASSERT_EQ(canonical(symmetry(pos)).position, form.position);
    }
}
VARIANT_TEST(CanonicalForm, IsReachedByTheSymmetryNamed) {
    for (const auto& pos : sample<V>()) {
        const auto form = canonical(pos);
        ASSERT_EQ(form.symmetry(pos), form.position);
        ASSERT_EQ(form.symmetry.inverse()(form.position), pos);
    }
}
VARIANT_TEST(CanonicalForm, IsItsOwnCanonicalForm) {
    for (const auto& pos : sample<V>()) {
        const auto form = canonical(pos).position;
        ASSERT_EQ(canonical(form).position, form);
    }
}
VARIANT_TEST(CanonicalForm, HasEqualKeysForPositionsWithEqualKeys) {
    // The same future with another history: other lines won the boards, another cell named the
    // place. An image on top makes sure that the order of the images does not help.
    Random random{5};
    for (const auto& pos : sample<V>()) {
        auto facts = test::facts_of(pos);
        for (int b = 0; b < V.small_boards(); ++b)
            if (const auto winner = pos.board_winner(b)) {
                const Mask line = kLines<V>[random.below(kLines<V>.size())];
                facts.marks[index(*winner)][b] = static_cast<std::uint16_t>(line);
                facts.marks[index(opponent(*winner))][b] = 0;
            }
        const auto other = Position<V>::assemble(facts);
        ASSERT_EQ(other.key(), pos.key());
        const Symmetry<V> image(static_cast<int>(random.below(Symmetry<V>::kCount)));
        ASSERT_EQ(canonical(image(other)).position.key(), canonical(pos).position.key());
    }
}
TEST(CanonicalForm, LeavesAsManyFirstMovesAsThereAreKindsOfCells) {
    const auto kinds = []<const Variant & V>() {
        std::set<Key> keys;
        for (int id = 0; id < V.cells(); ++id) {
            auto pos = Position<V>::initial();
            pos.play(move_from_id<V>(id));
            keys.insert(canonical(pos).position.key());
        }
        return keys.size();
    };
    // By Burnside's lemma. For N = 4 no mirror through the middle leaves a cell in place, the
    // diagonals leave 4 * 4 each: (256 + 2 * 16) / 8. For N = 3 each of the four mirrors leaves
    // 3 * 3 and the turns only the centre: (81 + 4 * 9 + 3) / 8, on either of the big boards.
    EXPECT_EQ(kinds.operator()<kExtreme>(), 36u);
    EXPECT_EQ(kinds.operator()<kDiagonal>(), 36u);
    EXPECT_EQ(kinds.operator()<kUltimate>(), 15u);
    EXPECT_EQ(kinds.operator()<kDouble>(), 15u);
}

}  // namespace
}  // namespace xttt
