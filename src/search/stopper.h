#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>

#include "search/limits.h"

namespace xttt {

using SteadyClock = std::chrono::steady_clock;

// Until when a search may think. After `soft` no new iteration is begun; at `hard` it is broken
// off.
struct TimePlan {
    std::optional<SteadyClock::duration> soft;
    std::optional<SteadyClock::duration> hard;
};

// Turns limits into a plan. `overhead` is kept back from every deadline for what lies between the
// search and the referee's clock.
TimePlan plan_time(const SearchLimits& limits, std::chrono::microseconds overhead);

// Tells a running search when to give up. Cheap to ask at every node: the clock is read once in
// kPollNodes nodes, which at any realistic speed is well below a millisecond. A search with more to
// do at a node asks for it more often.
class Stopper {
public:
    static constexpr std::uint64_t kPollNodes = 1024;

    Stopper(const SearchLimits& limits, std::chrono::microseconds overhead,
            const std::atomic<bool>& stop_flag, std::uint64_t poll_nodes = kPollNodes);

    // For one of several threads that search together: the limit in nodes is one for all of them.
    // `all_nodes` tells the nodes of all; it is asked the more often the fewer are left, so that
    // the limit is passed by at most kPollNodes of each other thread, and mostly by far less.
    void share_nodes(std::function<std::uint64_t()> all_nodes, int threads);

    // True once the search has to end; stays true. `nodes` are those of this thread.
    bool should_stop(std::uint64_t nodes) {
        if (nodes < next_poll_) [[likely]]
            return stopped_;
        return poll(nodes);
    }
    bool stopped() const { return stopped_; }
    // Whether time is up or somebody called stop, nodes aside. Reads the clock.
    bool overdue() const;
    // Whether another iteration may begin.
    bool may_deepen(int next_depth) const;
    std::chrono::microseconds elapsed() const;

private:
    bool poll(std::uint64_t nodes);

    const std::atomic<bool>& stop_flag_;
    SteadyClock::time_point start_ = SteadyClock::now();
    TimePlan plan_;
    std::optional<int> depth_;
    std::uint64_t node_limit_;
    std::uint64_t poll_nodes_;
    std::uint64_t next_poll_;
    std::function<std::uint64_t()> all_nodes_;  // empty: this thread is alone
    std::uint64_t threads_ = 1;
    bool stopped_ = false;
};

}  // namespace xttt
