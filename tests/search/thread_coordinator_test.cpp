// What threads of one search tell each other.

#include "search/pvs/thread_coordinator.h"

#include <thread>

#include <gtest/gtest.h>

#include "search/pvs/shared_history.h"

namespace xttt {
namespace {

constexpr Key kNode = 0x1234'5678'9abc'def0;
constexpr int kPly = 3;
const std::vector<Move> kPv{{1, 2}, {2, 5}};

TEST(ThreadCoordinator, ReturnsTheLatestResultOfANode) {
    ThreadCoordinator threads(2);
    const unsigned task = threads.set_task({});
    std::vector<Move> pv;
    EXPECT_FALSE(threads.latest(task, kPly, kNode, pv).found());
    threads.publish(task, kPly, kNode, {7, kPv[0], 9, Bound::Lower}, {});
    threads.publish(task, kPly, kNode, {8, kPv[0], 9, Bound::Exact}, kPv);
    const TableEntry latest = threads.latest(task, kPly, kNode, pv);
    EXPECT_EQ(latest.score, 8);
    EXPECT_EQ(latest.bound, Bound::Exact);
    EXPECT_EQ(pv, kPv);
    EXPECT_FALSE(threads.latest(task, kPly + 1, kNode, pv).found());
    EXPECT_FALSE(threads.latest(task, kPly, kNode + 1, pv).found());
}

TEST(ThreadCoordinator, KeepsABetterMoveOverAWorseOne) {
    ThreadCoordinator threads(2);
    const unsigned task = threads.set_task({});
    const auto latest_score = [&] {
        std::vector<Move> pv;
        return threads.latest(task, kPly, kNode, pv).score;
    };
    threads.publish(task, kPly, kNode, {20, kPv[0], 9, Bound::Lower}, kPv);
    threads.publish(task, kPly, kNode, {15, kPv[1], 9, Bound::Lower}, kPv);
    EXPECT_EQ(latest_score(), 20);
    threads.publish(task, kPly, kNode, {22, kPv[0], 9, Bound::Exact}, kPv);
    threads.publish(task, kPly, kNode, {25, kPv[1], 9, Bound::Lower}, kPv);
    EXPECT_EQ(latest_score(), 22);
    // Another search of the node is another matter.
    threads.publish(task, kPly, kNode, {15, kPv[1], 10, Bound::Lower}, kPv);
    EXPECT_EQ(latest_score(), 15);
}

TEST(ThreadCoordinator, ReturnsNothingOfAnotherTask) {
    ThreadCoordinator threads(2);
    const unsigned before = threads.set_task({});
    threads.publish(before, kPly, kNode, {8, kPv[0], 9, Bound::Exact}, kPv);
    const unsigned task = threads.set_task({});
    std::vector<Move> pv;
    EXPECT_FALSE(threads.latest(task, kPly, kNode, pv).found());
    threads.publish(before, kPly, kNode, {8, kPv[0], 9, Bound::Exact}, kPv);
    EXPECT_FALSE(threads.latest(task, kPly, kNode, pv).found());
    threads.publish(task, kPly, kNode, {8, kPv[0], 9, Bound::Exact}, kPv);
    EXPECT_FALSE(threads.latest(before, kPly, kNode, pv).found());
    EXPECT_TRUE(threads.latest(task, kPly, kNode, pv).found());
}

TEST(ThreadCoordinator, ReportsNewsOnce) {
    ThreadCoordinator threads(2);
    const unsigned task = threads.set_task({});
    std::vector<Move> pv;
    unsigned seen = 0;
    threads.publish(task, kPly, kNode, {8, kPv[0], 9, Bound::Lower}, kPv);
    EXPECT_TRUE(threads.news(task, kPly, kNode, pv, seen).found());
    EXPECT_FALSE(threads.news(task, kPly, kNode, pv, seen).found());
    threads.publish(task, kPly, kNode, {9, kPv[0], 9, Bound::Lower}, kPv);
    EXPECT_EQ(threads.news(task, kPly, kNode, pv, seen).score, 9);
}

TEST(ThreadCoordinator, SignalsTheThreadsInANode) {
    ThreadCoordinator threads(4);
    threads.set_task({});
    for (int thread = 0; thread < 4; ++thread) threads.take_signals(thread);
    ActiveNodes& nodes = threads.active_nodes();
    const auto own = nodes.enter(kNode, 0), other = nodes.enter(kNode, 3);
    nodes.enter(kNode + (Key{1} << 40), 2);
    threads.signal_others(own, kPly);
    EXPECT_FALSE(threads.signalled(0));
    EXPECT_FALSE(threads.signalled(1));
    EXPECT_FALSE(threads.signalled(2));
    ASSERT_TRUE(threads.signalled(3));
    EXPECT_EQ(threads.take_signals(3), 1u << kPly);
    EXPECT_FALSE(threads.signalled(3));
    threads.signal_others(other, 200);  // plies without a bit of their own share the last one
    EXPECT_EQ(threads.take_signals(0), std::uint64_t{1} << 63);
}

TEST(ThreadCoordinator, SignalsANewTaskToTheHelpers) {
    ThreadCoordinator threads(3);
    threads.set_task({});
    EXPECT_FALSE(threads.signalled(0));
    EXPECT_EQ(threads.take_signals(1), 1u);
    EXPECT_EQ(threads.take_signals(2), 1u);
    EXPECT_TRUE(threads.finish_task(threads.task_number(), {}));
    EXPECT_EQ(threads.take_signals(0), 1u);
}

TEST(ActiveNodes, KnowWhichThreadsAreInANode) {
    ActiveNodes nodes(256);
    EXPECT_FALSE(nodes.other_in(kNode, 0));
    auto first = nodes.enter(kNode, 0);
    EXPECT_FALSE(nodes.other_in(kNode, 0));
    EXPECT_TRUE(nodes.other_in(kNode, 255));
    EXPECT_FALSE(nodes.shared(first));
    auto last = nodes.enter(kNode, 255);
    EXPECT_TRUE(nodes.shared(first));
    EXPECT_TRUE(nodes.other_in(kNode, 0));
    EXPECT_FALSE(nodes.other_in(kNode + (Key{1} << 32), 0));
    nodes.leave(last);
    EXPECT_FALSE(nodes.shared(first));
    EXPECT_FALSE(nodes.shared(last));  // empty now
    nodes.leave(first);
    EXPECT_FALSE(nodes.other_in(kNode, 255));
}

TEST(ActiveNodes, DropAnEntryThatFindsNoRoom) {
    ActiveNodes nodes(2);
    std::vector<ActiveNodes::Entry> entries;
    for (Key i = 0; i < 9; ++i) entries.push_back(nodes.enter(kNode + (i << 8), 0));
    EXPECT_TRUE(nodes.other_in(kNode, 1));
    EXPECT_FALSE(nodes.other_in(kNode + (Key{8} << 8), 1));
    for (auto& entry : entries) nodes.leave(entry);
    for (Key i = 0; i < 9; ++i) EXPECT_FALSE(nodes.other_in(kNode + (i << 8), 1));
}

using Histories = SharedHistory<kExtreme>;
constexpr int kLimit = 8192;

// A thread's history, with one entry that counts.
struct ThreadHistory {
    explicit ThreadHistory(Histories& common) : local(common) { local.begin(history.entries()); }
    std::int16_t& entry() { return history.entries()[5]; }
    void sync() { local.sync(history.entries(), kLimit); }

    History<kExtreme> history;
    Histories::Local local;
};

TEST(SharedHistory, BringsToEachWhatTheOthersLearnt) {
    Histories common;
    ThreadHistory a(common), b(common), c(common);
    a.entry() = 100;
    b.entry() = -30;
    a.sync();
    EXPECT_EQ(a.entry(), 100);  // nothing of its own comes back
    b.sync();
    EXPECT_EQ(b.entry(), 70);
    c.sync();
    EXPECT_EQ(c.entry(), 70);
    a.sync();
    EXPECT_EQ(a.entry(), 70);
    // What was latest_score is not passed on as one's own.
    for (ThreadHistory* thread : {&b, &c, &a}) {
        thread->sync();
        EXPECT_EQ(thread->entry(), 70);
    }
    a.entry() = 71;
    a.sync();
    c.sync();
    EXPECT_EQ(c.entry(), 71);
}

TEST(SharedHistory, StaysWithinTheLimit) {
    Histories common;
    ThreadHistory a(common), b(common);
    a.entry() = 8000;
    b.entry() = 8000;
    a.sync();
    b.sync();
    EXPECT_EQ(b.entry(), kLimit);
    a.entry() = -8000;
    b.entry() = -8000;
    a.sync();
    EXPECT_EQ(a.entry(), -8000 + 8000);
    b.sync();
    EXPECT_EQ(b.entry(), -kLimit);
}

TEST(SharedHistory, BeginsAnewWithEachSearch) {
    Histories common;
    ThreadHistory a(common), b(common);
    a.entry() = 100;
    a.sync();
    common.clear();
    a.local.begin(a.history.entries());
    b.local.begin(b.history.entries());
    a.sync();
    b.sync();
    EXPECT_EQ(a.entry(), 100);
    EXPECT_EQ(b.entry(), 0);
}

// A thread that finds another thread in a node defers it: no node is lost or counted twice.
TEST(SharedHistory, AddsUpWhatThreadsDoAtTheSameTime) {
    constexpr int kSteps = 2000;
    Histories common;
    ThreadHistory a(common), b(common);
    const auto learn = [](ThreadHistory& thread) {
        for (int i = 0; i < kSteps; ++i) {
            ++thread.entry();
            thread.sync();
        }
    };
    {
        const std::jthread other([&] { learn(b); });
        learn(a);
    }
    for (ThreadHistory* thread : {&a, &b, &a}) thread->sync();
    EXPECT_EQ(a.entry(), 2 * kSteps);
    EXPECT_EQ(b.entry(), 2 * kSteps);
}

constexpr Move kMove{3, 7};

TEST(SharedDepths, IsWhatTheFirstDecided) {
    SharedDepths depths(true);
    const SharedDepths::Visit visit(kNode, 1, 12, false);
    EXPECT_FALSE(depths.find(visit, kMove));
    EXPECT_EQ(depths.find_or_insert(visit, kMove, {11, 3}).reduction, 3);
    const MoveDepth second = depths.find_or_insert(visit, kMove, {12, 1});
    EXPECT_EQ(second.depth, 11);
    EXPECT_EQ(second.reduction, 3);
    ASSERT_TRUE(depths.find(visit, kMove));
}

TEST(SharedDepths, IsForOneVisitAndMove) {
    SharedDepths depths(true);
    depths.find_or_insert({kNode, 1, 12, false}, kMove, {11, 3});
    EXPECT_FALSE(depths.find({kNode, 2, 12, false}, kMove));
    EXPECT_FALSE(depths.find({kNode, 1, 13, false}, kMove));
    EXPECT_FALSE(depths.find({kNode, 1, 12, true}, kMove));
    EXPECT_FALSE(depths.find({kNode ^ Key{1} << 60, 1, 12, false}, kMove));
    EXPECT_FALSE(depths.find({kNode, 1, 12, false}, {4, 7}));
    EXPECT_FALSE(depths.find({kNode, 1, 12, false}, {3, 8}));
}

TEST(SharedDepths, CountsTheMovesOfAVisit) {
    SharedDepths depths(true);
    const SharedDepths::Visit visit(kNode, 1, 12, false);
    EXPECT_EQ(depths.count(visit), 0);
    depths.find_or_insert(visit, kMove, {11, 0});
    depths.find_or_insert(visit, kMove, {11, 0});
    depths.find_or_insert(visit, {3, 8}, {11, 2});
    depths.find_or_insert({kNode, 2, 12, false}, {3, 9}, {11, 2});
    EXPECT_EQ(depths.count(visit), 2);
}

TEST(SharedDepths, KeepsEveryDepthItTakes) {
    for (const MoveDepth depth :
         {MoveDepth{10, 0}, {12, 11}, {17, 31}, {30, 2}, {40, 35}, {3, 1}}) {
        SharedDepths depths(true);
        const SharedDepths::Visit visit(kNode, 1, 12, false);
        const MoveDepth decided = depths.find_or_insert(visit, kMove, depth);
        EXPECT_EQ(decided.depth, depth.depth);
        EXPECT_EQ(decided.reduction, depth.reduction);
        if (const auto found = depths.find(visit, kMove)) {
            EXPECT_EQ(found->depth, depth.depth);
            EXPECT_EQ(found->reduction, depth.reduction);
        }
    }
}

}  // namespace
}  // namespace xttt
