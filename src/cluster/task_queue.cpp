#include "cluster/task_queue.h"

#include <algorithm>
#include <cmath>

namespace xttt {

// Holds as many orders as are played at a time, and enough for another quarter of a second, so that
// no thread waits for the server between two games. Not if games are long: then another worker
// might be idle while an order waits here.
int TaskQueue::free_slots() const {
    constexpr double kAhead = 0.25, kLong = 5;  // seconds
    constexpr double kMost = 256;
    constexpr std::size_t kMostUndelivered = 1024;
    if (delivering_.size() >= kMostUndelivered) return 0;
    const bool ahead = typical_ > 0 && typical_ < kLong;
    const int more =
        ahead ? static_cast<int>(std::min(kMost, std::ceil(jobs_ * kAhead / typical_))) : 0;
    return jobs_ + more - static_cast<int>(waiting_.size() + playing_.size());
}

int TaskQueue::wait_for_slots(std::chrono::milliseconds limit) {
    std::unique_lock lock(mutex_);
    // For short games, fetching a few at a time is cheaper than one by one.
    const auto enough = [&] {
        const int held = static_cast<int>(waiting_.size() + playing_.size());
        return closed_ || free_slots() >= std::max(1, (free_slots() + held) / 4);
    };
    changed_.wait_for(lock, limit, enough);
    return closed_ ? 0 : std::max(0, free_slots());
}

void TaskQueue::add(Delivery delivery) {
    {
        const std::lock_guard lock(mutex_);
        waiting_.emplace_back(std::move(delivery));
        waiting_.back().place = std::prev(waiting_.end());
    }
    changed_.notify_all();
}

TaskQueue::Held* TaskQueue::begin() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return closed_ || !waiting_.empty(); });
    if (closed_ || waiting_.empty()) return nullptr;
    playing_.splice(playing_.end(), waiting_, waiting_.begin());
    return &playing_.back();
}

void TaskQueue::drop(Held* held) {
    (held->played ? delivering_ : playing_).erase(held->place);
}

void TaskQueue::played(Held* held, Clock::duration took) {
    {
        const std::lock_guard lock(mutex_);
        const double seconds = std::max(1e-4, to_seconds(took));
        typical_ = typical_ == 0 ? seconds : 0.9 * typical_ + 0.1 * seconds;
        held->played = true;
        delivering_.splice(delivering_.end(), playing_, held->place);
    }
    changed_.notify_all();
}

void TaskQueue::finish(Held* held) {
    {
        const std::lock_guard lock(mutex_);
        held->delivery.acknowledge();
        drop(held);
    }
    changed_.notify_all();
}

void TaskQueue::give_back(Held* held, std::chrono::milliseconds delay) {
    {
        const std::lock_guard lock(mutex_);
        held->delivery.give_back(delay);
        drop(held);
    }
    changed_.notify_all();
}

void TaskQueue::keep_leases() {
    const std::lock_guard lock(mutex_);
    for (const auto* list : {&waiting_, &playing_, &delivering_})
        for (const Held& each : *list) each.delivery.still_working();
}

int TaskQueue::close() {
    int returned = 0;
    {
        const std::lock_guard lock(mutex_);
        closed_ = true;
        for (const Held& each : waiting_) each.delivery.give_back(std::chrono::milliseconds(0));
        returned = static_cast<int>(waiting_.size());
        waiting_.clear();
    }
    changed_.notify_all();
    return returned;
}

void TaskQueue::give_up() {
    const std::lock_guard lock(mutex_);
    for (const auto* list : {&playing_, &delivering_})
        for (const Held& each : *list) each.delivery.give_back(std::chrono::milliseconds(0));
}

int TaskQueue::playing() const {
    const std::lock_guard lock(mutex_);
    return static_cast<int>(playing_.size());
}
int TaskQueue::delivering() const {
    const std::lock_guard lock(mutex_);
    return static_cast<int>(delivering_.size());
}

}  // namespace xttt
