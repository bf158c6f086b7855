// Runs on a cluster that outlast their connections.

#include "cluster/cluster_executor_factory.h"

#include <set>
#include <thread>

#include <gmock/gmock.h>

#include "cluster/nats_server.h"
#include "cluster/running_worker.h"
#include "support/fresh_folder.h"

namespace xttt {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

constexpr auto kLimit = 120s;

GameTask game_between(std::uint64_t id, const std::string& x, const std::string& o) {
    GameTask task{.id = id,
                  .players = {std::make_shared<const Entrant>(Entrant{0, "x", x}),
                              std::make_shared<const Entrant>(Entrant{1, "o", o})},
                  .setup = {},
                  .conditions = {}};
    task.setup.variant = &kUltimate;
    task.setup.seed = id;
    task.setup.limits.fill({.move_time = 60s});
    return task;
}

class RunsOfAFactory : public testing::Test {
protected:
    void open() {
        auto opened = ClusterExecutorFactory::connect(
            {.server = server_.options(), .log = [this](const std::string& text) {
                 const std::lock_guard lock(mutex_);
                 log_ += text + "\n";
             }});
        ASSERT_TRUE(opened) << opened.error().message;
        factory_ = std::move(*opened);
    }
    std::unique_ptr<GameExecutor> run(const std::string& name) {
        return std::move(factory_->open({.name = name, .store = {}}).value().executor);
    }
    std::unique_ptr<test::RunningWorker> worker(const std::string& name) {
        return std::make_unique<test::RunningWorker>(server_, name, cache_.path());
    }
    std::string log() const {
        const std::lock_guard lock(mutex_);
        return log_;
    }
    template <class Condition>
    static bool until(Condition&& condition) {
        const Deadline end = after(kLimit);
        while (!condition() && Clock::now() < end) std::this_thread::sleep_for(50ms);
        return condition();
    }
    // Plays games between random players until so many have come back; each comes back once.
    void play(GameExecutor& executor, std::size_t games) {
        const std::size_t wanted = finished_.size() + games;
        const Deadline end = after(kLimit);
        while (finished_.size() < wanted && Clock::now() < end) {
            for (auto slots = executor.free_slots(); slots > 0; --slots)
                executor.submit(game_between(next_++, "random", "random"));
            std::vector<FinishedGame> some;
            ASSERT_TRUE(executor.collect(some, after(100ms)));
            for (const FinishedGame& game : some) {
                ASSERT_TRUE(game.game) << game.game.error().message;
                ASSERT_TRUE(finished_.insert(game.id).second);
                executor.stored(std::span(&game.id, 1));
            }
        }
        ASSERT_GE(finished_.size(), wanted) << log();
    }

    test::NatsServer server_;
    test::FreshFolder cache_;
    mutable std::mutex mutex_;
    std::string log_;
    std::uint64_t next_ = 1;
    std::set<std::uint64_t> finished_;
    std::unique_ptr<ClusterExecutorFactory> factory_;
};

TEST_F(RunsOfAFactory, WaitForAServerAndForWorkers) {
    server_.kill();
    open();
    const auto executor = run("ladder");
    EXPECT_EQ(executor->free_slots(), 0u);
    ASSERT_TRUE(until([&] { return factory_->status().problem.contains("cannot reach"); }));
    server_.start();
    ASSERT_TRUE(until([&] { return factory_->status().problem.contains("no worker"); }));
    EXPECT_EQ(executor->free_slots(), 0u);
    const auto one = worker("one");
    play(*executor, 10);
    EXPECT_EQ(factory_->status(),
              (ExecutorFactory::Status{.on_cluster = true, .workers = 1, .games = 2}));
    EXPECT_THAT(log(), HasSubstr("games wait for the cluster: cannot reach"));
    EXPECT_THAT(log(), HasSubstr("games are played on the cluster"));
}

TEST_F(RunsOfAFactory, LoseNoGameWhenTheServerAndAWorkerVanish) {
    open();
    const auto executor = run("ladder");
    auto one = worker("one");
    const auto two = worker("two");
    play(*executor, 10);
    one.reset();
    server_.restart();
    play(*executor, 20);
    EXPECT_TRUE(until([&] { return factory_->status().problem.empty(); }));
}

TEST_F(RunsOfAFactory, AreOrderedAgainAfterTheirEnd) {
    open();
    const auto executor = run("ladder");
    const auto one = worker("one");
    play(*executor, 10);
    // Another process claims the run, and ends.
    const auto connection = NatsConnection::open(server_.options());
    ASSERT_TRUE(connection) << connection.error().message;
    const JetStream streams(*connection);
    auto status = read_cluster_status(streams).value();
    ASSERT_EQ(status.runs.size(), 1u);
    RunStatus other = status.runs.front().status;
    other.session = "another";
    other.host = "elsewhere";
    other.ephemeral = false;
    ASSERT_TRUE(streams.publish(run_subject(other.run), status_text(other)));
    play(*executor, 200);
    EXPECT_TRUE(until([&] {
        std::vector<FinishedGame> some;
        EXPECT_TRUE(executor->collect(some, after(100ms)));
        for (const FinishedGame& game : some) EXPECT_TRUE(finished_.insert(game.id).second);
        return log().contains("has taken over run");
    })) << log();
    play(*executor, 10);
    EXPECT_TRUE(until([&] { return factory_->status().problem.empty(); }));
}

TEST_F(RunsOfAFactory, SurviveAPlayerThatCannotBeSent) {
    open();
    const auto executor = run("ladder");
    const auto one = worker("one");
    ASSERT_TRUE(until([&] {
        std::vector<FinishedGame> none;
        EXPECT_TRUE(executor->collect(none, after(50ms)));
        return executor->free_slots() > 0;
    }));
    const std::uint64_t id = 1'000'000;
    executor->submit(game_between(id, "python:/nowhere/bot.py", "random"));
    std::vector<FinishedGame> finished;
    ASSERT_TRUE(until([&] {
        EXPECT_TRUE(executor->collect(finished, after(50ms)));
        return !finished.empty();
    }));
    ASSERT_EQ(finished.size(), 1u);
    EXPECT_EQ(finished[0].id, id);
    ASSERT_FALSE(finished[0].game);
    EXPECT_THAT(finished[0].game.error().message, HasSubstr("/nowhere/bot.py"));
    play(*executor, 10);
}

TEST_F(RunsOfAFactory, LeaveNothingOnTheServer) {
    open();
    auto executor = run("ladder");
    {
        const auto one = worker("one");
        play(*executor, 10);
    }
    executor->stop();
    executor.reset();
    const auto connection = NatsConnection::open(server_.options());
    ASSERT_TRUE(connection) << connection.error().message;
    const JetStream streams(*connection);
    EXPECT_EQ(streams.state(std::string(kWorkStream)).value().messages, 0u);
    EXPECT_EQ(streams.state(std::string(kResultStream)).value().messages, 0u);
}

TEST(ClusterExecutorFactory, RefusesAnAddressThatCannotWork) {
    const auto opened =
        ClusterExecutorFactory::connect({.server = {.url = "nats://192.0.2.1:4222"}});
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().code, Errc::Usage);
    EXPECT_THAT(opened.error().message, HasSubstr("--insecure"));
}

}  // namespace
}  // namespace xttt
