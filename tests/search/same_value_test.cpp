#include <gtest/gtest.h>

#include "search/baselines.h"
#include "search/pvs/pvs.h"
#include "support/random_positions.h"
#include "support/variants.h"

namespace xttt {
namespace {

using namespace std::chrono_literals;

VARIANT_SUITE(FixedDepth);

// The same tree gives the same value whichever way it is searched.
VARIANT_TEST(FixedDepth, MinimaxAlphabetaMtdfAndUnselectivePvsAgree) {
    const LinesEvaluator<V> evaluator;
    const auto minimax = make_plain_search<V>(PlainKind::Minimax, evaluator, 0us);
    const auto alphabeta = make_plain_search<V>(PlainKind::AlphaBeta, evaluator, 0us);
    const auto mtdf = make_mtdf_search<V>(evaluator, 1, 0us);
    const auto pvs = make_pvs_search<V>(evaluator, {.hash_mb = 1, .selective = false});
    Random random(5);
    for (int i = 0; i < 60; ++i) {
        const auto pos = test::random_position<V>(random);
        // Open moves make wide trees: there, one ply less.
        const int depth = 1 + static_cast<int>(random.below(pos.legal_count() > 20 ? 2 : 4));
        const SearchLimits limits{.depth = depth};
        const SearchReport expected = minimax->search(pos, limits, {});
        for (const auto* other : {&alphabeta, &mtdf, &pvs}) {
            const SearchReport found = (*other)->search(pos, limits, {});
            ASSERT_EQ(found.score(), expected.score()) << "position " << i << " depth " << depth;
            ASSERT_TRUE(pos.is_legal(found.best_move()));
        }
    }
}

// However threads divide a tree, its value is that of one thread, and the line can be played.
VARIANT_TEST(FixedDepth, ThreadsAgreeWithOne) {
    const LinesEvaluator<V> evaluator;
    const PvsOptions options{.hash_mb = 1, .selective = false};
    PvsOptions together = options;
    together.threads = 3;
    const auto one = make_pvs_search<V>(evaluator, options);
    const auto three = make_pvs_search<V>(evaluator, together);
    Random random(7);
    for (int i = 0; i < 20; ++i) {
        const auto pos = test::random_position<V>(random, V.cells() / 3);
        if (pos.legal_count() > 2 * V.places()) continue;  // it would take long
        const SearchLimits limits{.depth = V.cells() < 100 ? 8 : 6};
        const SearchReport found = three->search(pos, limits, {});
        ASSERT_EQ(found.score(), one->search(pos, limits, {}).score()) << "position " << i;
        Position<V> then = pos;
        for (const Move m : found.pvs[0].moves) {
            ASSERT_TRUE(then.is_legal(m));
            then.play(m);
        }
    }
}

// The value belongs to the move: playing it and searching one ply less gives it back.
VARIANT_TEST(FixedDepth, TheBestMoveIsWorthTheValue) {
    const LinesEvaluator<V> evaluator;
    const auto minimax = make_plain_search<V>(PlainKind::Minimax, evaluator, 0us);
    const auto mtdf = make_mtdf_search<V>(evaluator, 1, 0us);
    Random random(6);
    for (int i = 0; i < 40; ++i) {
        const auto pos = test::random_position<V>(random);
        const int depth = pos.legal_count() > 20 ? 2 : 3;
        const SearchReport found = mtdf->search(pos, {.depth = depth}, {});
        const SearchReport only =
            minimax->search(pos, {.depth = depth, .root_moves = {found.best_move()}}, {});
        ASSERT_EQ(only.score(), found.score());
    }
}

}  // namespace
}  // namespace xttt
