#include "testing/run_test.h"

#include <filesystem>
#include <map>

#include <gmock/gmock.h>

#include "players/make_player.h"
#include "testing/sample_test.h"
#include "tournament/runner/local_executor.h"
#include "tournament/runner/tournament_plan.h"

namespace xttt {
namespace {

using test::sample;
using test::TestFolderTest;
using testing::Each;
using testing::Pair;
using testing::SizeIs;

xttt::Test sample_tuning(int iterations) {
    auto test = sample();
    test.config.entrants = {{"new", "ugi:./engine"}, {"old", "ugi:./engine"}};
    test.config.stages[0].games = 2 * iterations;
    test.parameters = {parse_spsa_parameter("A,int,5,0,9,1,0.1").value()};
    test.iterations = iterations;
    return test;
}

// Plays all games with random players.
LocalExecutor random_games() {
    return LocalExecutor(unpinned(1), nullptr, {}, [](const GameTask& task, std::size_t) {
        return make_player("random:3", *task.setup.variant);
    });
}

// Says that the host was too busy in the first results of each game.
class BusyHost final : public GameExecutor {
public:
    struct Counts {
        std::map<std::uint64_t, int> submitted, stored;  // by game
    };
    BusyHost(int busy, Counts& counts) : busy_(busy), counts_(counts) {}

    std::size_t free_slots() const override { return inner_.free_slots(); }
    void submit(GameTask task) override {
        ++counts_.submitted[task.id];
        inner_.submit(std::move(task));
    }
    Result<void> collect(std::vector<FinishedGame>& finished, Deadline until) override {
        const auto before = finished.size();
        TRY_VOID(inner_.collect(finished, until));
        for (std::size_t i = before; i < finished.size(); ++i)
            finished[i].game->host.too_busy = counts_.submitted[finished[i].id] <= busy_;
        return {};
    }
    void stored(std::span<const std::uint64_t> ids) override {
        for (const auto id : ids) ++counts_.stored[id];
    }
    std::size_t unfinished() const override { return inner_.unfinished(); }
    std::vector<std::uint64_t> cancel_pending() override { return inner_.cancel_pending(); }
    void stop() override { inner_.stop(); }
    std::string description() const override { return "a busy host"; }

private:
    LocalExecutor inner_ = random_games();
    int busy_;
    Counts& counts_;
};

// A cluster without workers: no game starts. The user interrupts the test while it waits.
class NoWorkers final : public GameExecutor {
public:
    explicit NoWorkers(TestControl& control) : control_(control) {}

    std::size_t free_slots() const override { return 100; }
    void submit(GameTask task) override { waiting_.push_back(task.id); }
    Result<void> collect(std::vector<FinishedGame>&, Deadline) override {
        constexpr int kMostCalls = 100;
        if (++calls_ > kMostCalls) return fail(Errc::Process, "it waits for ever");
        control_.interrupts = 1;
        return {};
    }
    void stored(std::span<const std::uint64_t>) override {}
    std::size_t unfinished() const override { return waiting_.size(); }
    std::vector<std::uint64_t> cancel_pending() override { return std::exchange(waiting_, {}); }
    void stop() override {}
    std::string description() const override { return "no workers"; }

private:
    TestControl& control_;
    std::vector<std::uint64_t> waiting_;
    int calls_ = 0;
};

TEST_F(TestFolderTest, ATuningWithoutWorkersStops) {
    const TestFolder folder(path_);
    auto test = sample_tuning(5);
    ASSERT_TRUE(folder.submit(test));
    ASSERT_TRUE(folder.request_stop(1, true));
    TestControl control;
    control.slots = 4;
    const auto make = [&](const xttt::Test&, const auto&) -> Result<RunExecutor> {
        return RunExecutor{.executor = std::make_unique<NoWorkers>(control)};
    };
    run_test(test, folder, make, control);
    EXPECT_EQ(folder.state(1).status, TestStatus::Stopped) << folder.state(1).message;
}

// Forfeits as o, and as x wins.
class Crashes final : public GameExecutor {
public:
    std::size_t free_slots() const override { return 4; }
    void submit(GameTask task) override { tasks_.push_back(std::move(task)); }
    Result<void> collect(std::vector<FinishedGame>& finished, Deadline) override {
        for (const GameTask& task : std::exchange(tasks_, {})) {
            PlayedGame game;
            game.record.variant = task.setup.variant;
            game.record.forfeit = Forfeit{Side::O, ForfeitReason::Crash, "exit code 3"};
            game.ending = ending_of(game.record).value();
            finished.push_back({task.id, std::move(game)});
        }
        return {};
    }
    void stored(std::span<const std::uint64_t>) override {}
    std::size_t unfinished() const override { return tasks_.size(); }
    std::vector<std::uint64_t> cancel_pending() override { return {}; }
    void stop() override {}
    std::string description() const override { return "crashes"; }

private:
    std::vector<GameTask> tasks_;
};

TEST_F(TestFolderTest, ForfeitsAreCountedAlsoAfterARestart) {
    const TestFolder folder(path_);
    auto tuning = sample_tuning(6), sprt = sample();
    sprt.config.stages[0].games = 12;
    ASSERT_TRUE(folder.submit(tuning));
    ASSERT_TRUE(folder.submit(sprt));
    const auto make = [&](const xttt::Test&, const auto& warn) -> Result<RunExecutor> {
        warn("it crashes");
        return RunExecutor{.executor = std::make_unique<Crashes>()};
    };
    for (const auto& test : {tuning, sprt}) {
        std::vector<std::string> log;
        for (int run = 0; run < 2; ++run) {
            TestControl control;
            control.slots = 4;
            run_test(test, folder, make, control,
                     [&](const std::string& text) { log.push_back(text); });
            const TestState state = folder.state(test.number);
            EXPECT_EQ(state.games(), 12) << state.message;
            EXPECT_EQ(state.forfeits.total(), 12);
            EXPECT_EQ(state.forfeits.last, "exit code 3");
        }
        EXPECT_THAT(log, Each(std::string("it crashes")));
        EXPECT_THAT(log, SizeIs(2));
    }
    EXPECT_EQ(folder.state(2).forfeits.text(0), "6 by crash");
}

TEST_F(TestFolderTest, ATuningReplaysGamesThatTheHostSpoilt) {
    const TestFolder folder(path_);
    auto test = sample_tuning(4);
    ASSERT_TRUE(folder.submit(test));
    // The last replay counts, however busy the host is.
    for (const auto& [busy, attempts] : {std::pair(1, 2), std::pair(1000, 1 + kMaxReplays)}) {
        std::filesystem::remove(folder.file(1, "iterations.jsonl"));
        TestControl control;
        control.slots = 4;
        BusyHost::Counts counts;
        const auto make = [&](const xttt::Test&, const auto&) -> Result<RunExecutor> {
            return RunExecutor{.executor = std::make_unique<BusyHost>(busy, counts)};
        };
        run_test(test, folder, make, control);
        EXPECT_EQ(folder.state(1).status, TestStatus::Finished) << folder.state(1).message;
        EXPECT_EQ(folder.state(1).games(), 8);
        EXPECT_THAT(counts.submitted, SizeIs(8));
        EXPECT_THAT(counts.submitted, Each(Pair(testing::_, attempts)));
        EXPECT_EQ(counts.stored, counts.submitted);
    }
}

}  // namespace
}  // namespace xttt
