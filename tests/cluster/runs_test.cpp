// Several runs on one cluster: a failure of one does not affect the others.

#include <filesystem>
#include <set>
#include <thread>

#include <gmock/gmock.h>

#include "cluster/cluster_executor.h"
#include "cluster/layout.h"
#include "cluster/nats_server.h"
#include "cluster/running_worker.h"
#include "tournament/store/store.h"

namespace xttt {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

constexpr auto kRunLimit = 60s;

GameTask random_game(std::uint64_t id) {
    const auto contestant = std::make_shared<const Entrant>(Entrant{0, "r", "random"});
    GameTask task{.id = id, .players = {contestant, contestant}, .setup = {}, .conditions = {}};
    task.setup.variant = &kUltimate;
    task.setup.seed = id;
    task.setup.limits = {PlayLimits{.move_time = 60s}, PlayLimits{.move_time = 60s}};
    return task;
}

class Runs : public testing::Test {
protected:
    void SetUp() override {
        auto opened = NatsConnection::open(server_.options());
        ASSERT_TRUE(opened) << opened.error().message;
        streams_.emplace(std::move(*opened));
    }
    std::unique_ptr<ClusterExecutor> run(const std::string& name, std::uint64_t games) {
        ClusterOptions options;
        options.server = server_.options();
        options.run = name;
        options.lease = 3s;
        options.log = [this](const std::string& text) { log_ += text + "\n"; };
        auto opened = ClusterExecutor::open(std::move(options));
        if (!opened) throw std::runtime_error(opened.error().message);
        for (std::uint64_t id = 0; id < games; ++id) (*opened)->submit(random_game(id));
        return std::move(*opened);
    }
    std::unique_ptr<test::RunningWorker> worker() {
        return std::make_unique<test::RunningWorker>(server_, "w", cache_.path());
    }
    // Until the server has so many orders.
    void wait_for_orders(std::uint64_t count) {
        const auto give_up = Clock::now() + kRunLimit;
        const auto have = [&] {
            const auto state = streams_->state(std::string(kWorkStream));
            return state ? state->messages : 0;
        };
        while (have() < count && Clock::now() < give_up) std::this_thread::sleep_for(20ms);
        ASSERT_GE(have(), count);
    }
    // Publishes nonsense as the result of the last order of a run.
    void forge_result(const std::string& run) {
        Result<std::optional<StoredMessage>> order;
        const auto give_up = Clock::now() + kRunLimit;
        while ((!order || !*order) && Clock::now() < give_up)
            order = streams_->last(std::string(kWorkStream), work_subject(run, "*"));
        ASSERT_TRUE(order && *order);
        const auto parsed = std::get<GameOrder>(parse_order((*order)->data).value());
        ASSERT_TRUE(streams_->publish_once(result_subject(run, parsed.item), "nonsense"));
    }
    // How many games come back, each counted once.
    static std::size_t collect(ClusterExecutor& executor, std::size_t count) {
        std::set<std::uint64_t> ids;
        const auto give_up = Clock::now() + kRunLimit;
        while (ids.size() < count && Clock::now() < give_up) {
            std::vector<FinishedGame> finished;
            if (!executor.collect(finished, after(500ms))) break;
            for (const auto& game : finished)
                if (game.game) ids.insert(game.id);
        }
        return ids.size();
    }

    test::NatsServer server_;
    test::FreshFolder cache_;
    std::optional<JetStream> streams_;
    std::string log_;
};

TEST_F(Runs, OneThatEndsLeavesTheOrdersOfTheOthersAlone) {
    const auto first = run("first", 40);
    wait_for_orders(40);
    {
        const auto second = run("second", 10);
        wait_for_orders(50);
        second->conclude();
    }
    const auto w = worker();
    EXPECT_EQ(collect(*first, 40), 40u);
    EXPECT_EQ(first->status().republished, 0u) << log_;
}

TEST_F(Runs, OneThatIsInterruptedLeavesTheOrdersOfTheOthersAlone) {
    const auto first = run("first", 40);
    wait_for_orders(40);
    const auto second = run("second", 10);
    wait_for_orders(50);
    (void)second->cancel_pending();
    second->stop();
    const auto w = worker();
    EXPECT_EQ(collect(*first, 40), 40u);
    EXPECT_EQ(first->status().republished, 0u) << log_;
}

// A coordinator that resumes a run finds its orders on the server.
TEST_F(Runs, AResumedOneTakesBackTheOrdersOfItsEarlierProcess) {
    {
        const auto first = run("first", 20);
        wait_for_orders(20);
    }
    const auto again = run("first", 21);
    wait_for_orders(21);  // the last one is new
    EXPECT_EQ(again->cancel_pending().size(), 21u);
    EXPECT_EQ(again->unfinished(), 0u);
    EXPECT_EQ(streams_->state(std::string(kWorkStream)).value().messages, 0u);
}

TEST_F(Runs, ForgettingOneLeavesTheOrdersOfTheOthersAlone) {
    const auto first = run("first", 40);
    wait_for_orders(40);
    {
        const auto second = run("second", 10);
        wait_for_orders(50);
    }
    EXPECT_TRUE(forget_run(*streams_, "second"));
    EXPECT_EQ(streams_->state(std::string(kWorkStream)).value().messages, 40u);
    const auto unknown = forget_run(*streams_, "nosuchrun");
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().code, Errc::Usage);
    const auto again = forget_run(*streams_, "second");
    EXPECT_FALSE(again);
    const auto running = forget_run(*streams_, "first");
    ASSERT_FALSE(running);
    EXPECT_THAT(running.error().message, HasSubstr("still running"));
    const auto w = worker();
    EXPECT_EQ(collect(*first, 40), 40u);
}

TEST_F(Runs, AForgedResultOfOneLeavesTheOrdersOfTheOthersAlone) {
    const auto first = run("first", 40);
    wait_for_orders(40);
    const auto second = run("second", 1);
    wait_for_orders(41);
    forge_result("second");
    const auto give_up = Clock::now() + kRunLimit;
    while (second->status().rejected < 1 && Clock::now() < give_up)
        std::this_thread::sleep_for(20ms);
    const auto w = worker();
    EXPECT_EQ(collect(*first, 40), 40u);
    EXPECT_EQ(collect(*second, 1), 1u);
    EXPECT_EQ(first->status().republished, 0u) << log_;
}

TEST_F(Runs, ManyForgedResultsAreReportedOnce) {
    const auto first = run("first", 30);
    wait_for_orders(30);
    const auto state = streams_->state(std::string(kWorkStream), "xttt.work.first.*");
    ASSERT_TRUE(state);
    for (const auto& [subject, count] : state->subjects) {
        const auto item = subject.substr(subject.rfind('.') + 1);
        ASSERT_TRUE(streams_->publish_once(result_subject("first", item), "nonsense " + item));
    }
    const auto give_up = Clock::now() + kRunLimit;
    std::vector<FinishedGame> finished;
    while (first->status().rejected < 30 && Clock::now() < give_up)
        ASSERT_TRUE(first->collect(finished, after(100ms)));
    ASSERT_TRUE(first->collect(finished, after(1s)));  // the last messages
    EXPECT_GE(first->status().rejected, 30u);
    std::size_t reports = 0;
    for (auto at = log_.find("rejected"); at != log_.npos; at = log_.find("rejected", at + 1))
        ++reports;
    EXPECT_GE(reports, 1u);
    EXPECT_LE(reports, 6u) << log_;  // one in ten seconds
    const auto w = worker();
    EXPECT_EQ(collect(*first, 30), 30u);
}

// As earlier versions of xttt did, and as a user can do with the `nats` tool.
TEST_F(Runs, OrdersThatTheServerSkipsArePublishedAgain) {
    const auto first = run("first", 40);
    wait_for_orders(40);
    ASSERT_TRUE(streams_->purge(std::string(kWorkStream), work_subject("nosuchrun", "*")));
    const auto w = worker();
    const auto began = Clock::now();
    EXPECT_EQ(collect(*first, 40), 40u);
    // Newer servers skip nothing; where orders are skipped, it is said.
    if (first->status().republished > 0) {
        EXPECT_THAT(log_, HasSubstr("Published again"));
    }
    EXPECT_LT(Clock::now() - began, 30s);
}

TEST_F(Runs, ResultsThatTheServerSkipsAreFetchedAgain) {
    const auto first = run("first", 40);
    wait_for_orders(40);
    const auto w = worker();
    // The consumer of the results is moved while they come.
    std::jthread purging([&](const std::stop_token& stop) {
        while (!stop.stop_requested()) {
            (void)streams_->purge(std::string(kResultStream), "xttt.result.*.nosuchitem");
            (void)streams_->purge(std::string(kResultStream), result_subject("nosuchrun", "*"));
            std::this_thread::sleep_for(5ms);
        }
    });
    while (w->status().games < 40) std::this_thread::sleep_for(10ms);
    purging.request_stop();
    EXPECT_EQ(collect(*first, 40), 40u) << log_;
}

// The watchdog compares the orders in the stream with what the consumer still has to deliver.
TEST_F(Runs, OrdersThatTheServerNoLongerDeliversArePublishedAgain) {
    ASSERT_TRUE(ensure_layout(*streams_));
    // A consumer that delivers each order once, unlike ours.
    jsConsumerConfig config;
    jsConsumerConfig_Init(&config);
    const std::string name(kWorkersConsumer), stream(kWorkStream);
    config.Durable = name.c_str();
    config.FilterSubject = "xttt.work.>";
    config.AckPolicy = js_AckExplicit;
    config.AckWait = std::chrono::nanoseconds(500ms).count();
    config.MaxDeliver = 1;
    OwnedConsumerInfo made;
    ASSERT_EQ(js_AddConsumer(NatsOut(made), streams_->connection().handles()->jetstream.get(),
                             stream.c_str(), &config, nullptr, nullptr),
              NATS_OK);
    const auto first = run("first", 3);
    wait_for_orders(3);
    {
        // A worker that dies with all orders.
        const auto queue = streams_->pull(workers_consumer(3s));
        ASSERT_TRUE(queue) << queue.error().message;
        std::size_t taken = 0;
        const auto give_up = Clock::now() + kRunLimit;
        while (taken < 3 && Clock::now() < give_up)
            if (const auto orders = queue->fetch(3, 500ms)) taken += orders->size();
        ASSERT_EQ(taken, 3u);
    }
    const auto w = worker();
    EXPECT_EQ(collect(*first, 3), 3u) << log_;
    EXPECT_EQ(first->status().republished, 3u) << log_;
    EXPECT_THAT(log_, HasSubstr("skipped 3 orders of this run"));
    EXPECT_THAT(log_, HasSubstr("Published again"));
}

TEST_F(Runs, ConsumersThatWereDeletedAreCreatedAgain) {
    const auto first = run("first", 400);
    wait_for_orders(400);
    const auto w = worker();
    const auto before = collect(*first, 20);
    ASSERT_LT(before, 400u) << "the consumers have to be deleted while games are played";
    ASSERT_TRUE(streams_->forget_consumer(std::string(kWorkStream), std::string(kWorkersConsumer)));
    const auto results = results_consumer("first");
    ASSERT_TRUE(streams_->forget_consumer(results.stream, results.name));
    EXPECT_EQ(before + collect(*first, 400 - before), 400u) << log_;
}

// The server keeps it in memory, so a restart loses it. Workers may not have the permission.
TEST_F(Runs, TheStreamOfStatusesIsCreatedAgain) {
    const auto first = run("first", 5);
    wait_for_orders(5);
    const std::string stream(kStatusStream);
    ASSERT_EQ(js_DeleteStream(streams_->connection().handles()->jetstream.get(), stream.c_str(),
                              nullptr, nullptr),
              NATS_OK);
    const auto is_known = [&] {
        const auto status = last_run_status(*streams_, "first");
        return status && *status;
    };
    const auto give_up = Clock::now() + kRunLimit;
    std::vector<FinishedGame> finished;
    while (!is_known() && Clock::now() < give_up)
        ASSERT_TRUE(first->collect(finished, after(100ms)));
    EXPECT_TRUE(is_known());
}

TEST_F(Runs, TenAtOnceAllEnd) {
    std::vector<std::unique_ptr<ClusterExecutor>> runs;
    for (int i = 0; i < 10; ++i) runs.push_back(run("run" + std::to_string(i), 30));
    wait_for_orders(100);
    forge_result("run2");
    const auto a = worker();
    // Three end early, each in another way.
    (void)runs[1]->cancel_pending();
    runs[1]->stop();
    runs[1].reset();
    EXPECT_TRUE(forget_run(*streams_, "run1"));
    runs[4]->conclude();
    runs[4].reset();
    (void)runs[7]->cancel_pending();
    runs[7].reset();
    for (const int i : {0, 2, 3, 5, 6, 8, 9}) {
        EXPECT_EQ(collect(*runs[i], 30), 30u) << i << "\n" << log_;
        const auto status = runs[i]->status();
        EXPECT_EQ(status.republished, 0u) << i;
        EXPECT_EQ(status.rejected, i == 2 ? 1u : 0u) << i;
        runs[i]->conclude();
    }
}

TEST_F(Runs, ASecondCoordinatorIsRefused) {
    const auto first = run("first", 5);
    wait_for_orders(5);
    const auto second = run("first", 5);
    std::vector<FinishedGame> finished;
    Result<void> collected;
    const auto give_up = Clock::now() + kRunLimit;
    while (collected && Clock::now() < give_up) collected = second->collect(finished, after(500ms));
    ASSERT_FALSE(collected);
    EXPECT_EQ(collected.error().code, Errc::Usage);
    EXPECT_THAT(collected.error().message, HasSubstr("already has a coordinator"));
    // The first one does not notice.
    const auto w = worker();
    EXPECT_EQ(collect(*first, 5), 5u);
}

TEST_F(Runs, TroubleWithTheServerIsReportedOnce) {
    const auto first = run("first", 5);
    wait_for_orders(5);
    server_.kill();
    std::vector<FinishedGame> finished;
    ASSERT_TRUE(first->collect(finished, after(4s)));
    const auto count = [&](const std::string& text) {
        std::size_t found = 0;
        for (auto at = log_.find(text); at != log_.npos; at = log_.find(text, at + 1)) ++found;
        return found;
    };
    EXPECT_EQ(count("Lost the connection"), 1u) << log_;
    server_.start();
    const auto w = worker();
    EXPECT_EQ(collect(*first, 5), 5u);
    EXPECT_EQ(count("Lost the connection"), 1u) << log_;
    EXPECT_EQ(count("again."), 1u) << log_;
}

TEST_F(Runs, ALostStoreIsReportedAndOrdersArePublishedAgain) {
    const auto first = run("first", 5);
    wait_for_orders(5);
    server_.wipe();
    const auto w = worker();
    const auto began = Clock::now();
    EXPECT_EQ(collect(*first, 5), 5u);
    EXPECT_THAT(log_, HasSubstr("lost 5 orders"));
    EXPECT_LT(Clock::now() - began, 15s);
}

TEST(RunId, StaysWithItsStoreAndIsNewInANewOne) {
    const test::FreshFolder folder;
    const auto path = folder.path() + "/cup.db";
    std::string first;
    {
        const auto store = Store::open(path);
        ASSERT_TRUE(store) << store.error().message;
        first = run_id_of(path).value();
        EXPECT_TRUE(is_cluster_name(first));
        EXPECT_EQ(run_id_of(path).value(), first);
        EXPECT_TRUE(store->is_new());
    }
    {
        const auto store = Store::open(path);
        ASSERT_TRUE(store) << store.error().message;
        EXPECT_EQ(run_id_of(path).value(), first);
    }
    for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
        std::filesystem::remove(entry.path());
    const auto store = Store::open(path);
    ASSERT_TRUE(store) << store.error().message;
    EXPECT_NE(run_id_of(path).value(), first);
}

TEST(ServerHealth, ReportsAProblemOnceAndItsEndOnce) {
    std::vector<std::string> said;
    ServerHealth health([&](const std::string& text) { said.push_back(text); });
    for (int i = 0; i < 1000; ++i) health.raise("disk", "full", "room again");
    EXPECT_EQ(said, (std::vector<std::string>{"full"}));
    EXPECT_TRUE(health.has("disk"));
    for (int i = 0; i < 10; ++i) health.clear("disk");
    EXPECT_EQ(said, (std::vector<std::string>{"full", "room again"}));
    // One that comes and goes is no flood either.
    for (int i = 0; i < 1000; ++i) {
        health.raise("disk", "full", "room again");
        health.clear("disk");
        health.tick();
    }
    EXPECT_EQ(said.size(), 2u);
    health.raise("connection", "away", "back");
    EXPECT_EQ(said.size(), 3u);
    health.detach();
    health.clear("connection");
    EXPECT_EQ(said.size(), 3u);
}

// A server whose disk is full stores a message now and then, and may close connections.
TEST(ServerHealth, ReportsTheEndOfAFullDiskWhenItIsStable) {
    std::vector<std::string> said;
    ServerHealth health([&](const std::string& text) { said.push_back(text); });
    for (int i = 0; i < 100; ++i) {
        health.raise(kStorageProblem, "full", "stores again");
        health.clear(kStorageProblem);
        health.tick();
        health.raise(kConnectionProblem, "away", "back");
        health.clear(kConnectionProblem);
    }
    EXPECT_EQ(said, (std::vector<std::string>{"full"}));
    const auto give_up = Clock::now() + kRunLimit;
    while (said.size() < 2 && Clock::now() < give_up) {
        std::this_thread::sleep_for(20ms);
        health.tick();
    }
    EXPECT_EQ(said, (std::vector<std::string>{"full", "stores again"}));
    health.raise(kConnectionProblem, "away", "back");
    EXPECT_EQ(said.back(), "away");
}

}  // namespace
}  // namespace xttt
