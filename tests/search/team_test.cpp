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

TEST(Agreement, IsWhatTheFirstDecided) {
    Agreement agreement(true);
    const Key name = Agreement::name(kNode, 1, 12, false);
    EXPECT_FALSE(agreement.find(name));
    EXPECT_EQ(agreement.decide(name, {11, 3}).less, 3);
    const MoveDepth second = agreement.decide(name, {12, 1});
    EXPECT_EQ(second.full, 11);
    EXPECT_EQ(second.less, 3);
    ASSERT_TRUE(agreement.find(name));
}

TEST(Agreement, IsForOneVisit) {
    Agreement agreement(true);
    agreement.decide(Agreement::name(kNode, 1, 12, false), {11, 3});
    EXPECT_FALSE(agreement.find(Agreement::name(kNode, 2, 12, false)));
    EXPECT_FALSE(agreement.find(Agreement::name(kNode, 1, 13, false)));
    EXPECT_FALSE(agreement.find(Agreement::name(kNode, 1, 12, true)));
    EXPECT_FALSE(agreement.find(Agreement::name(kNode + 1, 1, 12, false)));
}

}  // namespace
}  // namespace xttt
