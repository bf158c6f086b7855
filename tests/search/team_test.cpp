// What threads of one search tell each other.

#include "search/pvs/team.h"

#include <thread>

#include <gtest/gtest.h>

#include "search/pvs/common_history.h"

namespace xttt {
namespace {

constexpr Key kNode = 0x1234'5678'9abc'def0;
constexpr int kPly = 3;
const std::vector<Move> kLine{{1, 2}, {2, 5}};

TEST(Team, HearsOfANodeWhatWasToldLast) {
    Team team(2);
    const unsigned task = team.set_task({});
    std::vector<Move> line;
    EXPECT_FALSE(team.hear(task, kPly, kNode, line).found());
    team.tell(task, kPly, kNode, {7, kLine[0], 9, Bound::Lower}, {});
    team.tell(task, kPly, kNode, {8, kLine[0], 9, Bound::Exact}, kLine);
    const TableEntry told = team.hear(task, kPly, kNode, line);
    EXPECT_EQ(told.score, 8);
    EXPECT_EQ(told.bound, Bound::Exact);
    EXPECT_EQ(line, kLine);
    EXPECT_FALSE(team.hear(task, kPly + 1, kNode, line).found());
    EXPECT_FALSE(team.hear(task, kPly, kNode + 1, line).found());
}

TEST(Team, DoesNotForgetABetterMoveForAWorseOne) {
    Team team(2);
    const unsigned task = team.set_task({});
    const auto heard = [&] {
        std::vector<Move> line;
        return team.hear(task, kPly, kNode, line).score;
    };
    team.tell(task, kPly, kNode, {20, kLine[0], 9, Bound::Lower}, kLine);
    team.tell(task, kPly, kNode, {15, kLine[1], 9, Bound::Lower}, kLine);
    EXPECT_EQ(heard(), 20);
    team.tell(task, kPly, kNode, {22, kLine[0], 9, Bound::Exact}, kLine);
    team.tell(task, kPly, kNode, {25, kLine[1], 9, Bound::Lower}, kLine);
    EXPECT_EQ(heard(), 22);
    // Another search of the node is another matter.
    team.tell(task, kPly, kNode, {15, kLine[1], 10, Bound::Lower}, kLine);
    EXPECT_EQ(heard(), 15);
}

TEST(Team, HearsNothingOfAnotherTask) {
    Team team(2);
    const unsigned before = team.set_task({});
    team.tell(before, kPly, kNode, {8, kLine[0], 9, Bound::Exact}, kLine);
    const unsigned task = team.set_task({});
    std::vector<Move> line;
    EXPECT_FALSE(team.hear(task, kPly, kNode, line).found());
    team.tell(before, kPly, kNode, {8, kLine[0], 9, Bound::Exact}, kLine);
    EXPECT_FALSE(team.hear(task, kPly, kNode, line).found());
    team.tell(task, kPly, kNode, {8, kLine[0], 9, Bound::Exact}, kLine);
    EXPECT_FALSE(team.hear(before, kPly, kNode, line).found());
    EXPECT_TRUE(team.hear(task, kPly, kNode, line).found());
}

using Histories = CommonHistory<kExtreme>;
constexpr int kLimit = 8192;

// A thread's history, with one entry that counts.
struct Learner {
    explicit Learner(Histories& common) : member(common) { member.begin(history.entries()); }
    std::int16_t& entry() { return history.entries()[5]; }
    void exchange() { member.exchange(history.entries(), kLimit); }

    History<kExtreme> history;
    Histories::Member member;
};

TEST(CommonHistory, BringsToEachWhatTheOthersLearnt) {
    Histories common;
    Learner a(common), b(common), c(common);
    a.entry() = 100;
    b.entry() = -30;
    a.exchange();
    EXPECT_EQ(a.entry(), 100);  // nothing of its own comes back
    b.exchange();
    EXPECT_EQ(b.entry(), 70);
    c.exchange();
    EXPECT_EQ(c.entry(), 70);
    a.exchange();
    EXPECT_EQ(a.entry(), 70);
    // What was heard is not passed on as one's own.
    for (Learner* learner : {&b, &c, &a}) {
        learner->exchange();
        EXPECT_EQ(learner->entry(), 70);
    }
    a.entry() = 71;
    a.exchange();
    c.exchange();
    EXPECT_EQ(c.entry(), 71);
}

TEST(CommonHistory, StaysWithinTheLimit) {
    Histories common;
    Learner a(common), b(common);
    a.entry() = 8000;
    b.entry() = 8000;
    a.exchange();
    b.exchange();
    EXPECT_EQ(b.entry(), kLimit);
    a.entry() = -8000;
    b.entry() = -8000;
    a.exchange();
    EXPECT_EQ(a.entry(), -8000 + 8000);
    b.exchange();
    EXPECT_EQ(b.entry(), -kLimit);
}

TEST(CommonHistory, BeginsAnewWithEachSearch) {
    Histories common;
    Learner a(common), b(common);
    a.entry() = 100;
    a.exchange();
    common.clear();
    a.member.begin(a.history.entries());
    b.member.begin(b.history.entries());
    a.exchange();
    b.exchange();
    EXPECT_EQ(a.entry(), 100);
    EXPECT_EQ(b.entry(), 0);
}

// Whoever finds another there goes on and comes again: nothing is lost or counted twice.
TEST(CommonHistory, AddsUpWhatThreadsDoAtTheSameTime) {
    constexpr int kSteps = 2000;
    Histories common;
    Learner a(common), b(common);
    const auto learn = [](Learner& learner) {
        for (int i = 0; i < kSteps; ++i) {
            ++learner.entry();
            learner.exchange();
        }
    };
    {
        const std::jthread other([&] { learn(b); });
        learn(a);
    }
    for (Learner* learner : {&a, &b, &a}) learner->exchange();
    EXPECT_EQ(a.entry(), 2 * kSteps);
    EXPECT_EQ(b.entry(), 2 * kSteps);
}

constexpr Move kMove{3, 7};

TEST(Agreement, IsWhatTheFirstDecided) {
    Agreement agreement(true);
    const Agreement::Visit visit(kNode, 1, 12, false);
    EXPECT_FALSE(agreement.find(visit, kMove));
    EXPECT_EQ(agreement.decide(visit, kMove, {11, 3}).less, 3);
    const MoveDepth second = agreement.decide(visit, kMove, {12, 1});
    EXPECT_EQ(second.full, 11);
    EXPECT_EQ(second.less, 3);
    ASSERT_TRUE(agreement.find(visit, kMove));
}

TEST(Agreement, IsForOneVisitAndMove) {
    Agreement agreement(true);
    agreement.decide({kNode, 1, 12, false}, kMove, {11, 3});
    EXPECT_FALSE(agreement.find({kNode, 2, 12, false}, kMove));
    EXPECT_FALSE(agreement.find({kNode, 1, 13, false}, kMove));
    EXPECT_FALSE(agreement.find({kNode, 1, 12, true}, kMove));
    EXPECT_FALSE(agreement.find({kNode ^ Key{1} << 60, 1, 12, false}, kMove));
    EXPECT_FALSE(agreement.find({kNode, 1, 12, false}, {4, 7}));
    EXPECT_FALSE(agreement.find({kNode, 1, 12, false}, {3, 8}));
}

TEST(Agreement, CountsTheMovesOfAVisit) {
    Agreement agreement(true);
    const Agreement::Visit visit(kNode, 1, 12, false);
    EXPECT_EQ(agreement.decided(visit), 0);
    agreement.decide(visit, kMove, {11, 0});
    agreement.decide(visit, kMove, {11, 0});
    agreement.decide(visit, {3, 8}, {11, 2});
    agreement.decide({kNode, 2, 12, false}, {3, 9}, {11, 2});
    EXPECT_EQ(agreement.decided(visit), 2);
}

TEST(Agreement, KeepsEveryDepthItTakes) {
    for (const MoveDepth depth :
         {MoveDepth{10, 0}, {12, 11}, {17, 31}, {30, 2}, {40, 35}, {3, 1}}) {
        Agreement agreement(true);
        const Agreement::Visit visit(kNode, 1, 12, false);
        const MoveDepth decided = agreement.decide(visit, kMove, depth);
        EXPECT_EQ(decided.full, depth.full);
        EXPECT_EQ(decided.less, depth.less);
        if (const auto found = agreement.find(visit, kMove)) {
            EXPECT_EQ(found->full, depth.full);
            EXPECT_EQ(found->less, depth.less);
        }
    }
}

}  // namespace
}  // namespace xttt
