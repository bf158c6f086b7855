#pragma once

#include <atomic>

#include "tournament/runner/game_executor.h"
#include "tournament/runner/host_monitor.h"
#include "tournament/runner/live_games.h"
#include "tournament/runner/player_pool.h"

namespace xttt {

// Plays tasks one after another in the thread that made it. Keeps players for later games and
// watches the load of the host.
class TaskRunner {
public:
    // Once `stopped` is set, games end between two moves and must be discarded. Shows its games in
    // `live`, if not null.
    explicit TaskRunner(const std::atomic<bool>& stopped, LiveGames* live = nullptr,
                        MakeListener listen = {}, MakePlayer make = {})
        : stopped_(stopped),
          players_(std::move(make)),
          monitor_(&gaps_),
          reporter_(live),
          listen_(std::move(listen)) {}
    // An error means that the game could not be played, through no fault of a player.
    Result<PlayedGame> play(const GameTask& task);

private:
    const std::atomic<bool>& stopped_;
    PlayerPool players_;
    ClockGaps gaps_;
    HostMonitor monitor_;
    LiveReporter reporter_;
    MakeListener listen_;
};

}  // namespace xttt
