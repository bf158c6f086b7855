#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>

#include "base/clock.h"
#include "search/limits.h"

namespace xttt {

// Time limits of a search: after `soft` no new iteration starts; at `hard` the search stops.
struct TimePlan {
    std::optional<Clock::duration> soft;
    std::optional<Clock::duration> hard;
};

// Time management. `overhead` is subtracted from every limit, for the delay between the search and
// the referee's clock.
TimePlan plan_time(const SearchLimits& limits, std::chrono::microseconds overhead);

// Decides when a running search must stop. Cheap to call at every node: reads the clock once every
// `poll_nodes` nodes, which at any realistic speed takes well below a millisecond.
class Stopper {
public:
    static constexpr std::uint64_t kPollNodes = 1024;

    Stopper(const SearchLimits& limits, std::chrono::microseconds overhead,
            const std::atomic<bool>& stop_flag, std::uint64_t poll_nodes = kPollNodes);
    // For a helper thread: the limits and the stop flag of the main thread, and another stop flag.
    // Helpers must check the time themselves: with more threads than cores, the main thread may be
    // waiting for a core when the time is up.
    Stopper(const Stopper& main, const std::atomic<bool>& helper_stop_flag);

    // Makes the node limit one for several threads. `all_nodes` returns the sum of their nodes and
    // is called more often as fewer are left, so that the limit is exceeded by at most kPollNodes
    // for each other thread.
    void share_nodes(std::function<std::uint64_t()> all_nodes, int threads);

    // True once the search has to end; stays true. `nodes` are those of this thread.
    bool should_stop(std::uint64_t nodes) {
        if (nodes < next_poll_) [[likely]]
            return stopped_;
        return poll(nodes);
    }
    bool stopped() const { return stopped_; }
    // Whether the hard time limit has passed or a stop was requested. Reads the clock.
    bool overdue() const;
    // Whether another iteration may start.
    bool may_deepen(int next_depth) const;
    std::chrono::microseconds elapsed() const;

private:
    bool poll(std::uint64_t nodes);

    const std::atomic<bool>& stop_flag_;
    const std::atomic<bool>* helper_stop_flag_ = nullptr;
    Clock::time_point start_ = Clock::now();
    TimePlan plan_;
    std::optional<int> depth_;
    std::uint64_t node_limit_;
    std::uint64_t poll_nodes_;
    std::uint64_t next_poll_;
    std::function<std::uint64_t()> all_nodes_;  // empty: single thread
    std::uint64_t threads_ = 1;
    bool stopped_ = false;
};

}  // namespace xttt
