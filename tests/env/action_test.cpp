#include "env/observation.h"
#include "rules/notation.h"
#include "support/variants.h"

namespace xttt {
namespace {

VARIANT_SUITE(Actions);

VARIANT_TEST(Actions, NumberEveryCellOnceInReadingOrder) {
    for (int action = 0; action < V.cells(); ++action) {
        const Move move = move_of_action<V>(action);
        EXPECT_EQ(action_of<V>(move), action);
        const int column = action % V.width(), row = action / V.width();
        EXPECT_EQ(grid_cell<V>(move), (GridCell{row / V.width(), row % V.width(), column}));
    }
}

TEST(Actions, StandForTheMovesOnePlaysByText) {
    EXPECT_EQ(action_of<kExtreme>(*read_move<kExtreme>("a1")), 0);
    EXPECT_EQ(action_of<kExtreme>(*read_move<kExtreme>("h9")), 8 * 16 + 7);
    EXPECT_EQ(action_of<kExtreme>(*read_move<kExtreme>("p16")), 255);
    EXPECT_EQ(action_of<kDouble>(*read_move<kDouble>("2a1")), 81);
    EXPECT_EQ(action_of<kUltimate>(*read_move<kUltimate>("i9")), 80);
}

}  // namespace
}  // namespace xttt
