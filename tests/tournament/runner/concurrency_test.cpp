#include "tournament/runner/concurrency.h"

#include <gmock/gmock.h>

namespace xttt {
namespace {

using ::testing::HasSubstr;

constexpr std::uint64_t kGigabyte = std::uint64_t{1} << 30;
const MachineResources kFour{{0, 1, 2, 3}, 8 * kGigabyte};

TEST(ConcurrencyPlan, GivesEachGameProcessorsOfItsOwn) {
    const auto plan = plan_concurrency({}, {.cores = 2, .memory = kGigabyte}, kFour);
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->jobs, 2);
    EXPECT_EQ(plan->cores, (std::vector<std::vector<int>>{{0, 1}, {2, 3}}));
    EXPECT_EQ(plan->warning, "");
}

TEST(ConcurrencyPlan, SharesThemWhereMoreGamesAreWanted) {
    const auto plan = plan_concurrency({.jobs = 5, .cores = 2}, {}, kFour);
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->jobs, 5);
    EXPECT_EQ(plan->cores[4], (std::vector{0, 1}));
    EXPECT_THAT(plan->warning, HasSubstr("slow each other down"));
}

TEST(ConcurrencyPlan, KeepsToTheBudget) {
    const GameRequirements needs{.memory = 2 * kGigabyte};
    EXPECT_EQ(plan_concurrency({.memory = 5 * kGigabyte}, needs, kFour)->jobs, 2);
    EXPECT_FALSE(plan_concurrency({.memory = kGigabyte}, needs, kFour));
    const auto much = plan_concurrency({.jobs = 3, .memory = 5 * kGigabyte}, needs, kFour);
    ASSERT_FALSE(much);
    EXPECT_THAT(much.error().message, HasSubstr("6144 MB of memory, but the limit is 5120 MB"));
    EXPECT_FALSE(plan_concurrency({.cores = 9}, {}, kFour));
    const auto tight = plan_concurrency({.jobs = 4}, {.memory = 3 * kGigabyte}, kFour);
    ASSERT_TRUE(tight);
    EXPECT_THAT(tight->warning, HasSubstr("12288 MB of memory, but this machine has 8192 MB"));
}

TEST(ConcurrencyPlan, EstimatesTheResourcesOfPlayers) {
    const std::vector<PlayerSpec> players{parse_player("random").value(),
                                          parse_player("engine:threads=3,hash=100").value(),
                                          parse_player("python:bot.py").value()};
    const auto needs = game_requirements(players, 2 * kGigabyte);
    EXPECT_EQ(needs.cores, 3);
    EXPECT_EQ(needs.memory, 2 * kGigabyte + (std::uint64_t{132} << 20));
    EXPECT_FALSE(this_machine().cores.empty());
    EXPECT_GT(this_machine().memory, 0u);
}

}  // namespace
}  // namespace xttt
