#include "env/observation.h"

#include "base/random.h"
#include "support/random_positions.h"
#include "support/variants.h"

namespace xttt {
namespace {

VARIANT_SUITE(Observation);

// What each plane must say of one cell, straight from its definition.
template <const Variant& V>
int expected(const Position<V>& pos, Side view, int plane, Move m) {
    const auto winner = pos.board_winner(m.board);
    const auto marked = [&](Side side) {
        return static_cast<int>(pos.marks(side, m.board) >> m.cell & 1);
    };
    switch (plane) {
        case 0:
            return marked(view);
        case 1:
            return marked(opponent(view));
        case 2:
            return winner == view;
        case 3:
            return winner == opponent(view);
        case 4:
            return pos.is_drawn(m.board);
        case 5:
            for (int c = 0; c < V.places(); ++c)
                if (pos.is_legal(Move::at(m.board, c))) return 1;
            return 0;
        case 6:
            return pos.is_bonus_move();
        default:
            return !pos.over() && pos.side_to_move() == view;
    }
}

VARIANT_TEST(Observation, SaysOfEveryCellWhatThePlanesMean) {
    Random random(5);
    for (int game = 0; game < 4; ++game) {
        Position<V> pos;
        for (;;) {
            for (const Side view : {Side::X, Side::O}) {
                // One byte more, to see that nothing is written behind the end.
                std::vector<std::uint8_t> planes(kObservationBytes<V> + 1, 77);
                write_observation(pos, view, planes.data());
                for (int plane = 0; plane < kPlanes; ++plane)
                    for (int action = 0; action < V.cells(); ++action)
                        ASSERT_EQ(planes[plane * V.cells() + action],
                                  expected<V>(pos, view, plane, move_of_action<V>(action)))
                            << kPlaneNames[plane] << ", action " << action;
                EXPECT_EQ(planes.back(), 77);
            }
            if (pos.over()) break;
            for (int i = 0; i < 5 && !pos.over(); ++i)
                pos.play(
                    pos.nth_legal(random.below(static_cast<std::uint32_t>(pos.legal_count()))));
        }
    }
}

VARIANT_TEST(Observation, MaskHoldsExactlyTheLegalActions) {
    Random random(6);
    for (int game = 0; game < 20; ++game) {
        Position<V> pos;
        for (;;) {
            std::vector<std::uint8_t> mask(V.cells() + 1, 77);
            write_mask(pos, mask.data());
            for (int action = 0; action < V.cells(); ++action)
                ASSERT_EQ(mask[action], pos.is_legal(move_of_action<V>(action)));
            EXPECT_EQ(mask.back(), 77);
            if (pos.over()) break;
            pos.play(pos.nth_legal(random.below(static_cast<std::uint32_t>(pos.legal_count()))));
        }
    }
}

}  // namespace
}  // namespace xttt
