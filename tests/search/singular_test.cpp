#include <algorithm>

#include <gtest/gtest.h>

#include "eval/handcrafted/tuned.h"
#include "rules/fen.h"
#include "search/pvs/pvs.h"
#include "search/solver/late_positions.h"
#include "search/solver/solver.h"
#include "support/random_positions.h"
#include "support/variants.h"

namespace xttt {
namespace {

constexpr int kNever = kMaxPly;
// So early that the question whether a move stands alone is asked while it is being answered.
constexpr int kEverywhere = 3;

template <const Variant& V>
std::unique_ptr<Searcher<V>> searcher_with(int singular_depth, int threads = 1) {
    PvsOptions options{.hash_mb = 2, .threads = threads};
    options.tuning.singular_depth = singular_depth;
    return make_pvs_search<V>(TunedEvaluator<V>(), options);
}

// The first depth at which a line is proven, for either side; one more than `deepest` if at none.
template <const Variant& V>
int depth_of_proof(Searcher<V>& searcher, const Position<V>& pos, int deepest) {
    int found = deepest + 1;
    searcher.new_game();
    searcher.search(pos, {.depth = deepest}, [&](const SearchReport& report) {
        if (is_line_score(report.score())) found = std::min(found, report.depth);
    });
    return found;
}

// What they are for: where one move after the other is the only one, the end of it is seen at a
// smaller depth. Not in every position, for they change what the table knows and so the rest of the
// search.
TEST(SingularExtensions, ProveLinesAtSmallerDepths) {
    constexpr int kMaxDepth = 13;
    const auto with = searcher_with<kUltimate>(PvsTuning{}.singular_depth);
    const auto without = searcher_with<kUltimate>(kNever);
    Random random(5);
    int sooner = 0, later = 0;
    for (int i = 0; i < 100; ++i) {
        const auto pos = test::random_position<kUltimate>(random, 46);
        const int extended = depth_of_proof(*with, pos, kMaxDepth);
        const int plain = depth_of_proof(*without, pos, kMaxDepth);
        sooner += extended < plain;
        later += extended > plain;
    }
    EXPECT_GT(sooner, 2 * later);
    EXPECT_GE(sooner, 5);
}

TEST(SingularExtensions, VisitTheSameNodesTwice) {
    Random random(6);
    for (int i = 0; i < 5; ++i) {
        const auto pos = test::random_position<kUltimate>(random, 30);
        const auto first = searcher_with<kUltimate>(kEverywhere)->search(pos, {.depth = 11}, {});
        const auto second = searcher_with<kUltimate>(kEverywhere)->search(pos, {.depth = 11}, {});
        EXPECT_EQ(first.nodes, second.nodes);
        EXPECT_EQ(first.score(), second.score());
    }
}

VARIANT_SUITE(Singular);

// A search so deep that nothing is left out says what the solver says, whatever was asked on the
// way of nodes without their best move, and whatever was left because of the answers.
VARIANT_TEST(Singular, SolvedPositionsKeepTheirValue) {
    Random random(7);
    Solver<V> solver({.hash_mb = 4});
    const auto searcher = searcher_with<V>(kEverywhere);
    for (int i = 0; i < 50; ++i) {
        const auto pos = test::late_position<V>(random, 5 + i % 6);
        SCOPED_TRACE(to_fen<V>(pos));
        const Solution solution = solver.solve(pos);
        ASSERT_TRUE(solution.solved());
        const SearchReport report = searcher->search(pos, {.depth = 80}, {});
        const int sign = pos.side_to_move() == Side::X ? 1 : -1;
        if (solution.by_line()) {
            const Score view = sign * (solution.line_winner() == Side::X ? 1 : -1);
            EXPECT_TRUE(is_line_score(report.score()));
            EXPECT_GT(report.score() * view, 0);
        } else {
            EXPECT_EQ(report.score(), sign * kPoint * solution.proven.lower);
        }
        EXPECT_TRUE(pos.is_legal(report.best_move()));
    }
}

// Among threads too: the searches without a move must not disturb the lines of those around them.
VARIANT_TEST(Singular, LinesCanBePlayed) {
    Random random(8);
    for (const int threads : {1, 3}) {
        const auto searcher = searcher_with<V>(kEverywhere, threads);
        for (int i = 0; i < 10; ++i) {
            const auto start = test::random_position<V>(random);
            const auto report = searcher->search(start, {.nodes = 20'000, .multipv = 2}, {});
            for (const ScoredPv& pv : report.pvs) {
                ASSERT_FALSE(pv.moves.empty());
                Position<V> pos = start;
                for (const Move m : pv.moves) {
                    ASSERT_TRUE(pos.is_legal(m)) << to_fen<V>(start);
                    pos.play(m);
                }
            }
        }
    }
}

}  // namespace
}  // namespace xttt
