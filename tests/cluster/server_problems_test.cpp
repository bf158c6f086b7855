// Each problem with the server produces one message that says what to do, and another one when it
// is over.

#include <mutex>
#include <thread>

#include <gmock/gmock.h>

#include "cluster/cluster_executor.h"
#include "cluster/layout.h"
#include "cluster/nats_server.h"
#include "cluster/running_worker.h"

namespace xttt {
namespace {

using namespace std::chrono_literals;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

constexpr auto kRecoveryLimit = 60s;
constexpr auto kReportLimit = 15s;  // 5 s on a machine that is not busy
constexpr auto kRetryTime = 4s;     // failed requests are repeated after 3 s

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
    }
    std::vector<std::string> with(const std::string& part) const {
        std::vector<std::string> found;
        const std::lock_guard lock(mutex_);
        for (const auto& text : all_)
            if (text.find(part) != text.npos) found.push_back(text);
        return found;
    }
    bool has(const std::string& part) const { return !with(part).empty(); }
    std::string all() const { return testing::PrintToString(with("")); }

private:
    mutable std::mutex mutex_;
    std::vector<std::string> all_;
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
        const auto player = std::make_shared<const Entrant>(Entrant{0, "r", "random"});
        for (std::uint64_t id = 0; id < games; ++id) {
            GameTask task{.id = id, .players = {player, player}, .setup = {}, .conditions = {}};
            task.setup.variant = &kUltimate;
            task.setup.seed = id;
            task.setup.limits = {PlayLimits{.move_time = 60s}, PlayLimits{.move_time = 60s}};
            (*opened)->submit(std::move(task));
        }
        return std::move(*opened);
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

    test::FreshFolder cache_;
    Messages messages_, worker_messages_;
    std::size_t games_ = 0;
};

TEST_F(ServerProblems, ADeniedRequestIsReportedOnceAndWhenItIsAllowed) {
    test::NatsServer server(users_config(false));
    const auto executor = run(server.options("coordinator:c"), 3);
    EXPECT_TRUE(
        collect_until(*executor, kReportLimit, [&] { return messages_.has("denied a request"); }));
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
    const auto executor = run(server.options(), 3);
    EXPECT_TRUE(
        collect_until(*executor, kReportLimit, [&] { return messages_.has("is out of storage"); }));
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
    // A request that was under way gets no answer, and the others are refused.
    const auto count = [&](const std::string& refused, const std::string& unanswered) {
        return messages_.with(refused).size() + messages_.with(unanswered).size();
    };
    const auto problems = [&] { return count("JetStream is not available", "does not answer"); };
    const auto ends = [&] { return count("JetStream is available", "answers again"); };
    EXPECT_TRUE(collect_until(*executor, kReportLimit, [&] { return problems() > 0; }))
        << messages_.all();
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

TEST_F(ServerProblems, MissingStreamsAreReportedOnceByAWorkerThatMayNotCreateThem) {
    test::NatsServer server(users_config(true));
    const auto created = [&] {
        const auto cluster = connect_to_cluster(server.options("coordinator:c"));
        return cluster && ensure_layout(cluster->streams) &&
               cluster->streams.pull(workers_consumer(3s));
    };
    ASSERT_TRUE(created());
    const auto w = worker(server.options("worker:w"));
    const auto wait_for = [&](const std::string& part, Clock::duration limit) {
        const auto give_up = Clock::now() + limit;
        while (!worker_messages_.has(part) && Clock::now() < give_up)
            std::this_thread::sleep_for(20ms);
        return worker_messages_.has(part);
    };
    // It has subscribed when it rejects an order.
    const JetStream streams(NatsConnection::open(server.options("coordinator:c")).value());
    ASSERT_TRUE(streams.publish_once(work_subject("run", "1"), "nonsense"));
    ASSERT_TRUE(wait_for("order run.1", kRecoveryLimit)) << worker_messages_.all();
    server.wipe();
    EXPECT_TRUE(wait_for("The streams of the cluster are missing", kReportLimit))
        << worker_messages_.all();
    EXPECT_TRUE(wait_for("not allowed to create them", kReportLimit)) << worker_messages_.all();
    ASSERT_TRUE(created());
    EXPECT_TRUE(wait_for("The streams of the cluster are available again", kRecoveryLimit))
        << worker_messages_.all();
    EXPECT_TRUE(wait_for("accepts requests again", kRecoveryLimit)) << worker_messages_.all();
    for (const char* part : {"are missing", "not allowed", "available again", "accepts requests"})
        EXPECT_THAT(worker_messages_.with(part), SizeIs(1)) << part;
}

}  // namespace
}  // namespace xttt
