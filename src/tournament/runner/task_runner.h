#pragma once

#include <atomic>

#include "tournament/runner/game_executor.h"
#include "tournament/runner/host_monitor.h"
#include "tournament/runner/live_games.h"
#include "tournament/runner/player_pool.h"

namespace xttt {

// Plays tasks one after the other, in the thread that made it, wherever that thread runs: with the
// players of earlier games where it can, and with an eye on the host.
class TaskRunner {
public:
    // Once `stopped` is set, by whomever, games end between two moves and are worth nothing. Shows
    // its games in `live`, if there is one.
    explicit TaskRunner(const std::atomic<bool>& stopped, LiveGames* live = nullptr)
        : stopped_(stopped), reporter_(live) {}
    FinishedGame play(const GameTask& task);

private:
    const std::atomic<bool>& stopped_;
    PlayerPool players_;
    HostMonitor watch_;
    LiveReporter reporter_;
};

}  // namespace xttt
