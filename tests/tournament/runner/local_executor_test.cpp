#include "tournament/runner/local_executor.h"

#include <csignal>
#include <filesystem>

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include "referee/host_monitor.h"
#include "support/fresh_folder.h"
#include "support/paths.h"

namespace xttt {
namespace {

using ::testing::HasSubstr;
using namespace std::chrono_literals;

GameTask task(std::uint64_t id, const std::string& x, const std::string& o) {
    GameTask task{.id = id};
    task.players = {std::make_shared<const Entrant>(0, "x", x),
                    std::make_shared<const Entrant>(1, "o", o)};
    task.setup.variant = &kUltimate;
    task.setup.seed = id;
    return task;
}

ConcurrencyPlan jobs(int count) {
    return {.jobs = count,
            .cores = std::vector<std::vector<int>>(static_cast<std::size_t>(count),
                                                   this_machine().cores)};
}

std::vector<FinishedGame> collect_all(LocalExecutor& executor) {
    std::vector<FinishedGame> finished;
    const auto until = after(60s);
    while (executor.unfinished() > 0 && Clock::now() < until)
        EXPECT_TRUE(executor.collect(finished, until));
    std::ranges::sort(finished, {}, &FinishedGame::id);
    return finished;
}

TEST(LocalExecutor, PlaysEveryTaskOnceAndTheSameWhateverTheJobs) {
    std::vector<GameRecord> first;
    for (const int count : {1, 3}) {
        LocalExecutor executor(jobs(count));
        for (std::uint64_t id = 1; id <= 40; ++id) {
            ASSERT_GT(executor.free_slots(), 0u);
            executor.submit(task(id, "random", "random"));
        }
        const auto finished = collect_all(executor);
        ASSERT_EQ(finished.size(), 40u);
        std::vector<GameRecord> records;
        for (const auto& done : finished) records.push_back(done.game.value().record);
        for (GameRecord& record : records)  // times differ
            for (RecordedMove& recorded : record.moves) recorded.note.time.reset();
        if (first.empty()) first = records;
        EXPECT_EQ(records, first);
    }
}

TEST(LocalExecutor, ShowsSlowGamesMoveByMoveWhileTheyArePlayed) {
    const test::FreshFolder folder;
    const std::string store = folder / "cup.db";
    {
        LocalExecutor executor(jobs(1), std::make_unique<LiveGames>(store));
        std::vector<LiveGame> seen;
        std::vector<FinishedGame> finished;
        // A machine that stalls may miss a game; it will not miss all of them.
        for (std::uint64_t id = 1; id <= 20 && seen.empty(); ++id) {
            GameTask slow = task(id, "engine", "engine");
            for (PlayLimits& limits : slow.setup.limits) limits.move_time = 40ms;
            slow.setup.margin = 60s;  // a busy machine must not end games by the clock
            executor.submit(std::move(slow));
            for (const auto until = after(60s);
                 seen.empty() && executor.unfinished() > 0 && Clock::now() < until;) {
                ASSERT_TRUE(executor.collect(finished, after(20ms)));
                seen = read_live_games(store);
            }
        }
        ASSERT_EQ(seen.size(), 1u);
        EXPECT_EQ(seen[0].entrants, (std::array{0, 1}));
        EXPECT_FALSE(seen[0].moves.empty());
        executor.stop();
    }
    EXPECT_FALSE(std::filesystem::exists(live_file(store)));
}

TEST(LocalExecutor, APlayerThatCannotBeStartedForfeits) {
    LocalExecutor executor(jobs(1));
    executor.submit(task(1, "random", "ugi:/nowhere/engine"));
    const auto finished = collect_all(executor);
    ASSERT_EQ(finished.size(), 1u);
    const auto& game = finished[0].game.value();
    ASSERT_TRUE(game.record.forfeit);
    EXPECT_EQ(game.record.forfeit->offender, Side::O);
    EXPECT_EQ(game.record.forfeit->reason, ForfeitReason::Crash);
    EXPECT_THAT(game.record.forfeit->detail, HasSubstr("/nowhere/engine"));
    EXPECT_EQ(game.ending.result, GameResult::XWins);
}

TEST(LocalExecutor, ProcessesPlayManyGames) {
    LocalExecutor executor(jobs(2));
    const std::string trivial = "ugi:" + test::trivial_ugi();
    for (std::uint64_t id = 1; id <= 6; ++id)
        executor.submit(task(id, trivial, id % 2 == 0 ? "random" : trivial));
    for (const auto& done : collect_all(executor)) {
        EXPECT_FALSE(done.game.value().record.forfeit);
        EXPECT_GE(done.game->host.waited.count(), 0);
    }
}

TEST(LocalExecutor, ReturnsTasksThatHaveNotStarted) {
    LocalExecutor executor(jobs(1));
    const std::size_t free_before = executor.free_slots();
    // The first keeps the only thread busy for a while: 20 moves at least of 50 ms.
    executor.submit(task(1, "engine:movetime=50", "engine:movetime=50"));
    for (std::uint64_t id = 2; id <= 9; ++id) executor.submit(task(id, "random", "random"));
    EXPECT_EQ(executor.free_slots(), free_before - 9);
    const auto recalled = executor.cancel_pending();
    EXPECT_GE(recalled.size(), 8u);
    EXPECT_EQ(executor.unfinished(), 9 - recalled.size());
    executor.stop();
    EXPECT_EQ(executor.unfinished(), 0u);
    EXPECT_EQ(executor.free_slots(), 0u);
}

TEST(ClockGaps, AreTheTimeInWhichTheProcessWasStopped) {
    const ClockGaps gaps;
    const auto before = gaps.total();
    const pid_t helper = ::fork();
    if (helper == 0) {
        ::kill(::getppid(), SIGSTOP);
        ::usleep(700'000);
        ::kill(::getppid(), SIGCONT);
        ::_exit(0);
    }
    ASSERT_GT(helper, 0);
    ASSERT_EQ(::waitpid(helper, nullptr, 0), helper);
    EXPECT_GE(gaps.total() - before, 400ms);
}

}  // namespace
}  // namespace xttt
