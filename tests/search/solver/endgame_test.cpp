#include "search/solver/endgame.h"

#include "search/solver/late_positions.h"
#include "support/variants.h"

namespace xttt {
namespace {

VARIANT_SUITE(EndgameFacts);

VARIANT_TEST(EndgameFacts, KeepsItsKeyUpToDateWhilePlaying) {
    Random random(21);
    for (int game = 0; game < 20; ++game) {
        Endgame<V> played(Position<V, Tracking::None>::initial());
        while (!played.position().over()) {
            const auto& pos = played.position();
            const Move m =
                pos.nth_legal(random.below(static_cast<std::uint32_t>(pos.legal_count())));
            played.play(m);
            const Endgame<V> fresh(played.position());
            ASSERT_EQ(played.key(), fresh.key());
            for (const Side side : {Side::X, Side::O}) {
                ASSERT_EQ(played.winnable(side), fresh.winnable(side));
                ASSERT_EQ(played.line_possible(side), fresh.line_possible(side));
            }
        }
    }
}

VARIANT_TEST(EndgameFacts, ALineNoLongerPossibleIsNeverMade) {
    Random random(22);
    int seen = 0;
    for (int game = 0; game < 200; ++game) {
        Endgame<V> endgame(Position<V, Tracking::None>::initial());
        std::array<bool, 2> possible{true, true};
        while (!endgame.position().over()) {
            const auto& pos = endgame.position();
            endgame.play(
                pos.nth_legal(random.below(static_cast<std::uint32_t>(pos.legal_count()))));
            for (const Side side : {Side::X, Side::O}) {
                const bool now = endgame.line_possible(side);
                EXPECT_TRUE(possible[index(side)] || !now) << "a dead line came back";
                possible[index(side)] = now;
                seen += !now;
            }
        }
        EXPECT_TRUE(possible[0] || endgame.position().status() != Status::LineX);
        EXPECT_TRUE(possible[1] || endgame.position().status() != Status::LineO);
    }
    EXPECT_GT(seen, 0);
}

}  // namespace
}  // namespace xttt
