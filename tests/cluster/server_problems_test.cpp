// Each problem with the server produces one message that says what to do, within 5 s, and another
// one when it is over.

#include <atomic>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <optional>
#include <thread>

#include <gmock/gmock.h>

#include "cluster/cluster_executor.h"
#include "cluster/layout.h"
#include "cluster/nats_server.h"
#include "cluster/running_worker.h"
#include "cluster/small_disk.h"

namespace xttt {
namespace {

using namespace std::chrono_literals;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

constexpr auto kRecoveryLimit = 60s;
constexpr auto kReportLimit = 5s;
constexpr auto kWaitLimit = 60s;  // until a message is missing rather than late
constexpr auto kRetryTime = 4s;   // failed requests are repeated after 2 s

// Measures how long a thread of this process has waited for a processor since it was made.
class Delays {
public:
    Clock::duration total() const { return Clock::duration(total_.load()); }

private:
    std::atomic<Clock::rep> total_ = 0;
    std::jthread thread_{[this](const std::stop_token& stop) {
        constexpr auto kNap = 5ms;
        while (!stop.stop_requested()) {
            const auto before = Clock::now();
            std::this_thread::sleep_for(kNap);
            total_ += (Clock::now() - before - kNap).count();
        }
    }};
};

// Users of a server, with the permissions of docs/how-to/add-worker-machines.md for the worker.
std::string users_config(bool may_order) {
    const std::string denied = may_order ? "[]" : "\"xttt.work.>\"";
    return R"(authorization { users: [
  { user: coordinator, password: c, permissions: { publish: { deny: )" +
           denied + R"( } } }
  { user: worker, password: w, permissions: {
    publish: ["$JS.API.INFO", "$JS.API.STREAM.INFO.*", "$JS.API.CONSUMER.INFO.XTTT_WORK.workers",
              "$JS.API.CONSUMER.MSG.NEXT.XTTT_WORK.workers", "$JS.API.STREAM.MSG.GET.OBJ_xttt_bots",
              "$JS.API.DIRECT.GET.OBJ_xttt_bots", "$JS.ACK.XTTT_WORK.workers.>",
              "xttt.result.>", "xttt.status.worker.>"]
    subscribe: ["_INBOX.>"] } }
] })";
}

std::string storage_config(const std::string& limit) {
    return "jetstream { max_mem: 64MB, max_file: " + limit + " }";
}

// The messages of a coordinator or a worker. Thread-safe.
class Messages {
public:
    void add(const std::string& text) {
        const std::lock_guard lock(mutex_);
        all_.push_back(text);
        times_.push_back(Clock::now());
    }
    std::vector<std::string> with(const std::string& part) const {
        std::vector<std::string> found;
        const std::lock_guard lock(mutex_);
        for (const auto& text : all_)
            if (text.find(part) != text.npos) found.push_back(text);
        return found;
    }
    bool has(const std::string& part) const { return !with(part).empty(); }
    // Time of the first with that part.
    std::optional<Clock::time_point> time_of(const std::string& part) const {
        const std::lock_guard lock(mutex_);
        for (std::size_t i = 0; i < all_.size(); ++i)
            if (all_[i].find(part) != std::string::npos) return times_[i];
        return std::nullopt;
    }
    std::string all() const { return testing::PrintToString(with("")); }

private:
    mutable std::mutex mutex_;
    std::vector<std::string> all_;
    std::vector<Clock::time_point> times_;
};

class ServerProblems : public testing::Test {
protected:
    std::unique_ptr<ClusterExecutor> run(NatsOptions server, std::uint64_t games) {
        ClusterOptions options;
        options.server = std::move(server);
        options.run = "run";
        options.lease = 3s;
        options.log = [this](const std::string& text) { messages_.add(text); };
        auto opened = ClusterExecutor::open(std::move(options));
        if (!opened) throw std::runtime_error(opened.error().message);
        for (std::uint64_t id = 0; id < games; ++id) submit(**opened, id);
        return std::move(*opened);
    }
    static void submit(ClusterExecutor& executor, std::uint64_t id) {
        const auto player = std::make_shared<const Entrant>(Entrant{0, "r", "random"});
        GameTask task{.id = id, .players = {player, player}, .setup = {}, .conditions = {}};
        task.setup.variant = &kUltimate;
        task.setup.seed = id;
        task.setup.limits = {PlayLimits{.move_time = 60s}, PlayLimits{.move_time = 60s}};
        executor.submit(std::move(task));
    }
    std::unique_ptr<test::RunningWorker> worker(NatsOptions server) {
        auto options = test::RunningWorker::options_for(std::move(server), "w", cache_.path());
        options.log = [this](const std::string& text) { worker_messages_.add(text); };
        return std::make_unique<test::RunningWorker>(std::move(options));
    }
    // Collects games until the condition is true; whether it was in time.
    template <class Condition>
    bool collect_until(ClusterExecutor& executor, Clock::duration limit, Condition&& condition) {
        const auto give_up = Clock::now() + limit;
        while (!condition() && Clock::now() < give_up) {
            std::vector<FinishedGame> finished;
            if (const auto collected = executor.collect(finished, after(50ms)); !collected) {
                ADD_FAILURE() << collected.error().message;
                return false;
            }
            games_ += finished.size();
        }
        return condition();
    }
    void collect_for(ClusterExecutor& executor, Clock::duration time) {
        (void)collect_until(executor, time, [] { return false; });
    }
    // The problem begins now.
    void begin() { began_ = Clock::now(), delays_.emplace(); }
    // Whether the coordinator reports it in time. What this process waited for a processor since
    // then is allowed in addition.
    void expect_report(ClusterExecutor& executor, const std::string& part) {
        (void)collect_until(executor, kWaitLimit, [&] { return messages_.has(part); });
        expect_in_time(messages_, part);
    }
    void expect_worker_report(const std::string& part) {
        (void)worker_says(part, kWaitLimit);
        expect_in_time(worker_messages_, part);
    }
    bool worker_says(const std::string& part, Clock::duration limit) const {
        const auto give_up = Clock::now() + limit;
        while (!worker_messages_.has(part) && Clock::now() < give_up)
            std::this_thread::sleep_for(20ms);
        return worker_messages_.has(part);
    }
    void expect_in_time(const Messages& messages, const std::string& part) {
        const auto at = messages.time_of(part);
        ASSERT_TRUE(at) << "no '" << part << "' in " << messages.all();
        const auto took = std::chrono::duration<double>(*at - began_).count();
        const auto delay = std::chrono::duration<double>(delays_->total()).count();
        EXPECT_LT(took, std::chrono::duration<double>(kReportLimit).count() + delay) << part;
        std::printf("%s: after %.2f s (delays %.2f s)\n", part.c_str(), took, delay);
    }

    Clock::time_point began_;
    std::optional<Delays> delays_;
    test::FreshFolder cache_;
    Messages messages_, worker_messages_;
    std::size_t games_ = 0;
};

TEST_F(ServerProblems, ADeniedRequestIsReportedOnceAndWhenItIsAllowed) {
    test::NatsServer server(users_config(false));
    begin();
    const auto executor = run(server.options("coordinator:c"), 3);
    expect_report(*executor, "denied a request");
    collect_for(*executor, kRetryTime);
    EXPECT_THAT(messages_.with(""),
                ElementsAre(AllOf(HasSubstr("denied a request"), HasSubstr("xttt.work.run."),
                                  HasSubstr("docs/how-to/add-worker-machines.md"))));
    server.configure(users_config(true));
    server.restart();
    const auto w = worker(server.options("worker:w"));
    EXPECT_TRUE(
        collect_until(*executor, kRecoveryLimit,
                      [&] { return games_ == 3 && messages_.has("accepts requests again"); }))
        << messages_.all() << worker_messages_.all();
    EXPECT_THAT(messages_.with("denied a request"), SizeIs(1));
    EXPECT_THAT(messages_.with("accepts requests again"), SizeIs(1));
}

TEST_F(ServerProblems, AServerWithoutRoomIsReportedOnceAndWhenThereIsRoom) {
    test::NatsServer server(storage_config("100MB"));
    begin();
    const auto executor = run(server.options(), 3);
    expect_report(*executor, "is out of storage");
    collect_for(*executor, kRetryTime);
    EXPECT_THAT(messages_.with(""),
                ElementsAre(AllOf(HasSubstr("is out of storage"), HasSubstr("Free disk space"),
                                  HasSubstr("max_file"), HasSubstr("xttt cluster resize"))));
    server.configure(storage_config("1500MB"));
    server.restart();
    const auto w = worker(server.options());
    EXPECT_TRUE(
        collect_until(*executor, kRecoveryLimit,
                      [&] { return games_ == 3 && messages_.has("stores messages again"); }))
        << messages_.all() << worker_messages_.all();
    EXPECT_THAT(messages_.with("is out of storage"), SizeIs(1));
    EXPECT_THAT(messages_.with("stores messages again"), SizeIs(1));
}

TEST_F(ServerProblems, AServerWithoutJetStreamIsReportedOnceAndWhenItIsBack) {
    test::NatsServer server;
    const auto executor = run(server.options(), 3);
    const JetStream streams(NatsConnection::open(server.options()).value());
    ASSERT_TRUE(collect_until(*executor, kRecoveryLimit, [&] {
        const auto state = streams.state(std::string(kWorkStream));
        return state && state->messages == 3;
    }));
    server.kill();
    server.start(false);
    begin();
    // A request that was under way gets no answer, and the others are refused.
    const auto count = [&](const std::string& refused, const std::string& unanswered) {
        return messages_.with(refused).size() + messages_.with(unanswered).size();
    };
    const auto problems = [&] { return count("JetStream is not available", "does not answer"); };
    const auto ends = [&] { return count("JetStream is available", "answers again"); };
    (void)collect_until(*executor, kWaitLimit, [&] { return problems() > 0; });
    expect_in_time(messages_, messages_.has("does not answer") ? "does not answer"
                                                               : "JetStream is not available");
    collect_for(*executor, kRetryTime);
    EXPECT_EQ(problems(), 1u) << messages_.all();
    EXPECT_EQ(ends(), 0u) << messages_.all();
    for (const auto& message : messages_.with("JetStream is not available"))
        EXPECT_THAT(message, HasSubstr("Start nats-server with -js"));
    server.restart();
    const auto w = worker(server.options());
    EXPECT_TRUE(collect_until(*executor, kRecoveryLimit, [&] { return games_ == 3 && ends() > 0; }))
        << messages_.all() << worker_messages_.all();
    EXPECT_EQ(problems(), 1u) << messages_.all();
    EXPECT_EQ(ends(), 1u) << messages_.all();
}

// The disk of the server, rather than a limit of its configuration.
TEST_F(ServerProblems, AFullDiskIsReportedOnceAndWhenThereIsSpace) {
    constexpr int kMebibytes = 48;
    const auto disk = test::SmallDisk::mount(kMebibytes);
    if (!disk) GTEST_SKIP() << "this host allows neither mounts nor user namespaces";
    test::NatsServer server(storage_config("1500MB"), &*disk);
    const JetStream streams(NatsConnection::open(server.options()).value());
    auto executor = run(server.options(), 0);
    const auto has_queue = [&] {
        return streams.consumer_state(std::string(kWorkStream), std::string(kWorkersConsumer))
            .has_value();
    };
    ASSERT_TRUE(collect_until(*executor, kRecoveryLimit, has_queue)) << messages_.all();
    disk->fill();
    begin();
    constexpr std::size_t kGames = 600;
    for (std::uint64_t id = 0; id < kGames; ++id) submit(*executor, id);
    // nats-server 2.9 no longer answers, newer ones refuse messages.
    const auto reports = [&] {
        return messages_.with("free disk space").size() + messages_.with("Free disk space").size();
    };
    (void)collect_until(*executor, kWaitLimit, [&] { return reports() > 0; });
    expect_in_time(messages_, "ree disk space");
    collect_for(*executor, 3 * kRetryTime);
    EXPECT_THAT(messages_.with(""), SizeIs(1)) << messages_.all();
    disk->free();
    if (messages_.has("restart nats-server")) server.restart();
    const auto w = worker(server.options());
    const auto is_over = [&] {
        return messages_.has("stores messages again") || messages_.has("answers again");
    };
    EXPECT_TRUE(
        collect_until(*executor, kRecoveryLimit, [&] { return games_ == kGames && is_over(); }))
        << games_ << messages_.all() << worker_messages_.all();
    EXPECT_THAT(messages_.with(""), SizeIs(2)) << messages_.all();
}

// As if the network were cut: nothing arrives, and no connection is closed.
TEST_F(ServerProblems, ASilentServerIsReportedOnceAndWhenItAnswers) {
    test::NatsServer server;
    const auto executor = run(server.options(), 3);
    const auto w = worker(server.options());
    ASSERT_TRUE(collect_until(*executor, kRecoveryLimit, [&] { return games_ == 3; }));
    server.freeze();
    begin();
    expect_report(*executor, "does not answer");
    (void)worker_says("127.0.0.1", kWaitLimit);
    expect_in_time(worker_messages_, "127.0.0.1");
    collect_for(*executor, 2 * kRetryTime);
    EXPECT_THAT(messages_.with(""), SizeIs(1)) << messages_.all();
    EXPECT_THAT(worker_messages_.with(""), SizeIs(1)) << worker_messages_.all();
    server.thaw();
    EXPECT_TRUE(collect_until(*executor, kRecoveryLimit, [&] {
        return messages_.has("answers again");
    })) << messages_.all();
    EXPECT_TRUE(worker_says("again.", kRecoveryLimit)) << worker_messages_.all();
    EXPECT_THAT(messages_.with(""), SizeIs(2)) << messages_.all();
    EXPECT_THAT(worker_messages_.with(""), SizeIs(2)) << worker_messages_.all();
}

TEST_F(ServerProblems, AServerThatEndsIsReportedOnceAndWhenItIsBack) {
    test::NatsServer server;
    const auto executor = run(server.options(), 0);
    const auto w = worker(server.options());
    server.kill();
    begin();
    expect_report(*executor, "Lost the connection");
    expect_worker_report("Lost the connection");
    collect_for(*executor, kRetryTime);
    server.start();
    EXPECT_TRUE(
        collect_until(*executor, kRecoveryLimit, [&] { return messages_.has("Connected to"); }));
    EXPECT_TRUE(worker_says("Connected to", kRecoveryLimit));
    EXPECT_THAT(messages_.with(""), SizeIs(2)) << messages_.all();
    EXPECT_THAT(worker_messages_.with(""), SizeIs(2)) << worker_messages_.all();
}

TEST_F(ServerProblems, AServerThatCannotBeReachedIsReportedAtTheStart) {
    test::NatsServer server;
    server.freeze();  // accepts connections and says nothing
    NatsOptions options = server.options();
    options.report = [this](const std::string& text) { messages_.add(text); };
    begin();
    Result<NatsConnection> connection = fail(Errc::Io, "not opened");
    std::jthread opening([&] { connection = NatsConnection::open(options); });
    const auto give_up = Clock::now() + kWaitLimit;
    while (!messages_.has("Cannot reach") && Clock::now() < give_up)
        std::this_thread::sleep_for(20ms);
    expect_in_time(messages_, "Cannot reach");
    server.thaw();
    opening.join();
    ASSERT_TRUE(connection) << connection.error().message;
    EXPECT_THAT(messages_.with(""),
                ElementsAre(HasSubstr("Is nats-server running there?"), HasSubstr("Connected to")));
}

TEST_F(ServerProblems, ALostStoreIsReportedOnce) {
    test::NatsServer server;
    const auto executor = run(server.options(), 5);
    const JetStream streams(NatsConnection::open(server.options()).value());
    ASSERT_TRUE(collect_until(*executor, kRecoveryLimit, [&] {
        const auto state = streams.state(std::string(kWorkStream));
        return state && state->messages == 5;
    }));
    server.wipe();
    begin();
    expect_report(*executor, "lost 5 orders");
    const auto w = worker(server.options());
    EXPECT_TRUE(collect_until(*executor, kRecoveryLimit, [&] { return games_ == 5; }));
    EXPECT_THAT(messages_.with(""),
                ElementsAre(HasSubstr("Lost the connection"), HasSubstr("Connected to"),
                            AllOf(HasSubstr("lost 5 orders"), HasSubstr("Published again"))));
}

TEST_F(ServerProblems, MissingStreamsAreReportedOnceByAWorkerThatMayNotCreateThem) {
    test::NatsServer server(users_config(true));
    const auto created = [&] {
        const auto cluster = connect_to_cluster(server.options("coordinator:c"));
        return cluster && ensure_layout(cluster->streams) &&
               cluster->streams.pull(workers_consumer(3s));
    };
    ASSERT_TRUE(created());
    const auto w = worker(server.options("worker:w"));
    // It has subscribed when it rejects an order.
    const JetStream streams(NatsConnection::open(server.options("coordinator:c")).value());
    ASSERT_TRUE(streams.publish_once(work_subject("run", "1"), "nonsense"));
    ASSERT_TRUE(worker_says("order run.1", kRecoveryLimit)) << worker_messages_.all();
    server.wipe();
    begin();
    expect_worker_report("The streams of the cluster are missing");
    std::this_thread::sleep_for(2 * kRetryTime);
    EXPECT_THAT(worker_messages_.with("streams"),
                ElementsAre(HasSubstr("A coordinator creates them again")));
    EXPECT_THAT(w->status().trouble, Not(IsEmpty()));
    ASSERT_TRUE(created());
    EXPECT_TRUE(worker_says("has all streams again", kRecoveryLimit)) << worker_messages_.all();
    EXPECT_THAT(worker_messages_.with("streams"), SizeIs(2)) << worker_messages_.all();
    EXPECT_THAT(worker_messages_.with("denied"), SizeIs(0)) << worker_messages_.all();
}

// As after 'xttt cluster status', which the guide says to run first.
TEST_F(ServerProblems, AWorkerThatMayNotCreateTheQueueWaitsForIt) {
    test::NatsServer server(users_config(true));
    const auto cluster = connect_to_cluster(server.options("coordinator:c"));
    ASSERT_TRUE(cluster && ensure_layout(cluster->streams));
    begin();
    const auto w = worker(server.options("worker:w"));
    expect_worker_report("has no queue of orders yet");
    std::this_thread::sleep_for(2 * kRetryTime);
    EXPECT_THAT(worker_messages_.with(""), SizeIs(1)) << worker_messages_.all();
    EXPECT_THAT(w->status().trouble, Not(IsEmpty()));
    const auto executor = run(server.options("coordinator:c"), 3);
    EXPECT_TRUE(collect_until(*executor, kRecoveryLimit, [&] { return games_ == 3; }))
        << messages_.all() << worker_messages_.all();
    EXPECT_THAT(worker_messages_.with(""),
                ElementsAre(HasSubstr("has no queue of orders yet"), HasSubstr("has all streams")));
    EXPECT_THAT(w->status().trouble, IsEmpty());
}

// A worker without restrictions creates them itself.
TEST_F(ServerProblems, MissingStreamsAreCreatedByAWorkerThatMay) {
    test::NatsServer server;
    const auto w = worker(server.options());
    const JetStream streams(NatsConnection::open(server.options()).value());
    const auto has_streams = [&] {
        const auto give_up = Clock::now() + kRecoveryLimit;
        while (!streams.consumer_state(std::string(kWorkStream), std::string(kWorkersConsumer)) &&
               Clock::now() < give_up)
            std::this_thread::sleep_for(20ms);
        return streams.has_stream(std::string(kWorkStream)).value_or(false);
    };
    ASSERT_TRUE(has_streams());
    server.wipe();
    EXPECT_TRUE(has_streams());
}

}  // namespace
}  // namespace xttt
