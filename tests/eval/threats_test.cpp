#include "eval/threats.h"

#include <gtest/gtest.h>

#include "support/random_positions.h"
#include "support/variants.h"

namespace xttt {
namespace {

VARIANT_SUITE(Threats);

VARIANT_TEST(Threats, AreTheCellsThatWinTheBoardWhenPlayed) {
    Random random(3);
    for (int i = 0; i < 200; ++i) {
        const auto pos = test::random_position<V>(random);
        for (int b = 0; b < V.small_boards(); ++b) {
            for (const Side side : {Side::X, Side::O}) {
                Mask expected = 0;
                for_each_bit(pos.playable().board(b), [&](int cell) {
                    if (has_line<V>(pos.marks(side, b) | Mask{1} << cell))
                        expected |= Mask{1} << cell;
                });
                EXPECT_EQ(winning_cells(pos, side, b), expected);
            }
        }
    }
}

}  // namespace
}  // namespace xttt
