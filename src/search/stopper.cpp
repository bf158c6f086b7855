#include "search/stopper.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace xttt {

using namespace std::chrono_literals;

TimePlan plan_time(const SearchLimits& limits, std::chrono::microseconds overhead) {
    TimePlan plan;
    const auto usable = [overhead](Clock::duration time) {
        return std::max<Clock::duration>(time - overhead, 100us);
    };
    if (limits.clock) {
        // At the start a side has about 80 turns left, later fewer. Dividing by 30 spends more time
        // where the game is decided. Most of the increment is used, because it is added again.
        const Clock::duration remaining = limits.clock->remaining;
        const Clock::duration increment = limits.clock->increment;
        const Clock::duration share = remaining / 30 + increment * 3 / 4;
        plan.soft = usable(std::min(share * 3 / 5, remaining / 2));
        plan.hard = usable(std::min(share * 3, remaining / 2));
    }
    if (limits.movetime) {
        const auto whole = usable(*limits.movetime);
        // Fixed time per move: unused time is lost, so use all of it.
        plan.soft = plan.soft ? std::min(*plan.soft, whole) : whole;
        plan.hard = plan.hard ? std::min(*plan.hard, whole) : whole;
    }
    return plan;
}

Stopper::Stopper(const SearchLimits& limits, std::chrono::microseconds overhead,
                 const std::atomic<bool>& stop_flag, std::uint64_t poll_nodes)
    : stop_flag_(stop_flag),
      plan_(plan_time(limits, overhead)),
      depth_(limits.depth),
      node_limit_(limits.nodes.value_or(std::numeric_limits<std::uint64_t>::max())),
      poll_nodes_(poll_nodes),
      next_poll_(std::min(poll_nodes, node_limit_)) {}

Stopper::Stopper(const Stopper& main, const std::atomic<bool>& helper_stop_flag)
    : stop_flag_(main.stop_flag_),
      helper_stop_flag_(&helper_stop_flag),
      start_(main.start_),
      plan_(main.plan_),
      node_limit_(main.node_limit_),
      poll_nodes_(main.poll_nodes_),
      next_poll_(std::min(poll_nodes_, node_limit_)) {}

bool Stopper::poll(std::uint64_t nodes) {
    if (stopped_) return true;
    const std::uint64_t total = all_nodes_ ? all_nodes_() : nodes;
    stopped_ = total >= node_limit_ || overdue();
    if (!stopped_) {
        // The limit cannot be reached before this thread has searched its share of the remaining
        // nodes.
        const std::uint64_t part = (node_limit_ - total - 1) / threads_ + 1;
        next_poll_ = nodes + std::min(poll_nodes_, part);
    }
    return stopped_;
}

void Stopper::share_nodes(std::function<std::uint64_t()> all_nodes, int threads) {
    // Without a limit nothing is summed: reading the counts of other threads is not free.
    if (node_limit_ == std::numeric_limits<std::uint64_t>::max()) return;
    all_nodes_ = std::move(all_nodes);
    threads_ = static_cast<std::uint64_t>(threads);
    next_poll_ = 0;  // other threads may have started
}

bool Stopper::overdue() const {
    return stop_flag_.load(std::memory_order_relaxed) ||
           (helper_stop_flag_ && helper_stop_flag_->load(std::memory_order_relaxed)) ||
           (plan_.hard && Clock::now() - start_ >= *plan_.hard);
}

bool Stopper::may_deepen(int next_depth) const {
    if (stopped_ || (depth_ && next_depth > *depth_)) return false;
    return !plan_.soft || Clock::now() - start_ < *plan_.soft;
}

std::chrono::microseconds Stopper::elapsed() const {
    return std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start_);
}

}  // namespace xttt
