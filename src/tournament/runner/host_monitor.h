#pragma once

#include <array>
#include <chrono>

#include "players/player.h"
#include "process/unique_fd.h"
#include "referee/listener.h"
#include "tournament/runner/clock_gaps.h"

namespace xttt {

// Watches a game for delays the host causes: time in which the player to move, or the thread that
// waits for it, was ready to run while the host ran something else (schedstat), or in which this
// whole process stood still (ClockGaps). For the thread that made it, game after game.
class HostMonitor final : public GameListener {
public:
    // `gaps` must outlive it; null: not watched.
    explicit HostMonitor(const ClockGaps* gaps = nullptr);

    // The players of the game that comes next.
    void watch(std::array<Player*, 2> players) { players_ = players; }
    // What was found in the last game.
    const HostEvidence& evidence() const { return evidence_; }

    void on_start(const GameSetup& setup, const AnyPosition& position) override;
    void on_move(const MovedEvent& event) override;
    void on_forfeit(const Forfeit& forfeit) override;

private:
    // How long this thread has waited for a processor since it began.
    std::chrono::nanoseconds own_wait() const;
    std::chrono::nanoseconds wait_of(Side side);
    // Since the last look, for a move that took `used`.
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
