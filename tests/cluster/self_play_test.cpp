#include <fstream>
#include <iterator>
#include <thread>

#include <gmock/gmock.h>

#include "cluster/cluster_self_play.h"
#include "cluster/layout.h"
#include "cluster/running_worker.h"
#include "cluster/wire.h"
#include "eval/nnue/network.h"
#include "selfplay/game_maker.h"

namespace xttt {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

constexpr auto kSelfPlayTimeout = 90s;

std::string bytes_of(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

class SelfPlayOnACluster : public testing::Test {
protected:
    SelfPlayOptions games(const std::string& name, std::uint32_t count) const {
        SelfPlayOptions options;
        options.out = folder_.path() + "/" + name;
        options.nodes = 30;
        options.games = count;
        return options;
    }
    ClusterSelfPlayOptions on_cluster() {
        ClusterSelfPlayOptions options;
        options.cluster.server = server_.options();
        options.cluster.run = "night";
        options.cluster.lease = 3s;
        options.cluster.attempts = 100;
        options.cluster.log = [this](const std::string& text) { log_ += text + "\n"; };
        options.batch = 4;
        return options;
    }
    template <const Variant& V>
    RunStatus generate_there(const SelfPlayOptions& play, ClusterSelfPlayOptions options) {
        // Ends it, whatever it waits for.
        std::atomic<int> interrupts =
            options.interrupts != nullptr ? options.interrupts->load() : 0;
        options.interrupts = &interrupts;
        auto crew = ClusterSelfPlay<V>::open(play, std::move(options));
        if (!crew) throw std::runtime_error(crew.error().message);
        const std::jthread watch([&](std::stop_token done) {
            const auto give_up = std::chrono::steady_clock::now() + kSelfPlayTimeout;
            while (!done.stop_requested() && std::chrono::steady_clock::now() < give_up)
                std::this_thread::sleep_for(50ms);
            if (!done.stop_requested()) interrupts = 2;
        });
        const auto done = generate<V>(play, **crew, {});
        EXPECT_TRUE(done) << done.error().message;
        return (*crew)->status();
    }
    std::unique_ptr<test::RunningWorker> worker(const std::string& name) {
        return std::make_unique<test::RunningWorker>(server_, name, folder_.path() + "/cache");
    }

    test::NatsServer server_;
    test::FreshFolder folder_;
    std::string log_;
};

TEST_F(SelfPlayOnACluster, WritesTheSameFileAsAtHome) {
    auto home = games("home.rec", 30);
    home.openings = {"9/9/9/9/4x4/9/9/9/9 o e5 -"};
    home.temperature = 1;
    ASSERT_TRUE(generate<kUltimate>(home, {}));
    auto there = home;
    there.out = folder_.path() + "/there.rec";
    const auto a = worker("a"), b = worker("b");
    const auto status = generate_there<kUltimate>(there, on_cluster());
    EXPECT_EQ(bytes_of(there.out), bytes_of(home.out));
    EXPECT_EQ(status.collected, 30u);
    EXPECT_EQ(status.rejected, 0u) << log_;
}

TEST_F(SelfPlayOnACluster, GoesOnWithAFileThatWasCutOff) {
    const auto home = games("home.rec", 18);
    ASSERT_TRUE(generate<kUltimate>(home, {}));
    const auto whole = bytes_of(home.out);
    const auto there = games("there.rec", 18);
    std::ofstream(there.out, std::ios::binary) << whole.substr(0, whole.size() / 2);
    const auto a = worker("a");
    generate_there<kUltimate>(there, on_cluster());
    EXPECT_EQ(bytes_of(there.out), whole);
    // Nothing of the run is left on the server, once the worker's last word has arrived.
    const auto connection = NatsConnection::open(server_.options());
    ASSERT_TRUE(connection);
    const JetStream streams(*connection);
    const auto left = [&] {
        return streams.state(std::string(kWorkStream)).value().messages +
               streams.state(std::string(kResultStream)).value().messages;
    };
    for (int i = 0; i < 300 && left() != 0; ++i)
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
    EXPECT_EQ(left(), 0u);
}

TEST_F(SelfPlayOnACluster, TakesTheResultsThatCameWhileNobodyListened) {
    const auto home = games("home.rec", 8);
    ASSERT_TRUE(generate<kUltimate>(home, {}));
    const auto there = games("there.rec", 8);
    struct Killed {};
    {
        const auto a = worker("a");
        const auto crew = ClusterSelfPlay<kUltimate>::open(there, on_cluster()).value();
        const auto die = [&](std::uint32_t, auto) -> std::uint32_t {
            const auto give_up = std::chrono::steady_clock::now() + kSelfPlayTimeout;
            while (a->status().games < 8 && std::chrono::steady_clock::now() < give_up)
                std::this_thread::sleep_for(20ms);
            throw Killed();
        };
        EXPECT_THROW((void)crew->play(0, 8, die, [] { return false; }), Killed);
    }
    // No worker is running now.
    const auto status = generate_there<kUltimate>(there, on_cluster());
    EXPECT_EQ(status.collected, 8u);
    EXPECT_EQ(bytes_of(there.out), bytes_of(home.out));
}

TEST_F(SelfPlayOnACluster, EndsEarlyWhenAsked) {
    const auto there = games("there.rec", 8);
    const std::atomic<int> interrupts = 1;
    auto options = on_cluster();
    options.interrupts = &interrupts;
    const auto status = generate_there<kUltimate>(there, options);
    EXPECT_EQ(status.unfinished, 0u);
    EXPECT_EQ(status.collected, 0u);
}

TEST_F(SelfPlayOnACluster, PlaysWithANetworkThatTravels) {
    const auto bytes = nnue::builtin_network(kExtreme.name);
    ASSERT_FALSE(bytes.empty()) << "every variant ships with a network";
    auto home = games("home.rec", 3);
    home.search.evaluation = "nnue";
    home.search.eval_file = folder_.path() + "/net.xnet";
    std::ofstream(home.search.eval_file, std::ios::binary)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    ASSERT_TRUE(generate<kExtreme>(home, {}));
    auto there = home;
    there.out = folder_.path() + "/there.rec";
    const auto a = worker("a");
    generate_there<kExtreme>(there, on_cluster());
    EXPECT_EQ(bytes_of(there.out), bytes_of(home.out));
}

TEST_F(SelfPlayOnACluster, DoesNotCountForgedGames) {
    const auto there = games("there.rec", 4);
    const auto home = games("home.rec", 4);
    ASSERT_TRUE(generate<kUltimate>(home, {}));
    const auto connection = NatsConnection::open(server_.options());
    ASSERT_TRUE(connection);
    const JetStream streams(*connection);
    std::unique_ptr<test::RunningWorker> honest;
    // Takes the order first, and answers with the right games but scores of its own.
    std::jthread liar([&] {
        const auto give_up = std::chrono::steady_clock::now() + kSelfPlayTimeout;
        Result<PullSubscription> queue = fail(Errc::Io, "");
        while (!queue && std::chrono::steady_clock::now() < give_up) {
            queue = streams.pull(workers_consumer(3s));
            if (!queue) std::this_thread::sleep_for(50ms);
        }
        while (queue && std::chrono::steady_clock::now() < give_up) {
            auto orders = queue->fetch(1, 500ms);
            if (!orders || orders->empty()) continue;
            const auto order = std::get<SelfPlayOrder>(parse_order(orders->front().data()).value());
            auto maker = GameMaker<kUltimate>::make(order.recipe).value();
            Report report{
                .run = order.run, .item = order.item, .worker = "liar", .outcome = SelfPlayGames{}};
            auto& bytes = std::get<SelfPlayGames>(report.outcome).records;
            for (std::uint32_t n = order.first; n < order.first + order.count; ++n) {
                auto records = maker.play(n);
                records[1].score += 5;
                bytes.append(reinterpret_cast<const char*>(records.data()),
                             records.size() * sizeof(records[0]));
            }
            (void)streams.publish_once(result_subject(order.run, order.item),
                                       report_text(report).value());
            orders->front().acknowledge();
            break;
        }
        honest = worker("honest");
    });
    const auto status = generate_there<kUltimate>(there, on_cluster());
    liar.join();
    EXPECT_EQ(status.rejected, 1u);
    EXPECT_THAT(log_, HasSubstr("worker liar: game 0 differs"));
    EXPECT_EQ(bytes_of(there.out), bytes_of(home.out));
}

}  // namespace
}  // namespace xttt
