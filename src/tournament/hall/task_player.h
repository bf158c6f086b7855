#pragma once

#include <atomic>

#include "tournament/hall/host_watch.h"
#include "tournament/hall/live_games.h"
#include "tournament/hall/player_cabinet.h"
#include "tournament/hall/workforce.h"

namespace xttt {

// Plays tasks one after the other, in the thread that made it, wherever that thread runs: with the
// players of earlier games where it can, and with an eye on the host.
class TaskPlayer {
public:
    // Once `stopped` is set, by whomever, games end between two moves and are worth nothing. Shows
    // its games in `live`, if there is one.
    explicit TaskPlayer(const std::atomic<bool>& stopped, LiveGames* live = nullptr)
        : stopped_(stopped), reporter_(live) {}
    FinishedGame play(const GameTask& task);

private:
    const std::atomic<bool>& stopped_;
    PlayerCabinet cabinet_;
    HostWatch watch_;
    LiveReporter reporter_;
};

}  // namespace xttt
