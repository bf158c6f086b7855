#pragma once

#include <atomic>
#include <mutex>

#include "cluster/batch_player.h"
#include "cluster/nats/once_publisher.h"
#include "cluster/order_player.h"
#include "cluster/post_office.h"
#include "cluster/work_bench.h"
#include "cluster/worker.h"

namespace xttt {

// One thread fetches orders for the bench, one keeps their leases and tells the state, and one for
// each job plays (worker_orders.cpp).
class Worker::Impl {
public:
    Impl(WorkerOptions options, PostOffice office);

    Result<void> run(const std::stop_token& stop);
    WorkerStatus status() const {
        const std::lock_guard lock(mutex_);
        WorkerStatus status = status_;
        status.playing = bench_.playing();
        return status;
    }

private:
    void fetch_until(const std::stop_token& stop);
    void play_orders();
    struct Players {
        OrderPlayer games;
        BatchPlayer batches;
    };
    Result<void> play(Players& players, const Order& order, Report& report) const;
    void handle(Players& players, WorkBench::Held& held);
    void deliver(Report report, std::uint32_t games, WorkBench::Held& held);
    void beat(const std::stop_token& done);
    template <class F>
    void note(F&& change) {
        const std::lock_guard lock(mutex_);
        change(status_);
    }
    void trouble(const std::string& text) {
        note([&](WorkerStatus& status) { status.trouble = text; });
        options_.log(text);
    }

    WorkerOptions options_;
    JetStream streams_;
    TravelCache travel_;
    WorkerLeave leave_;
    WorkBench bench_;
    std::atomic<std::chrono::milliseconds> lease_{std::chrono::seconds(30)};
    std::atomic<bool> given_up_ = false;
    mutable std::mutex mutex_;
    WorkerStatus status_;
    std::unique_ptr<OncePublisher> publisher_;
};

}  // namespace xttt
