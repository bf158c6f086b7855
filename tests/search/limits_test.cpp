#include <algorithm>
#include <thread>

#include <gtest/gtest.h>

#include "search/deepening.h"
#include "search/make_searcher.h"
#include "search/stopper.h"
#include "support/random_positions.h"

namespace xttt {
namespace {

using namespace std::chrono_literals;

std::unique_ptr<Searcher<kExtreme>> searcher_of(std::string_view algorithm) {
    SearchOptions options;
    options.algorithm = algorithm;
    options.hash_mb = 4;
    return std::move(*make_searcher<kExtreme>(options));
}

template <const Variant& V>
std::unique_ptr<Searcher<V>> searcher_of_threads(int threads) {
    SearchOptions options;
    options.hash_mb = 4;
    options.threads = threads;
    return std::move(*make_searcher<V>(options));
}

// Algorithms that search until they are stopped.
constexpr std::array kDeepeningSearches{"minimax", "alphabeta", "mtdf", "pvs", "mcts"};

TEST(Limits, DepthEndsTheSearchAtThatDepth) {
    for (const auto name : kDeepeningSearches) {
        const auto report = searcher_of(name)->search({}, {.depth = 2}, {});
        EXPECT_EQ(report.depth, 2) << name;
    }
}

TEST(Limits, NodesAreNotExceeded) {
    for (const auto name : kDeepeningSearches) {
        const auto report = searcher_of(name)->search({}, {.nodes = 5000}, {});
        EXPECT_LE(report.nodes, 5000u + kExtreme.cells()) << name;
        EXPECT_GT(report.nodes, 2500u) << name;
    }
}

TEST(Limits, OnlyTheGivenRootMovesAreConsidered) {
    const Move only{3, 9};
    for (const auto name : algorithm_names()) {
        const auto report =
            searcher_of(name)->search({}, {.nodes = 2000, .root_moves = {only}}, {});
        EXPECT_EQ(report.best_move(), only) << name;
    }
}

TEST(Limits, StopEndsASearchWithoutLimits) {
    for (const auto name : kDeepeningSearches) {
        const auto searcher = searcher_of(name);
        searcher->prepare();
        std::jthread stopper([&] {
            std::this_thread::sleep_for(20ms);
            searcher->stop();
        });
        const auto report = searcher->search({}, {}, {});
        EXPECT_FALSE(report.best_move().is_none()) << name;
        EXPECT_GE(report.elapsed, 15ms) << name;
    }
}

TEST(Limits, StopBeforeTheSearchIsNotLost) {
    const auto searcher = searcher_of("pvs");
    searcher->prepare();
    searcher->stop();
    EXPECT_FALSE(searcher->search({}, {}, {}).best_move().is_none());
}

TEST(Limits, AForcedReplyTakesNoTime) {
    Random random(1);
    for (int tried = 0; tried < 100'000; ++tried) {
        const auto pos = test::random_position<kExtreme>(random);
        if (pos.legal_count() != 1) continue;
        const auto report = searcher_of("pvs")->search(pos, {.movetime = 10s}, {});
        EXPECT_LT(report.elapsed, 1s);
        EXPECT_TRUE(pos.is_legal(report.best_move()));
        return;
    }
    FAIL() << "no position with one legal move was found";
}

TEST(RootMoves, AreFoldedBySymmetryAtTheStart) {
    EXPECT_EQ(root_moves(Position<kExtreme>{}, {}).size(), 36u);
    EXPECT_EQ(root_moves(Position<kUltimate>{}, {}).size(), 15u);
    EXPECT_EQ(root_moves(Position<kDouble>{}, {}).size(), 15u);
}

TEST(RootMoves, AreNotReducedBySymmetryWithMultiPv) {
    EXPECT_EQ(root_moves(Position<kExtreme>{}, {.multipv = 2}).size(), 256u);
}

TEST(Threads, SearchTogetherAndEndTogether) {
    const auto searcher = searcher_of_threads<kDouble>(3);
    Random random(4);
    for (int i = 0; i < 5; ++i) {
        const auto pos = test::random_position<kDouble>(random, 30);
        const auto report = searcher->search(pos, {.depth = 9}, {});
        EXPECT_TRUE(pos.is_legal(report.best_move()));
        EXPECT_GT(report.nodes, 0u);
    }
}

// Wherever a search with several threads ends, its lines can be played.
TEST(Threads, HaveCompleteVariationsWhenStoppedAtAnyTime) {
    const auto searcher = searcher_of_threads<kExtreme>(4);
    Random random(5);
    for (int i = 1; i <= 12; ++i) {
        const auto pos = test::random_position<kExtreme>(random, 60);
        const int wanted = std::min(1 + i % 3, pos.legal_count());
        const auto report = searcher->search(pos, {.movetime = i * 3ms, .multipv = wanted}, {});
        ASSERT_EQ(report.pvs.size(), static_cast<std::size_t>(wanted));
        for (const ScoredPv& pv : report.pvs) {
            ASSERT_FALSE(pv.moves.empty());
            Position<kExtreme> then = pos;
            for (const Move m : pv.moves) {
                ASSERT_TRUE(then.is_legal(m));
                then.play(m);
            }
        }
    }
}

TEST(Threads, ConsiderOnlyTheGivenRootMoves) {
    const auto searcher = searcher_of_threads<kExtreme>(3);
    const std::vector<Move> allowed{{3, 9}, {0, 5}, {7, 7}};
    const auto report = searcher->search({}, {.depth = 9, .root_moves = allowed}, {});
    EXPECT_EQ(report.depth, 9);
    EXPECT_TRUE(std::ranges::count(allowed, report.best_move()));
}

// The limit is one for all threads, on a machine of any number of processors.
TEST(Threads, NodesAreNotExceededByAllTogether) {
    for (const int threads : {2, 4}) {
        const auto searcher = searcher_of_threads<kExtreme>(threads);
        Random random(6);
        for (const std::uint64_t limit : {2'000, 50'000, 200'000}) {
            const auto pos = test::random_position<kExtreme>(random, 8);
            const auto report = searcher->search(pos, {.nodes = limit}, {});
            EXPECT_GE(report.nodes, limit) << threads;
            // What each thread may look at between two looks at the sum.
            const auto slack = static_cast<std::uint64_t>(threads) * Stopper::kPollNodes;
            EXPECT_LE(report.nodes, limit + slack) << threads;
            EXPECT_TRUE(pos.is_legal(report.best_move()));
        }
    }
}

// A node limit smaller than the interval between two checks. At each check a thread may continue
// for its share of the remaining nodes, which the other threads use at the same time.
TEST(Threads, SmallNodeLimitsBindAllTogether) {
    for (const std::uint64_t threads : {2, 4}) {
        const auto searcher = searcher_of_threads<kExtreme>(static_cast<int>(threads));
        Random random(8);
        for (const std::uint64_t limit : {300, 900, 1'500}) {
            const auto pos = test::random_position<kExtreme>(random, 8);
            const auto report = searcher->search(pos, {.nodes = limit}, {});
            EXPECT_GE(report.nodes, limit) << threads;
            const auto parts = (threads - 1) * (limit / threads + 1);
            const auto replies_of_a_node = static_cast<std::uint64_t>(kExtreme.cells());
            EXPECT_LE(report.nodes, limit + parts + threads * replies_of_a_node) << threads;
            EXPECT_TRUE(pos.is_legal(report.best_move()));
        }
    }
}

// Generous in time: the test is that no thread continues to search.
TEST(Threads, AreStoppedTogether) {
    const auto searcher = searcher_of_threads<kExtreme>(4);
    for (int i = 0; i < 10; ++i) {
        searcher->prepare();
        Clock::time_point told;
        std::jthread stopper([&] {
            std::this_thread::sleep_for(i * 3ms);
            told = Clock::now();
            searcher->stop();
        });
        const auto report = searcher->search({}, {}, {});
        const auto answered = Clock::now();
        stopper.join();
        EXPECT_FALSE(report.best_move().is_none());
        EXPECT_LT(answered - told, 5s);
    }
}

TEST(Determinism, TheSameSearchTwiceVisitsTheSameNodes) {
    Random random(2);
    const auto pos = test::random_position<kExtreme>(random, 40);
    const auto first = searcher_of("pvs")->search(pos, {.depth = 8}, {});
    const auto second = searcher_of("pvs")->search(pos, {.depth = 8}, {});
    EXPECT_EQ(first.nodes, second.nodes);
    EXPECT_EQ(first.score(), second.score());
    EXPECT_EQ(first.pvs[0].moves, second.pvs[0].moves);
}

TEST(PrincipalVariations, ContinueFromTheTranspositionTable) {
    Random random(4);
    for (int i = 0; i < 5; ++i) {
        const auto pos = test::random_position<kExtreme>(random, 40);
        if (pos.legal_count() == 1) continue;
        const auto searcher = searcher_of("pvs");
        searcher->search(pos, {.depth = 10}, {});
        const auto again = searcher->search(pos, {.depth = 10}, {});
        EXPECT_GE(again.pvs[0].moves.size(), 6u) << "position " << i;
        Position<kExtreme> then = pos;
        for (const Move m : again.pvs[0].moves) {
            ASSERT_TRUE(then.is_legal(m));
            then.play(m);
        }
    }
}

TEST(TimePlan, AFixedTimeIsUsedUpToTheOverhead) {
    const TimePlan plan = plan_time({.movetime = 50ms}, 1ms);
    EXPECT_EQ(*plan.hard, 49ms);
    EXPECT_EQ(*plan.soft, 49ms);
}

TEST(TimePlan, AClockIsNeverSpentOnOneMove) {
    for (const auto remaining : {50ms, 500ms, 60'000ms}) {
        const TimePlan plan = plan_time({.clock = GameClock{remaining, 100ms}}, 1ms);
        EXPECT_LE(*plan.soft, *plan.hard);
        EXPECT_LE(*plan.hard, remaining / 2);
    }
}

TEST(TimePlan, NoLimitInTimeMeansNone) {
    EXPECT_FALSE(plan_time({.depth = 3}, 1ms).hard);
}

}  // namespace
}  // namespace xttt
