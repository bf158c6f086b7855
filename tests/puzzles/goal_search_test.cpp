#include "puzzles/goal_search.h"

#include <array>
#include <bit>

#include "search/solver/late_positions.h"
#include "support/variants.h"

namespace xttt {
namespace {

// The same question answered by trying everything, with nothing but the rules.
template <const Variant& V>
bool forced_by_trying(const Position<V>& pos, const Goal& goal) {
    const Status line = goal.side == Side::X ? Status::LineX : Status::LineO;
    switch (goal.kind) {
        case Goal::Kind::Line:
            if (pos.over() || goal.amount == 0) return pos.status() == line;
            break;
        case Goal::Kind::Board:
            if (std::popcount(pos.won(goal.side)) > goal.boards) return true;
            if (pos.over() || goal.amount == 0) return false;
            break;
        case Goal::Kind::Points:
            if (!pos.over()) break;
            if (const auto outcome = pos.outcome(); !outcome->line_winner)
                return outcome->margin(goal.side) >= goal.amount;
            return pos.status() == line;
    }
    const bool own = pos.side_to_move() == goal.side;
    bool any = false, all = true;
    pos.for_each_legal([&](Move m) {
        if (own ? any : !all) return;
        Position<V> after = pos;
        after.play(m);
        if (forced_by_trying(after, goal.after_move()))
            any = true;
        else
            all = false;
    });
    return own ? any : all;
}

VARIANT_SUITE(GoalSearchAnswers);

VARIANT_TEST(GoalSearchAnswers, AgreeWithTryingEverything) {
    Random random(31);
    GoalSearch<V> search(4);
    int forced = 0, asked = 0;
    for (int i = 0; i < 40; ++i) {
        const auto pos = test::late_position<V>(random, 7);
        for (const Side side : {Side::X, Side::O}) {
            const int boards = std::popcount(pos.won(side));
            for (const int amount : {1, 2, 3, 4}) {
                const std::array goals{
                    Goal{side, Goal::Kind::Line, amount},
                    Goal{side, Goal::Kind::Board, amount, boards},
                    Goal{side, Goal::Kind::Points, 5 * amount - 10},
                };
                for (const Goal& goal : goals) {
                    const bool answer = search.forced(pos, goal);
                    ASSERT_EQ(answer, forced_by_trying(pos, goal));
                    forced += answer;
                    ++asked;
                }
            }
        }
    }
    EXPECT_GT(forced, 0);
    EXPECT_LT(forced, asked);
}

VARIANT_TEST(GoalSearchAnswers, SolutionsReachTheGoalAgainstEveryDefence) {
    Random random(32);
    GoalSearch<V> search(4);
    int played = 0;
    for (int i = 0; i < 60; ++i) {
        auto pos = test::late_position<V>(random, 10);
        const Side side = pos.side_to_move();
        const int value = side == Side::X ? search.value(pos) : -search.value(pos);
        if (value == kLineValue || value == -kLineValue) continue;
        const Goal goal{side, Goal::Kind::Points, value};
        ASSERT_TRUE(search.forced(pos, goal));
        ASSERT_FALSE(search.forced(pos, {side, Goal::Kind::Points, value + 1}));
        while (!pos.over())
            pos.play(pos.side_to_move() == side ? search.solution(pos, goal)
                                                : search.defence(pos, goal));
        // Neither side can do better than the value.
        EXPECT_EQ(pos.outcome()->margin(side), value);
        EXPECT_TRUE(GoalSearch<V>::reached(pos, goal));
        ++played;
    }
    EXPECT_GT(played, 5);
}

VARIANT_TEST(GoalSearchAnswers, StopWhenTheNodesAreSpent) {
    Random random(33);
    GoalSearch<V> search(4);
    search.set_budget(1);
    search.value(test::late_position<V>(random, 24));
    search.forced(test::late_position<V>(random, 24), {Side::X, Goal::Kind::Points, 0});
    EXPECT_TRUE(search.interrupted());
    search.set_budget(1'000'000'000);
    EXPECT_FALSE(search.interrupted());
}

}  // namespace
}  // namespace xttt
