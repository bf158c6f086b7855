#include "referee/host_monitor.h"

#include <algorithm>
#include <charconv>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

namespace xttt {

namespace {

constexpr std::chrono::milliseconds kTickInterval{50};
// Small wake-up delays are normal.
constexpr std::chrono::milliseconds kUsualDelay{100};

std::chrono::nanoseconds gap_since(Clock::time_point tick, Clock::time_point now) {
    const auto late = now - tick - kTickInterval;
    return late > kUsualDelay ? late : std::chrono::nanoseconds(0);
}

}  // namespace

ClockGaps::ClockGaps() : last_tick_(Clock::now().time_since_epoch().count()) {
    try {
        thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
    } catch (const std::system_error&) {
    }
}

void ClockGaps::run(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    for (;;) {
        wake_.wait_for(lock, stop, kTickInterval, [] { return false; });
        if (stop.stop_requested()) return;
        const auto now = Clock::now();
        const Clock::time_point last{Clock::duration(last_tick_.load())};
        recorded_ += gap_since(last, now).count();
        last_tick_ = now.time_since_epoch().count();
    }
}

std::chrono::nanoseconds ClockGaps::total() const {
    if (!thread_.joinable()) return {};
    // In this order: a gap recorded in between is counted once or missed once, never twice.
    const std::chrono::nanoseconds recorded{recorded_.load()};
    const Clock::time_point last{Clock::duration(last_tick_.load())};
    return recorded + gap_since(last, Clock::now());
}

namespace {

using std::chrono::microseconds;
using std::chrono::nanoseconds;

// Thresholds for an unfair clock: the host delayed a move for more than this share of its limit, or
// a player for more than this share of its clock. A loss on time is judged more strictly.
constexpr int kUnfairPart = 4;
constexpr int kUnfairPartOfLoss = 20;

}  // namespace

HostMonitor::HostMonitor(const ClockGaps* gaps)
    : gaps_(gaps), schedstat_(::open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC)) {}

// "ran waited slices", in nanoseconds.
nanoseconds HostMonitor::own_wait() const {
    char text[96];
    const auto got = schedstat_ ? ::pread(schedstat_.get(), text, sizeof text, 0) : -1;
    if (got <= 0) return own_seen_;
    const char* const end = text + got;
    const char* second = std::find(static_cast<const char*>(text), end, ' ');
    std::int64_t waited = 0;
    if (second != end) std::from_chars(second + 1, end, waited);
    return nanoseconds(waited);
}

nanoseconds HostMonitor::gap() const {
    return gaps_ != nullptr ? gaps_->total() : gap_seen_;
}

nanoseconds HostMonitor::wait_of(Side side) {
    const auto usage = players_[index(side)]->usage();
    return usage ? usage->waited_for_cpu : nanoseconds(0);
}

void HostMonitor::on_start(const GameSetup& setup, const AnyPosition&) {
    limits_ = setup.limits;
    evidence_ = {};
    waited_ = {};
    for (const Side side : {Side::X, Side::O}) seen_[index(side)] = wait_of(side);
    own_seen_ = own_wait();
    gap_seen_ = gap();
}

void HostMonitor::look(Side side, Clock::duration used) {
    const nanoseconds theirs = wait_of(side), ours = own_wait();
    // A process that started after the last sample has waited since its start; it cannot have
    // waited longer than the move took.
    nanoseconds& seen = seen_[index(side)];
    const nanoseconds since = theirs >= seen ? theirs - seen : theirs;
    const nanoseconds gaps = gap();
    // A busy host also delays the thread that looks for gaps: the same delay must not count twice.
    const auto held =
        std::min<nanoseconds>(std::max(since + (ours - own_seen_), gaps - gap_seen_), used);
    seen = theirs;
    own_seen_ = ours;
    gap_seen_ = gaps;
    waited_[index(side)] += held;
    evidence_.waited += std::chrono::round<microseconds>(held);
    evidence_.longest_wait =
        std::max(evidence_.longest_wait, std::chrono::round<microseconds>(held));
    const PlayLimits& limits = limits_[index(side)];
    if (limits.move_time && held * kUnfairPart > *limits.move_time) evidence_.too_busy = true;
    if (limits.clock && waited_[index(side)] * kUnfairPart > limits.clock->remaining)
        evidence_.too_busy = true;
}

void HostMonitor::on_move(const MovedEvent& event) {
    // Opening moves took no time.
    if (event.used.count() > 0) look(event.side, event.used);
}

void HostMonitor::on_forfeit(const Forfeit& forfeit) {
    if (forfeit.reason != ForfeitReason::TimeLimit) return;
    const auto before = waited_[index(forfeit.offender)];
    look(forfeit.offender, Clock::duration::max());
    const auto held = waited_[index(forfeit.offender)] - before;
    const PlayLimits& limits = limits_[index(forfeit.offender)];
    const nanoseconds limit = limits.move_time ? nanoseconds(*limits.move_time)
                              : limits.clock   ? nanoseconds(limits.clock->remaining)
                                               : nanoseconds::max();
    if (held > limit / kUnfairPartOfLoss) evidence_.too_busy = true;
}

}  // namespace xttt
