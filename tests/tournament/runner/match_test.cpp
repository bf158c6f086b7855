#include "tournament/runner/match.h"

#include <gtest/gtest.h>

#include "tournament/runner/local_executor.h"

namespace xttt {
namespace {

TEST(MatchPlan, GivesBothGamesOfAPairTheSameOpeningAndOtherSides) {
    MatchPlan plan{.players = {"random:1", "random:2"}, .games = 4, .seed = 9, .random_plies = 4};
    EXPECT_EQ(plan.setup(0)->opening, plan.setup(1)->opening);
    EXPECT_NE(plan.setup(0)->opening, plan.setup(2)->opening);
    EXPECT_EQ(plan.setup(0)->tags.at("X"), "random:1");
    EXPECT_EQ(plan.setup(1)->tags.at("X"), "random:2");
    EXPECT_NE(plan.setup(0)->seed, plan.setup(1)->seed);
}

TEST(Match, DeliversGamesInOrderForAnyNumberOfJobs) {
    std::vector<std::vector<RecordedMove>> games[2];
    for (const int jobs : {1, 4}) {
        const MatchPlan plan{.players = {"random", "random"}, .games = 12, .seed = 3};
        LocalExecutor executor(unpinned(jobs));
        const auto played =
            play_match(plan, executor, [&](int game, const PlayedGame& one) -> Result<void> {
                auto& list = games[jobs == 1 ? 0 : 1];
                EXPECT_EQ(game, static_cast<int>(list.size()));
                list.push_back(one.record.moves);
                for (auto& move : list.back()) move.note = {};
                return {};
            });
        ASSERT_TRUE(played.has_value());
    }
    EXPECT_EQ(games[0], games[1]);
}

TEST(Match, EndsWhenItsListenerFails) {
    const MatchPlan plan{.players = {"random", "random"}, .games = 50};
    int taken = 0;
    LocalExecutor executor(unpinned(2));
    const auto played = play_match(plan, executor, [&](int, const PlayedGame&) -> Result<void> {
        ++taken;
        return fail(Errc::Io, "disk full");
    });
    EXPECT_EQ(played.error().message, "disk full");
    EXPECT_EQ(taken, 1);
}

TEST(Match, FinishesRunningGamesWhenInterruptedAndDeliversThemInOrder) {
    const MatchPlan plan{.players = {"random", "random"}, .games = 100'000};
    LocalExecutor executor(unpinned(2));
    std::atomic<int> interrupts = 0;
    int taken = 0;
    const auto played = play_match(
        plan, executor,
        [&](int game, const PlayedGame&) -> Result<void> {
            EXPECT_EQ(game, taken++);
            if (taken == 10) interrupts = 1;
            return {};
        },
        &interrupts);
    EXPECT_TRUE(played.has_value());
    EXPECT_GE(taken, 10);
    EXPECT_LT(taken, 100'000);
    EXPECT_EQ(executor.unfinished(), 0u);
}

}  // namespace
}  // namespace xttt
