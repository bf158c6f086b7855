#include "tournament/hall/crew.h"

#include <filesystem>

#include <gmock/gmock.h>

#include "support/fresh_folder.h"
#include "support/paths.h"

namespace xttt {
namespace {

using ::testing::HasSubstr;
using namespace std::chrono_literals;

GameTask task(std::uint64_t id, const std::string& x, const std::string& o) {
    GameTask task{.id = id};
    task.players = {std::make_shared<const Contestant>(0, "x", x),
                    std::make_shared<const Contestant>(1, "o", o)};
    task.setup.variant = &kUltimate;
    task.setup.seed = id;
    return task;
}

CrewPlan jobs(int count) {
    return {.jobs = count,
            .cores = std::vector<std::vector<int>>(static_cast<std::size_t>(count),
                                                   this_machine().cores)};
}

std::vector<FinishedGame> collect_all(Crew& crew) {
    std::vector<FinishedGame> finished;
    const auto until = after(60s);
    while (crew.unfinished() > 0 && Clock::now() < until)
        EXPECT_TRUE(crew.collect(finished, until));
    std::ranges::sort(finished, {}, &FinishedGame::id);
    return finished;
}

TEST(Crew, PlaysEveryTaskOnceAndTheSameWhateverTheJobs) {
    std::vector<GameRecord> first;
    for (const int count : {1, 3}) {
        Crew crew(jobs(count));
        for (std::uint64_t id = 1; id <= 40; ++id) {
            ASSERT_GT(crew.room(), 0u);
            crew.submit(task(id, "random", "random"));
        }
        const auto finished = collect_all(crew);
        ASSERT_EQ(finished.size(), 40u);
        std::vector<GameRecord> records;
        for (const auto& done : finished) records.push_back(done.game.value().record);
        if (first.empty()) first = records;
        EXPECT_EQ(records, first);
    }
}

TEST(Crew, ShowsSlowGamesMoveByMoveWhileTheyArePlayed) {
    const test::FreshFolder folder;
    const std::string store = folder / "cup.db";
    {
        Crew crew(jobs(1), std::make_unique<LiveGames>(store));
        std::vector<LiveGame> seen;
        std::vector<FinishedGame> finished;
        // A machine that stalls may miss a game; it will not miss all of them.
        for (std::uint64_t id = 1; id <= 20 && seen.empty(); ++id) {
            GameTask slow = task(id, "engine", "engine");
            for (PlayLimits& limits : slow.setup.limits) limits.move_time = 40ms;
            slow.setup.margin = 60s;  // a busy machine must not end games by the clock
            crew.submit(std::move(slow));
            for (const auto until = after(60s);
                 seen.empty() && crew.unfinished() > 0 && Clock::now() < until;) {
                ASSERT_TRUE(crew.collect(finished, after(20ms)));
                seen = read_live_games(store);
            }
        }
        ASSERT_EQ(seen.size(), 1u);
        EXPECT_EQ(seen[0].entrants, (std::array{0, 1}));
        EXPECT_FALSE(seen[0].moves.empty());
        crew.stop();
    }
    EXPECT_FALSE(std::filesystem::exists(live_file(store)));
}

TEST(Crew, APlayerThatCannotBeStartedForfeits) {
    Crew crew(jobs(1));
    crew.submit(task(1, "random", "ugi:/nowhere/engine"));
    const auto finished = collect_all(crew);
    ASSERT_EQ(finished.size(), 1u);
    const auto& game = finished[0].game.value();
    ASSERT_TRUE(game.record.forfeit);
    EXPECT_EQ(game.record.forfeit->offender, Side::O);
    EXPECT_EQ(game.record.forfeit->reason, ForfeitReason::Crash);
    EXPECT_THAT(game.record.forfeit->detail, HasSubstr("/nowhere/engine"));
    EXPECT_EQ(game.ending.result, GameResult::XWins);
}

TEST(Crew, ProcessesPlayManyGames) {
    Crew crew(jobs(2));
    const std::string trivial = "ugi:" + test::trivial_ugi();
    for (std::uint64_t id = 1; id <= 6; ++id)
        crew.submit(task(id, trivial, id % 2 == 0 ? "random" : trivial));
    for (const auto& done : collect_all(crew)) {
        EXPECT_FALSE(done.game.value().record.forfeit);
        EXPECT_GE(done.host.waited.count(), 0);
    }
}

TEST(Crew, GivesBackWhatNobodyHasBegun) {
    Crew crew(jobs(1));
    const std::size_t room = crew.room();
    // The first keeps the only thread busy for a while: 20 moves at least of 50 ms.
    crew.submit(task(1, "engine:movetime=50", "engine:movetime=50"));
    for (std::uint64_t id = 2; id <= 9; ++id) crew.submit(task(id, "random", "random"));
    EXPECT_EQ(crew.room(), room - 9);
    const auto recalled = crew.recall();
    EXPECT_GE(recalled.size(), 8u);
    EXPECT_EQ(crew.unfinished(), 9 - recalled.size());
    crew.stop();
    EXPECT_EQ(crew.unfinished(), 0u);
    EXPECT_EQ(crew.room(), 0u);
}

}  // namespace
}  // namespace xttt
