#pragma once

#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <thread>

#include "cluster/bot_files.h"
#include "cluster/cluster_workforce.h"
#include "cluster/order_book.h"
#include "cluster/worker_audit.h"

namespace xttt {

// Two threads: one sends orders out, one takes results in. The hall's own thread only exchanges
// tasks and games with them, and never waits for the server.
class ClusterWorkforce::Impl {
public:
    Impl(ClusterOptions options, JetStream streams, ObjectStore store)
        : options_(std::move(options)), streams_(std::move(streams)), store_(std::move(store)) {
        if (options_.scale_time) speed_ = measure_core_speed();
        receiver_ = std::jthread([this](std::stop_token stop) { receive(stop); });
        sender_ = std::jthread([this](std::stop_token stop) { send(stop); });
    }
    ~Impl();

    std::size_t unfinished() const {
        const std::lock_guard lock(mutex_);
        return unfinished_;
    }
    std::size_t room() const {
        const std::lock_guard lock(mutex_);
        return options_.most - std::min(options_.most, unfinished_);
    }
    void submit(GameTask task);
    Result<void> collect(std::vector<FinishedGame>& finished, Deadline until);
    std::vector<std::uint64_t> recall();
    void stop();
    void conclude();
    RunStatus status() const;
    // Orders again what was published longer ago than `age` and is not on the server any more.
    void reconcile(Clock::duration age);
    std::string description() const {
        return fmt::format("the workers of the cluster, as run {}", options_.run);
    }

private:
    struct Ready {
        FinishedGame game;
        std::optional<Delivery> result;  // to be acknowledged when the game is stored
    };

    void send(const std::stop_token& stop);
    Result<GameOrder> order_of(const GameTask& task, const std::stop_token& stop);
    Result<OrderedPlayer> ordered(const std::string& player, const std::stop_token& stop);
    void publish(const std::string& item, const std::stop_token& stop);
    void receive(const std::stop_token& stop);
    Result<PullSubscription> prepare();
    void take(Delivery result);
    void reject(const std::string& item, const std::string& worker, const std::string& why);
    void hand_on(FinishedGame game, std::optional<Delivery> result);  // with mutex_ held
    void give_up(std::uint64_t task, const std::string& why);
    void break_down(const Error& error);
    void say(const std::string& message);

    ClusterOptions options_;
    JetStream streams_;
    ObjectStore store_;
    std::optional<double> speed_;
    std::map<std::string, OrderedPlayer> known_players_;  // of the sender only
    bool taken_over_ = false;                             // of the receiver only

    std::mutex saying_;
    std::vector<std::string> messages_;  // to be told by collect()
    std::string last_message_;

    mutable std::mutex mutex_;
    std::condition_variable_any changed_;
    std::deque<GameTask> tasks_;       // to be ordered
    std::deque<std::string> unsent_;   // items to be published (again)
    std::deque<Ready> ready_;          // to be collected
    std::vector<Delivery> handed_on_;  // by the last collect()
    std::vector<Delivery> stored_;     // by the one before: its games are stored by now
    std::set<std::string> answered_;   // items whose results waited here when we came
    OrderBook book_;
    WorkerAudit audit_;
    RunStatus counts_;
    std::size_t unfinished_ = 0;
    bool prepared_ = false;
    std::optional<Error> broken_;

    std::jthread receiver_;
    std::jthread sender_;
};

}  // namespace xttt
