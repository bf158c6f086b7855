#include <map>
#include <thread>

#include <gmock/gmock.h>

#include "cluster/cluster_executor.h"
#include "cluster/layout.h"
#include "cluster/nats_server.h"
#include "cluster/order.h"
#include "cluster/running_worker.h"
#include "players/random_player.h"
#include "referee/opening.h"
#include "referee/referee.h"
#include "support/paths.h"

namespace xttt {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

// However slow the machine is.
constexpr auto kTimeLimit = 90s;

GameTask task(std::uint64_t id, std::uint64_t seed, std::string player = "random") {
    const auto contestant = std::make_shared<const Entrant>(Entrant{0, "r", std::move(player)});
    GameTask task{.id = id, .players = {contestant, contestant}, .setup = {}, .conditions = {}};
    task.setup.variant = &kUltimate;
    task.setup.seed = seed;
    task.setup.limits = {PlayLimits{.move_time = 60s}, PlayLimits{.move_time = 60s}};
    return task;
}

class Cluster : public testing::Test {
protected:
    ClusterOptions coordinator_options() {
        ClusterOptions options;
        options.server = server_.options();
        options.run = "test";
        options.lease = 3s;
        options.attempts = 100;
        return options;
    }
    std::unique_ptr<ClusterExecutor> coordinator() { return coordinator(coordinator_options()); }
    std::unique_ptr<ClusterExecutor> coordinator(ClusterOptions options) {
        auto opened = ClusterExecutor::open(std::move(options));
        if (!opened) throw std::runtime_error(opened.error().message);
        return std::move(*opened);
    }
    std::unique_ptr<test::RunningWorker> worker(const std::string& name) {
        return std::make_unique<test::RunningWorker>(server_, name, cache_.path());
    }
    // Adds to `games_` until there are at least so many; each only once.
    void collect(ClusterExecutor& executor, std::size_t count) {
        const auto give_up = Clock::now() + kTimeLimit;
        while (games_.size() < count && Clock::now() < give_up) {
            std::vector<FinishedGame> finished;
            const auto collected = executor.collect(finished, after(1s));
            ASSERT_TRUE(collected) << collected.error().message;
            for (auto& game : finished) {
                const auto id = game.id;
                executor.stored({&id, 1});
                EXPECT_TRUE(games_.emplace(id, std::move(game)).second) << id << " came twice";
            }
        }
        ASSERT_GE(games_.size(), count);
    }
    void expect_games_of(std::uint64_t first, std::uint64_t count) {
        for (std::uint64_t id = first; id < first + count; ++id) {
            ASSERT_TRUE(games_.contains(id)) << id;
            const auto& game = games_.at(id).game;
            ASSERT_TRUE(game) << game.error().message;
            RandomPlayer x, o;
            const auto here = play_game(task(id, id).setup, {&x, &o});
            EXPECT_EQ(game->ending, here->ending) << id;
            EXPECT_EQ(game->record.moves.size(), here->record.moves.size());
        }
    }

    test::NatsServer server_;
    test::FreshFolder cache_;
    std::map<std::uint64_t, FinishedGame> games_;
};

TEST_F(Cluster, PlaysEachGameOnceAndAsAtHome) {
    const auto a = worker("a"), b = worker("b");
    const auto executor = coordinator();
    for (std::uint64_t id = 0; id < 60; ++id) executor->submit(task(id, id));
    EXPECT_EQ(executor->unfinished(), 60u);
    EXPECT_EQ(executor->free_slots(), 1024u - 60u);
    collect(*executor, 60);
    expect_games_of(0, 60);
    EXPECT_EQ(executor->unfinished(), 0u);
    EXPECT_THAT(games_.at(7).game->worker, testing::AnyOf("a", "b"));
    const auto status = executor->status();
    EXPECT_EQ(status.collected, 60u);
    EXPECT_EQ(status.rejected, 0u);
    EXPECT_EQ(status.set_aside, 0u);
}

TEST_F(Cluster, OutlivesARestartOfTheServer) {
    const auto a = worker("a");
    const auto executor = coordinator();
    for (std::uint64_t id = 0; id < 40; ++id) executor->submit(task(id, id));
    collect(*executor, 5);
    server_.restart();
    for (std::uint64_t id = 40; id < 80; ++id) executor->submit(task(id, id));
    collect(*executor, 80);
    expect_games_of(0, 80);
}

TEST_F(Cluster, ANewCoordinatorTakesOverWhatTheOldOneOrdered) {
    {
        const auto old = coordinator();
        const auto a = worker("a");
        for (std::uint64_t id = 0; id < 4; ++id) old->submit(task(id, id));
        collect(*old, 4);
        // These are played while no coordinator is connected.
        for (std::uint64_t id = 4; id < 30; ++id) old->submit(task(id, id));
        const auto give_up = Clock::now() + kTimeLimit;
        while (a->status().games < 30 && Clock::now() < give_up) std::this_thread::sleep_for(20ms);
        ASSERT_EQ(a->status().games, 30u);
    }
    // Those collected last are acknowledged when the coordinator ends; the others wait. No worker
    // is there, so what comes are the old games.
    ASSERT_EQ(games_.size(), 4u);
    const auto executor = coordinator();
    for (std::uint64_t id = 4; id < 30; ++id) executor->submit(task(id, id));
    collect(*executor, 30);
    expect_games_of(0, 30);
}

TEST_F(Cluster, OrdersAgainWhatTheServerHasLost) {
    const auto executor = coordinator();
    for (std::uint64_t id = 0; id < 3; ++id) executor->submit(task(id, id));
    auto connection = NatsConnection::open(server_.options());
    ASSERT_TRUE(connection);
    const JetStream streams(*connection);
    const auto waiting = [&] {
        const auto state = streams.state(std::string(kWorkStream));
        return state ? state->messages : 0;
    };
    const auto give_up = Clock::now() + kTimeLimit;
    while (waiting() < 3 && Clock::now() < give_up) std::this_thread::sleep_for(20ms);
    ASSERT_TRUE(streams.purge(std::string(kWorkStream), "xttt.work.>"));
    while (executor->status().republished < 3 && Clock::now() < give_up)
        executor->look_for_lost_orders();
    const auto a = worker("a");
    collect(*executor, 3);
    expect_games_of(0, 3);
}

TEST_F(Cluster, SetsAsideWhatNoWorkerCanPlay) {
    auto options = coordinator_options();
    options.attempts = 2;
    const auto a = worker("a");
    const auto executor = coordinator(options);
    executor->submit(task(1, 1, "ugi:/bin/cat"));
    executor->submit(task(2, 2));
    collect(*executor, 2);
    EXPECT_FALSE(games_.at(1).game);
    EXPECT_THAT(games_.at(1).game.error().message, HasSubstr("set aside after 2 attempts"));
    EXPECT_THAT(games_.at(1).game.error().message, HasSubstr("--allow-programs"));
    EXPECT_TRUE(games_.at(2).game);
    EXPECT_EQ(executor->status().set_aside, 1u);
}

TEST_F(Cluster, DoesNotCountForgedResults) {
    const auto executor = coordinator();
    executor->submit(task(5, 5));
    auto connection = NatsConnection::open(server_.options());
    ASSERT_TRUE(connection);
    const JetStream streams(*connection);
    // A worker that reports a game it made up: another seed's.
    std::optional<StoredMessage> message;
    const auto give_up = Clock::now() + kTimeLimit;
    while (!message && Clock::now() < give_up) {
        // nats-server 2.9 hangs on a request for the last message of an empty stream.
        const auto state = streams.state(std::string(kWorkStream));
        if (state && state->messages > 0)
            message = streams.last(std::string(kWorkStream), "xttt.work.>").value_or(std::nullopt);
        if (!message) std::this_thread::sleep_for(20ms);  // the coordinator needs the server too
    }
    ASSERT_TRUE(message);
    const auto parsed = parse_order(message->data);
    ASSERT_TRUE(parsed) << parsed.error().message;
    const auto* order = std::get_if<GameOrder>(&*parsed);
    ASSERT_NE(order, nullptr);
    RandomPlayer x, o;
    auto made_up = play_game(task(6, 6).setup, {&x, &o});
    const Report forged{
        .run = order->run, .item = order->item, .worker = "liar", .outcome = std::move(*made_up)};
    ASSERT_TRUE(
        streams.publish_once(result_subject(order->run, order->item), report_text(forged).value()));
    while (executor->status().rejected < 1 && Clock::now() < give_up)
        std::this_thread::sleep_for(20ms);
    const auto a = worker("a");
    collect(*executor, 1);
    expect_games_of(5, 1);
    const auto status = executor->status();
    EXPECT_EQ(status.rejected, 1u);
    ASSERT_EQ(status.workers.size(), 2u);
    EXPECT_THAT(status.workers[1].suspicion, HasSubstr("rejected"));
}

TEST_F(Cluster, RecallsOrdersThatNoWorkerHasStarted) {
    const auto executor = coordinator();
    for (std::uint64_t id = 0; id < 10; ++id) executor->submit(task(id, id));
    auto connection = NatsConnection::open(server_.options());
    ASSERT_TRUE(connection);
    const JetStream streams(*connection);
    const auto give_up = Clock::now() + kTimeLimit;
    while (Clock::now() < give_up) {
        const auto state = streams.state(std::string(kWorkStream));
        if (state && state->messages == 10) break;
        std::this_thread::sleep_for(20ms);
    }
    // The coordinator notes a number a moment after the server has it.
    std::vector<std::uint64_t> ids;
    while (ids.size() < 10 && Clock::now() < give_up)
        for (const auto id : executor->cancel_pending()) ids.push_back(id);
    EXPECT_EQ(ids.size(), 10u);
    EXPECT_EQ(executor->unfinished(), 0u);
    EXPECT_EQ(streams.state(std::string(kWorkStream)).value().messages, 0u);
}

TEST_F(Cluster, BotsTravel) {
    const std::string bots = test::source_path("tests/bots/course/");
    const auto executor = coordinator();
    auto game = task(1, 1, "python:" + bots + "team10_modules.py");
    game.setup.variant = &kDouble;
    game.setup.opening = random_opening(kDouble, 70, 1).moves;
    executor->submit(game);
    const auto a = worker("a");
    collect(*executor, 1);
    ASSERT_TRUE(games_.at(1).game) << games_.at(1).game.error().message;
    EXPECT_FALSE(games_.at(1).game->record.forfeit) << games_.at(1).game->record.forfeit->detail;
}

TEST_F(Cluster, ResultsThatWereNotStoredComeAgainHoweverOftenTheyWereCollected) {
    std::vector<FinishedGame> finished;
    {
        const auto a = worker("a");
        const auto executor = coordinator();
        for (std::uint64_t id = 1; id <= 3; ++id) {
            executor->submit(task(id, id));
            const auto give_up = Clock::now() + kTimeLimit;
            while (finished.size() < id && Clock::now() < give_up)
                ASSERT_TRUE(executor->collect(finished, after(1s)));
        }
        ASSERT_EQ(finished.size(), 3u);
        // More calls of collect() do not mean that anything has been stored.
        for (int i = 0; i < 3; ++i) ASSERT_TRUE(executor->collect(finished, after(10ms)));
        const std::uint64_t stored = finished[1].id;
        executor->stored({&stored, 1});
    }
    // There is no worker any more: only the server can have them.
    const auto executor = coordinator();
    for (const std::uint64_t id : {1, 3}) executor->submit(task(id, id));
    collect(*executor, 2);
    expect_games_of(1, 1);
    expect_games_of(3, 1);
}

TEST_F(Cluster, IsWatched) {
    const auto a = worker("a");
    const auto executor = coordinator();
    executor->submit(task(1, 1));
    collect(*executor, 1);
    auto connection = NatsConnection::open(server_.options());
    ASSERT_TRUE(connection);
    const JetStream streams(*connection);
    Result<ClusterStatus> status = ClusterStatus{};
    const auto give_up = Clock::now() + kTimeLimit;
    while (Clock::now() < give_up) {
        status = read_cluster_status(streams);
        if (status && !status->workers.empty() && !status->runs.empty() &&
            status->runs[0].status.collected == 1)
            break;
        std::this_thread::sleep_for(100ms);
    }
    ASSERT_TRUE(status) << status.error().message;
    ASSERT_EQ(status->workers.size(), 1u);
    EXPECT_EQ(status->workers[0].status.worker, "a");
    EXPECT_GT(status->workers[0].status.host.speed, 0);
    ASSERT_EQ(status->runs.size(), 1u);
    EXPECT_EQ(status->runs[0].status.collected, 1u);
    EXPECT_EQ(forget_run(streams, "a.b").error().code, Errc::Usage);
}

}  // namespace
}  // namespace xttt
