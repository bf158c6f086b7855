#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "cluster/nats/connection.h"
#include "cluster/object_store.h"
#include "cluster/order.h"
#include "cluster/status.h"
#include "process/deadline.h"

namespace xttt {

struct ClusterOptions {
    NatsOptions server;
    std::string run;          // a name that stays the same when the run is resumed
    std::size_t most = 1024;  // tasks held at a time, on the server and here
    int attempts = 5;         // workers that may fail to finish a task before it is set aside
    bool scale_time = false;  // limits of time stretch on slower machines
    // Nobody will go on with the run: whatever it leaves on the server, others may remove once this
    // process is gone.
    bool passing = false;
    std::chrono::milliseconds lease{30000};
    // What went wrong, for people; called by collect().
    std::function<void(const std::string&)> log = [](const std::string&) {};
};

// The coordinator's side of the cluster, whatever is ordered: sends orders out, each under a name
// made of its content, and takes reports in, each once and only if `judge` finds that it can be the
// answer. What a former process of the same run ordered is not ordered again: its results are
// waiting on the server, or will come. Used by one thread.
class Exchange {
public:
    // Writes the order of a task when its turn has come, in a thread of the exchange; may wait for
    // the server, but not after a stop. `run`, `item` and `attempts` are filled in by the exchange.
    using Draft = std::function<Result<Order>(const ObjectStore& store, const std::stop_token&)>;
    // Called by one thread of the exchange.
    using Judge = std::function<Result<void>(const Order&, const Report&)>;
    struct Returned {
        std::uint64_t task = 0;
        std::optional<Report> report;  // empty: nobody could do it
        std::string trouble;           // why
    };

    static Result<std::unique_ptr<Exchange>> open(ClusterOptions options, Judge judge);
    ~Exchange();

    std::size_t room() const;
    void submit(std::uint64_t task, Draft draft);
    // Waits until something came back or `until` has come. An error ends the run.
    Result<void> collect(std::vector<Returned>& returned, Deadline until);
    // What came back for these tasks is safe now; the server may forget it.
    void stored(std::span<const std::uint64_t> tasks);
    std::size_t unfinished() const;  // submitted, neither collected nor recalled
    // Takes back what nobody has begun; returns the tasks.
    std::vector<std::uint64_t> recall();
    void stop();
    // All tasks of the run are done: removes what is left of it on the server, which are orders
    // nobody waits for and results that came twice.
    void conclude();
    // Orders again what the server no longer has although nobody has answered it. Happens by
    // itself every now and then.
    void look_for_lost_orders();
    RunStatus status() const;
    std::int64_t max_payload() const;  // bytes of a message

private:
    class Impl;
    explicit Exchange(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace xttt
