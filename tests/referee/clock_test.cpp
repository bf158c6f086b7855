#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "referee/arbiter.h"
#include "referee/scripted_player.h"

namespace xttt {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

// A game judged by hand: every answer is the first legal move and takes the time that is said.
class HandJudged {
public:
    explicit HandJudged(GameSetup setup)
        : arbiter_(*Arbiter<kExtreme>::begin(std::move(setup), {})) {}
    void answer(Clock::duration used) { arbiter_.judge(test::first_legal(arbiter_.turn()), used); }
    Arbiter<kExtreme>& arbiter() { return arbiter_; }

private:
    Arbiter<kExtreme> arbiter_;
};

GameSetup with_limits(PlayLimits limits) {
    return {.limits = {limits, limits}};
}

TEST(MoveLimit, IsKeptByAnAnswerAtTheLimitAndBrokenByALaterOne) {
    HandJudged game(with_limits({.move_time = 100ms}));
    game.answer(100ms);
    EXPECT_FALSE(game.arbiter().over());
    game.answer(100ms + 1us);
    ASSERT_TRUE(game.arbiter().over());
    const auto& forfeit = *game.arbiter().record().forfeit;
    EXPECT_EQ(forfeit.offender, Side::O);
    EXPECT_EQ(forfeit.reason, ForfeitReason::TimeLimit);
    EXPECT_THAT(forfeit.detail, HasSubstr("limit of 100 ms"));
}

TEST(MoveLimit, MayBeExceededByTheMarginOnly) {
    auto setup = with_limits({.move_time = 100ms});
    setup.margin = 10ms;
    HandJudged game(setup);
    game.answer(110ms);
    EXPECT_FALSE(game.arbiter().over());
    game.answer(111ms);
    EXPECT_TRUE(game.arbiter().over());
}

TEST(TotalClock, RunsForTheSideToMoveAndGainsTheIncrement) {
    HandJudged game(with_limits({.clock = GameClock{1000ms, 50ms}}));
    game.answer(400ms);
    EXPECT_EQ(game.arbiter().clock(Side::X).remaining, 650ms);
    EXPECT_EQ(game.arbiter().clock(Side::O).remaining, 1000ms);
    game.answer(1000ms);
    EXPECT_EQ(game.arbiter().clock(Side::O).remaining, 50ms);
    EXPECT_EQ(game.arbiter().record().moves[1].note.clock, 50ms);
    game.answer(651ms);
    ASSERT_TRUE(game.arbiter().over());
    EXPECT_THAT(game.arbiter().record().forfeit->detail, HasSubstr("its clock"));
}

TEST(TotalClock, SetsTheDeadlineWhereItIsTighterThanTheMoveLimit) {
    HandJudged game(with_limits({.move_time = 500ms, .clock = GameClock{700ms, 0ms}}));
    const auto now = Clock::now();
    EXPECT_EQ(game.arbiter().deadline(now), now + 500ms);
    game.answer(400ms);
    game.answer(1ms);
    EXPECT_EQ(game.arbiter().deadline(now), now + 300ms);
}

TEST(NoLimit, MeansNoDeadline) {
    HandJudged game({});
    EXPECT_EQ(game.arbiter().deadline(Clock::now()), Deadline::max());
}

}  // namespace
}  // namespace xttt
