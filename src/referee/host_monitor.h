#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

#include "base/clock.h"
#include "players/player.h"
#include "process/unique_fd.h"
#include "referee/referee.h"

namespace xttt {

// Detects intervals in which the whole process did not run: stopped by a signal, a suspended
// machine, a frozen container. The kernel's run queue statistics do not show them. A thread wakes
// up at short intervals; the delay of a wake-up is a gap. Any thread may read.
class ClockGaps {
public:
    ClockGaps();

    // The sum of all gaps, including one that is just ending.
    std::chrono::nanoseconds total() const;

private:
    void run(const std::stop_token& stop);

    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::atomic<std::int64_t> recorded_{0};  // nanoseconds
    std::atomic<Clock::rep> last_tick_;
    std::jthread thread_;  // none if this machine has no threads left: there are no gaps then
};

// Measures delays of a game caused by the host: time in which the player to move, or the thread
// that waits for it, was runnable but not running (schedstat), or in which this whole process did
// not run (ClockGaps). Used by the thread that created it, for one game after another.
class HostMonitor final : public GameListener {
public:
    // `gaps` must outlive it; null: gaps are not measured.
    explicit HostMonitor(const ClockGaps* gaps = nullptr);

    // Sets the players of the next game.
    void watch(std::array<Player*, 2> players) { players_ = players; }
    // The evidence of the last game.
    const HostEvidence& evidence() const { return evidence_; }

    void on_start(const GameSetup& setup, const AnyPosition& position) override;
    void on_move(const MovedEvent& event) override;
    void on_forfeit(const Forfeit& forfeit) override;

private:
    // How long this thread has waited for a CPU since its start.
    std::chrono::nanoseconds own_wait() const;
    std::chrono::nanoseconds wait_of(Side side);
    // The delay since the last call, for a move that took `used`.
    void look(Side side, Clock::duration used);

    std::chrono::nanoseconds gap() const;

    const ClockGaps* gaps_;
    UniqueFd schedstat_;
    std::array<Player*, 2> players_{};
    std::array<std::chrono::nanoseconds, 2> seen_{};
    std::chrono::nanoseconds own_seen_{}, gap_seen_{};
    std::array<PlayLimits, 2> limits_{};
    std::array<std::chrono::nanoseconds, 2> waited_{};
    HostEvidence evidence_;
};

}  // namespace xttt
