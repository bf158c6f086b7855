#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>

#include "base/clock.h"
#include "cluster/layout.h"
#include "cluster/nats/idempotent_publisher.h"
#include "cluster/order_runners.h"
#include "cluster/status.h"
#include "cluster/task_queue.h"

namespace xttt {

struct WorkerOptions {
    NatsOptions server;
    int jobs = 1;       // orders at a time
    std::string name;   // empty: the host's name and the process id
    std::string cache;  // folder for files that arrive
    // Time without a heartbeat after which the orders of a worker are given to others. The first
    // worker or coordinator of a cluster sets it.
    std::chrono::milliseconds lease{30000};
    // Run the programs of orders (ugi:COMMAND), with the permissions of the worker.
    bool allow_programs = false;
    // Run such programs even if their files differ from the coordinator's.
    bool any_build = false;
    // Run bots without the sandbox, with the permissions of the worker.
    bool trust_bots = false;
    // Time that running games have to finish after a stop, and what is called when it is over.
    // Their orders have been given back by then; run() returns when they have ended.
    std::chrono::milliseconds grace{30000};
    std::function<void()> on_grace_over = [] {};
    std::function<void(const std::string&)> log = [](const std::string&) {};
};

// Plays the orders of a cluster. A crash loses nothing: an order is acknowledged when its result is
// stored on the server, and an unacknowledged order is given to another worker.
class Worker {
public:
    // Connects, and measures the host.
    static Result<std::unique_ptr<Worker>> open(WorkerOptions options);

    // Works until `stop`; waits while the server cannot be reached. An error means that waiting
    // cannot help.
    Result<void> run(const std::stop_token& stop);
    WorkerStatus status() const;

private:
    // One thread fetches orders, one extends leases and publishes the status, and one for each job
    // plays.
    Worker(WorkerOptions options, ClusterServer server);
    Result<void> fetch_until(const std::stop_token& stop);
    void play_orders();
    struct Runners {
        GameOrderRunner games;
        SelfPlayOrderRunner batches;
    };
    Result<void> play(Runners& runners, const Order& order, Report& report) const;
    void handle(Runners& runners, TaskQueue::Held& held);
    void deliver(Report report, std::uint32_t games, TaskQueue::Held& held);
    void beat(const std::stop_token& done);
    template <class F>
    void note(F&& change) {
        const std::lock_guard lock(mutex_);
        change(status_);
    }
    // Logs the same reason at most every half minute.
    void note_error(const std::string& where, const std::string& why);
    // Why no orders can be fetched; empty if they can.
    void note_server(const std::string& why) {
        const std::lock_guard lock(mutex_);
        server_trouble_ = why;
    }
    Result<PullSubscription> subscribe(bool again);

    WorkerOptions options_;
    JetStream streams_;
    FileCache files_;
    WorkerPermissions permissions_;
    TaskQueue queue_;
    std::atomic<std::chrono::milliseconds> lease_{std::chrono::seconds(30)};
    std::atomic<bool> given_up_ = false;
    mutable std::mutex mutex_;
    WorkerStatus status_;         // without playing and trouble
    std::string server_trouble_;  // why no orders can be fetched; empty: none
    std::string trouble_;         // the last order that could not be played, and when that was
    Clock::time_point trouble_at_ = {};
    std::map<std::string, Clock::time_point> logged_;  // reasons, with mutex_
    std::unique_ptr<IdempotentPublisher> publisher_;
};

}  // namespace xttt
