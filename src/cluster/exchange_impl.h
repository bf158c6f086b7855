#pragma once

#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <set>
#include <thread>

#include "cluster/exchange.h"
#include "cluster/nats/once_publisher.h"
#include "cluster/order_book.h"
#include "cluster/post_office.h"
#include "cluster/worker_audit.h"

namespace xttt {

// Two threads: one sends orders out, one takes results in. The caller's own thread only exchanges
// tasks and reports with them, and never waits for the server.
class Exchange::Impl {
public:
    Impl(ClusterOptions options, Judge judge, PostOffice office);
    ~Impl();

    std::size_t unfinished() const {
        const std::lock_guard lock(mutex_);
        return unfinished_;
    }
    std::size_t room() const {
        const std::lock_guard lock(mutex_);
        return options_.most - std::min(options_.most, unfinished_);
    }
    void submit(std::uint64_t task, Draft draft);
    Result<void> collect(std::vector<Returned>& returned, Deadline until);
    void stored(std::span<const std::uint64_t> tasks);
    std::vector<std::uint64_t> recall();
    void stop();
    void conclude();
    RunStatus status() const;
    // Orders again what was published longer ago than `age` and is not on the server any more.
    void reconcile(Clock::duration age);
    const JetStream& streams() const { return streams_; }

private:
    struct Task {
        std::uint64_t id = 0;
        Draft draft;
    };

    void send(const std::stop_token& stop);
    void publish(const std::string& item);
    void receive(const std::stop_token& stop);
    Result<PullSubscription> prepare();
    Result<void> announce();
    void take(Delivery result);
    void reject(const std::string& item, const std::string& worker, const std::string& why);
    void hand_on(Returned returned);  // with mutex_ held
    void break_down(const Error& error);
    void say(const std::string& message);

    ClusterOptions options_;
    Judge judge_;
    JetStream streams_;
    ObjectStore store_;
    bool taken_over_ = false;  // of the receiver only

    std::mutex saying_;
    std::vector<std::string> messages_;  // to be told by collect()
    std::string last_message_;

    mutable std::mutex mutex_;
    std::condition_variable_any changed_;
    std::deque<Task> tasks_;                      // to be ordered
    std::deque<std::string> unsent_;              // items to be published (again)
    std::deque<Returned> ready_;                  // to be collected
    std::map<std::uint64_t, Delivery> unstored_;  // results of tasks, until they are safe
    std::set<std::string> answered_;              // items whose results waited here when we came
    OrderBook book_;
    WorkerAudit audit_;
    RunStatus counts_;
    std::size_t unfinished_ = 0;
    bool prepared_ = false;
    std::optional<Error> broken_;

    std::unique_ptr<OncePublisher> publisher_;  // of the sender
    std::jthread receiver_;
    std::jthread sender_;
};

}  // namespace xttt
