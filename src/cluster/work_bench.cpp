#include "cluster/work_bench.h"

#include <algorithm>

namespace xttt {

// As many as can be played, and where games are so short that fetching each would take longer than
// playing it, enough for a quarter of a second more. Nothing waits here behind a long game while
// another worker is idle.
int WorkBench::room() const {
    constexpr double kAhead = 0.25, kShort = 0.05;
    constexpr int kMost = 256;
    const int ahead = typical_ < kShort
                          ? static_cast<int>(std::min<double>(kMost, jobs_ * kAhead / typical_))
                          : 0;
    return jobs_ + ahead - static_cast<int>(held_.size());
}

int WorkBench::wait_for_room(std::chrono::milliseconds limit) {
    std::unique_lock lock(mutex_);
    // Fetching a few at a time is cheaper than one by one, where games are short.
    const auto enough = [&] {
        return closed_ || room() >= std::max(1, (room() + static_cast<int>(held_.size())) / 4);
    };
    changed_.wait_for(lock, limit, enough);
    return closed_ ? 0 : std::max(0, room());
}

void WorkBench::add(Delivery delivery) {
    {
        const std::lock_guard lock(mutex_);
        held_.push_back({std::move(delivery)});
    }
    changed_.notify_all();
}

WorkBench::Held* WorkBench::begin() {
    std::unique_lock lock(mutex_);
    const auto next = [&] { return std::ranges::find(held_, false, &Held::begun); };
    changed_.wait(lock, [&] { return closed_ || next() != held_.end(); });
    const auto found = next();
    if (closed_ || found == held_.end()) return nullptr;
    found->begun = true;
    return &*found;
}

void WorkBench::drop(Held* held) {
    std::erase_if(held_, [&](const Held& each) { return &each == held; });
}

void WorkBench::finish(Held* held, Clock::duration took) {
    {
        const std::lock_guard lock(mutex_);
        const double seconds = std::chrono::duration<double>(took).count();
        typical_ = std::max(1e-4, 0.9 * typical_ + 0.1 * seconds);
        held->delivery.acknowledge();
        drop(held);
    }
    changed_.notify_all();
}

void WorkBench::give_back(Held* held, std::chrono::milliseconds delay) {
    {
        const std::lock_guard lock(mutex_);
        held->delivery.give_back(delay);
        drop(held);
    }
    changed_.notify_all();
}

void WorkBench::keep_leases() {
    const std::lock_guard lock(mutex_);
    for (const Held& each : held_) each.delivery.still_working();
}

int WorkBench::close() {
    int returned = 0;
    {
        const std::lock_guard lock(mutex_);
        closed_ = true;
        returned = static_cast<int>(std::erase_if(held_, [](const Held& each) {
            if (!each.begun) each.delivery.give_back(std::chrono::milliseconds(0));
            return !each.begun;
        }));
    }
    changed_.notify_all();
    return returned;
}

int WorkBench::give_up() {
    const std::lock_guard lock(mutex_);
    for (const Held& each : held_) each.delivery.give_back(std::chrono::milliseconds(0));
    return static_cast<int>(held_.size());
}

int WorkBench::playing() const {
    const std::lock_guard lock(mutex_);
    return static_cast<int>(std::ranges::count(held_, true, &Held::begun));
}

}  // namespace xttt
