// What threads of one search tell each other.

#include "search/pvs/team.h"

#include <gtest/gtest.h>

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
