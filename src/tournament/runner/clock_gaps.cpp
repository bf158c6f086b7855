#include "tournament/runner/clock_gaps.h"

namespace xttt {
namespace {

constexpr std::chrono::milliseconds kTickInterval{50};
// Waking up a little late is usual.
constexpr std::chrono::milliseconds kUsualDelay{100};

std::chrono::nanoseconds gap_since(Clock::time_point tick, Clock::time_point now) {
    const auto late = now - tick - kTickInterval;
    return late > kUsualDelay ? late : std::chrono::nanoseconds(0);
}

}  // namespace

ClockGaps::ClockGaps()
    : last_tick_(Clock::now().time_since_epoch().count()), thread_([this] { run(); }) {}

ClockGaps::~ClockGaps() {
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
    }
    wake_.notify_one();
    thread_.join();
}

void ClockGaps::run() {
    std::unique_lock lock(mutex_);
    while (!wake_.wait_for(lock, kTickInterval, [this] { return closing_; })) {
        const auto now = Clock::now();
        const Clock::time_point last{Clock::duration(last_tick_.load())};
        recorded_ += gap_since(last, now).count();
        last_tick_ = now.time_since_epoch().count();
    }
}

std::chrono::nanoseconds ClockGaps::total() const {
    // In this order: a gap recorded in between is counted once or missed once, never twice.
    const std::chrono::nanoseconds recorded{recorded_.load()};
    const Clock::time_point last{Clock::duration(last_tick_.load())};
    return recorded + gap_since(last, Clock::now());
}

}  // namespace xttt
