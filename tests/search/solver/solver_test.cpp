#include "search/solver/solver.h"

#include <algorithm>

#include "eval/score.h"
#include "rules/fen.h"
#include "search/solver/late_positions.h"
#include "support/variants.h"

namespace xttt {
namespace {

using test::late_position;

// The value of a position in x's view by trying everything.
template <const Variant& V>
Score exhaustive(const Position<V>& pos, int ply) {
    if (pos.over()) return final_score(pos, Side::X, ply);
    const bool x_moves = pos.side_to_move() == Side::X;
    Score best = x_moves ? -kInfinite : kInfinite;
    pos.for_each_legal([&](Move m) {
        Position<V> after = pos;
        after.play(m);
        const Score score = exhaustive(after, ply + 1);
        best = x_moves ? std::max(best, score) : std::min(best, score);
    });
    return best;
}

Score score_of(const Solution& solution) {
    if (!solution.by_line()) return kPoint * solution.proven.lower;
    const Score score = kLineScore - *solution.line_moves;
    return solution.line_winner() == Side::X ? score : -score;
}

VARIANT_SUITE(Solving);

VARIANT_TEST(Solving, AgreesWithTryingEverything) {
    Random random(11);
    Solver<V> solver({.hash_mb = 4});
    for (int i = 0; i < 300; ++i) {
        const auto pos = late_position<V>(random, 4 + i % 7);
        SCOPED_TRACE(to_fen<V>(pos));
        const Solution solution = solver.solve(pos);
        ASSERT_TRUE(solution.solved());
        EXPECT_EQ(score_of(solution), exhaustive(pos, 0));
        EXPECT_TRUE(!solution.by_line() || solution.shortest);
    }
}

VARIANT_TEST(Solving, ItsVariationEndsAsItReports) {
    Random random(12);
    Solver<V> solver({.hash_mb = 4});
    for (int i = 0; i < 40; ++i) {
        auto pos = late_position<V>(random, 14);
        SCOPED_TRACE(to_fen<V>(pos));
        const Solution solution = solver.solve(pos);
        for (const Move m : solution.pv) {
            ASSERT_TRUE(pos.is_legal(m));
            pos.play(m);
        }
        ASSERT_TRUE(pos.over());
        EXPECT_EQ(score_of(solution),
                  final_score(pos, Side::X, static_cast<int>(solution.pv.size())));
    }
}

// A table far too small for the search must cost time only.
VARIANT_TEST(Solving, GivesTheSameAnswersWithHardlyAnyMemory) {
    Random random(13);
    Solver<V> large({.hash_mb = 16}), tiny({.hash_mb = 0});
    for (int i = 0; i < 10; ++i) {
        const auto pos = late_position<V>(random, 19);
        EXPECT_EQ(score_of(large.solve(pos)), score_of(tiny.solve(pos))) << to_fen<V>(pos);
    }
}

TEST(SolverLimits, ANodeLimitLeavesTrueBounds) {
    Random random(14);
    int unsolved = 0;
    for (int i = 0; i < 20; ++i) {
        const auto pos = late_position<kExtreme>(random, 26);
        const auto full = Solver<kExtreme>({.hash_mb = 16}).solve(pos);
        const auto part = Solver<kExtreme>({.hash_mb = 16, .max_nodes = 4096}).solve(pos);
        EXPECT_LE(part.proven.lower, full.proven.lower);
        EXPECT_GE(part.proven.upper, full.proven.upper);
        unsolved += !part.solved();
    }
    EXPECT_GT(unsolved, 0) << "no position was hard enough to test the limit";
}

TEST(SolverLimits, StopsWhenTold) {
    const std::atomic<bool> stop{true};
    const auto pos = Position<kExtreme>::initial();
    const auto solution = Solver<kExtreme>({.hash_mb = 4, .stop = &stop}).solve(pos);
    EXPECT_FALSE(solution.solved());
    EXPECT_LE(solution.proven.nodes, 10'000u);
}

TEST(SolverLimits, ReportsProgressOnTheWay) {
    std::uint64_t latest = 0;
    int calls = 0;
    SolverOptions options{.hash_mb = 4, .max_nodes = 100'000};
    options.progress = [&](const SolverProgress& progress) {
        EXPECT_GE(progress.nodes, latest);
        latest = progress.nodes;
        ++calls;
    };
    Solver<kExtreme>(options).solve(Position<kExtreme>::initial());
    EXPECT_GT(calls, 10);
}

}  // namespace
}  // namespace xttt
