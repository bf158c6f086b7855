#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "base/clock.h"
#include "cluster/layout.h"
#include "cluster/nats/idempotent_publisher.h"
#include "cluster/order.h"
#include "cluster/status.h"
#include "cluster/worker_audit.h"

namespace xttt {

// The orders of a run without a result, by item, and the names of recently closed ones. Not
// thread-safe.
class OpenOrders {
public:
    struct Entry {
        std::uint64_t task = 0;  // the id given by the caller
        std::shared_ptr<const Order> order;
        std::string text;
        Clock::time_point published = {};  // most recently
        std::uint64_t sequence = 0;        // in the stream; 0: unknown
        int rejections = 0;
        bool republished = false;  // published again although the server seemed to have it
    };

    // Adds an order and sets its `item` to a hash of its content, so that the same order has the
    // same name after a restart.
    Result<std::string> enter(Order order, std::uint64_t task);
    Entry* find(const std::string& item);
    enum class Closed : std::uint8_t { Answered, Withdrawn };
    void close(const std::string& item, Closed how = Closed::Answered);
    // How an order of that name was closed, if it was recently.
    std::optional<Closed> closed(const std::string& item) const {
        const auto found = closed_.find(item);
        return found == closed_.end() ? std::nullopt : std::optional(found->second);
    }
    const std::map<std::string, Entry>& entries() const { return entries_; }

private:
    std::map<std::string, Entry> entries_;
    std::unordered_map<std::string, Closed> closed_;
    std::deque<std::string> closed_in_order_;
};

struct ClusterOptions {
    NatsOptions server;
    std::string run;          // a name that stays the same when the run is resumed
    std::size_t most = 1024;  // maximum number of unfinished tasks
    int attempts = 5;         // failed attempts before a task is set aside
    bool scale_time = false;  // time limits scale with the speed of the worker
    // Workers get the programs of ugi: and sandbox: players from here instead of having them.
    bool send_programs = false;
    // Each bot is alone in its folder: workers get the whole folder, also of sandbox: players.
    bool send_folders = false;
    // A player whose files cannot be sent makes its games fail, not the run.
    bool tolerates_bad_players = false;
    // The run cannot be resumed: other coordinators may remove its data from the server after this
    // process has ended.
    bool ephemeral = false;
    std::chrono::milliseconds lease{30000};
    // Messages for users; called by collect().
    std::function<void(const std::string&)> log = [](const std::string&) {};
};

// The coordinator's connection to the cluster: publishes orders, named by a hash of their content,
// and receives reports, each once and only if `check` accepts it. An order that an earlier process
// of the same run published is not published again: its result is already on the server or will
// arrive.
//
// The public functions are for one thread. The client has two threads, one to send orders and one
// to receive results, so the caller waits for the server only in recall(), stop(), conclude() and
// the destructor.
class ClusterClient {
public:
    // Builds the order of a task, in the sender thread; may wait for the server until `stop`.
    // The client fills in `run`, `item` and `attempts`.
    using Draft =
        std::function<Result<Order>(const ObjectStore& store, const std::stop_token& stop)>;
    // Decides whether a report can be the answer to an order; called by the receiver thread.
    using Check = std::function<Result<void>(const Order&, const Report&)>;
    struct Returned {
        std::uint64_t task = 0;
        std::optional<Report> report;  // empty: no worker could do it
        std::string error;             // why
    };

    static Result<std::unique_ptr<ClusterClient>> open(ClusterOptions options, Check check);
    ~ClusterClient();

    std::size_t free_slots() const;
    void submit(std::uint64_t task, Draft draft);
    // Waits for a result until `until` at the latest. An error ends the run.
    Result<void> collect(std::vector<Returned>& returned, Deadline until);
    // The results of these tasks have been stored; the server may discard them.
    void stored(std::span<const std::uint64_t> tasks);
    std::size_t unfinished() const;  // submitted, neither collected nor recalled
    // Takes back tasks that no worker has started; returns them.
    std::vector<std::uint64_t> recall();
    void stop();
    // All tasks are done: removes the remaining data of the run from the server (orders without a
    // task, duplicate results).
    void conclude();
    // Republishes every order that is neither on the server nor answered. Also happens
    // periodically.
    void look_for_lost_orders() { (void)republish_lost(); }
    RunStatus status() const;
    std::int64_t max_payload() const { return streams_.connection().max_payload(); }  // bytes

private:
    struct Task {
        std::uint64_t id = 0;
        Draft draft;
    };

    // Messages for users, from any thread, until collect() logs them.
    class Messages;

    ClusterClient(ClusterOptions options, Check check, ClusterServer server,
                  std::shared_ptr<Messages> messages);

    void find_sequences();
    // Called by the sender thread.
    void send(const std::stop_token& stop);
    std::string enter_order(const Task& task, const std::stop_token& stop);
    void publish(const std::string& item);
    // Called by the receiver thread (cluster_client_receiver.cpp).
    void receive(const std::stop_token& stop);
    Result<PullSubscription> subscribe();
    Result<void> claim();
    Result<void> announce(bool ended = false);
    Result<void> watch();
    void rescue_skipped(const ConsumerState& queue, bool all_delivered);
    bool results_are_stuck();
    void grow_streams();
    void take(Delivery result);
    void reject(const std::string& item, const std::string& worker, const std::string& why);
    void report_rejected(const std::string& worker, const std::string& why);
    bool republish_lost();

    Result<void> remove_order(const std::string& item, std::uint64_t sequence) const;
    void hand_on(Returned returned);  // with mutex_ held
    void break_down(const Error& error);
    void say(const std::string& message);
    void end_threads();

    ClusterOptions options_;
    Check check_;
    JetStream streams_;
    ObjectStore store_;
    std::shared_ptr<Messages> messages_;
    const std::string session_;

    // Used by the receiver thread only.
    bool claimed_ = false;
    std::uint64_t announced_ = 0;      // sequence number of the last announcement
    std::int64_t work_stream_ = 0;     // time of its creation
    std::uint64_t first_skipped_ = 0;  // the oldest message, if it seemed to be skipped
    Clock::time_point uncounted_since_ =
        Clock::now();  // messages in the stream that its consumer does not count
    Clock::time_point last_result_{};
    int stuck_results_ = 0;  // number of consecutive checks
    int rejected_since_report_ = 0;
    Clock::time_point last_rejection_report_{};

    mutable std::mutex mutex_;
    std::condition_variable_any changed_;
    std::deque<Task> tasks_;                      // to be ordered
    std::optional<std::uint64_t> drafted_;        // the task whose order is being made
    std::deque<std::string> unsent_;              // items to be published (again)
    std::deque<Returned> ready_;                  // to be collected
    std::map<std::uint64_t, Delivery> unstored_;  // results that have not been stored yet
    std::set<std::string> answered_;  // items whose results were on the server at the start
    OpenOrders orders_;
    WorkerAudit audit_;
    RunStatus counts_;
    std::size_t unfinished_ = 0;
    bool prepared_ = false;
    std::optional<Error> broken_;

    std::unique_ptr<IdempotentPublisher> publisher_;  // sender only
    std::jthread receiver_;
    std::jthread sender_;
};

}  // namespace xttt
