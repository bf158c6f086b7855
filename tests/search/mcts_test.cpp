#include "search/mcts/mcts.h"

#include "rules/fen.h"
#include "search/make_searcher.h"
#include "search/mcts/node_pool.h"
#include "search/solver/late_positions.h"
#include "search/solver/solver.h"
#include "support/variants.h"

namespace xttt {
namespace {

using test::late_position;

VARIANT_SUITE(Mcts);

VARIANT_TEST(Mcts, ProvesWhatTheSolverProves) {
    Random random(41);
    Solver<V> solver({.hash_mb = 4});
    for (int i = 0; i < 40; ++i) {
        const auto pos = late_position<V>(random, 3 + i % 7);
        SCOPED_TRACE(to_fen<V>(pos));
        const Solution solution = solver.solve(pos);
        const Score score =
            make_mcts_search<V>({.hash_mb = 16})->search(pos, {.nodes = 200'000}, {}).score();
        const int in_x_view = solution.proven.lower;
        const int expected = pos.side_to_move() == Side::X ? in_x_view : -in_x_view;
        if (solution.by_line()) {
            ASSERT_TRUE(is_line_score(score)) << score;
            EXPECT_EQ(score > 0, expected > 0);
        } else {
            EXPECT_EQ(score, kPoint * expected);
        }
    }
}

VARIANT_TEST(Mcts, TheSameSeedGivesTheSameSearch) {
    const auto think = [](std::uint64_t seed) {
        auto searcher = make_mcts_search<V>({.hash_mb = 4, .seed = seed});
        Position<V> pos;
        std::vector<Move> moves;
        for (int i = 0; i < 6; ++i) {
            moves.push_back(searcher->search(pos, {.nodes = 500}, {}).best_move());
            pos.play(moves.back());
        }
        return moves;
    };
    EXPECT_EQ(think(1), think(1));
}

// So little memory that the tree is cut back all the time.
VARIANT_TEST(Mcts, PlaysOnWhenItsMemoryIsFull) {
    auto searcher = make_mcts_search<V>({.hash_mb = 0});
    const auto report = searcher->search({}, {.nodes = 30'000}, {});
    EXPECT_TRUE(Position<V>().is_legal(report.best_move()));
    EXPECT_EQ(report.nodes, 30'000u);
    EXPECT_LE(report.hashfull, 1000);
}

VARIANT_TEST(Mcts, ReportsMultiPvDifferentMoves) {
    auto searcher = make_mcts_search<V>({.hash_mb = 4});
    const auto report = searcher->search({}, {.nodes = 2000, .multipv = 5}, {});
    ASSERT_EQ(report.pvs.size(), 5u);
    for (std::size_t a = 0; a < 5; ++a) {
        auto pos = Position<V>::initial();
        for (const Move m : report.pvs[a].moves) {
            ASSERT_TRUE(pos.is_legal(m));
            pos.play(m);
        }
        for (std::size_t b = 0; b < a; ++b)
            EXPECT_NE(report.pvs[a].moves[0], report.pvs[b].moves[0]);
    }
}

// The network says at once what playouts tell little by little: a few leaves show a side far ahead.
VARIANT_TEST(Mcts, AsksTheNetworkAboutLeavesWhenItIsNamed) {
    SearchOptions options{.algorithm = "mcts", .evaluation = "nnue", .hash_mb = 4};
    const auto searcher = make_searcher<V>(options);
    ASSERT_TRUE(searcher.has_value()) << searcher.error().message;
    Random random(7);
    for (int i = 0; i < 5; ++i) {
        const auto pos = late_position<V>(random, 30);
        SCOPED_TRACE(to_fen<V>(pos));
        (*searcher)->new_game();
        const auto first = (*searcher)->search(pos, {.nodes = 300}, {});
        ASSERT_TRUE(pos.is_legal(first.best_move()));
        // The search uses no random numbers: another seed changes nothing.
        options.seed = 99;
        const auto again = (*make_searcher<V>(options))->search(pos, {.nodes = 300}, {});
        EXPECT_EQ(first.best_move(), again.best_move());
        EXPECT_EQ(first.score(), again.score());
    }
}

TEST(NodePool, KeepsTheSubtreeAndDropsTheRest) {
    NodePool pool(1);
    pool[0].first_child = pool.size();
    pool[0].children = 2;
    pool.push({.visits = 3, .move = {0, 1}});
    pool.push({.visits = 5, .move = {0, 2}});
    pool[2].first_child = pool.size();
    pool[2].children = 1;
    pool.push({.visits = 4, .move = {2, 7}});

    pool.keep_subtree(2, 1, [] { return true; });
    EXPECT_EQ(pool.size(), 2u);
    EXPECT_EQ(pool[0].visits, 5u);
    ASSERT_EQ(pool[0].children, 1);
    EXPECT_EQ(pool.children(pool[0])[0].move, (Move{2, 7}));

    pool.keep_subtree(0, 6, [] { return true; });
    EXPECT_EQ(pool.size(), 1u) << "the root has fewer visits than children need to be kept";
}

}  // namespace
}  // namespace xttt
