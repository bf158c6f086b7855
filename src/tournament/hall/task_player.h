#pragma once

#include <atomic>

#include "tournament/hall/host_watch.h"
#include "tournament/hall/player_cabinet.h"
#include "tournament/hall/workforce.h"

namespace xttt {

// Plays tasks one after the other, in the thread that made it, wherever that thread runs: with the
// players of earlier games where it can, and with an eye on the host.
class TaskPlayer {
public:
    // Once `stopped` is set, by whomever, games end between two moves and are worth nothing.
    explicit TaskPlayer(const std::atomic<bool>& stopped) : stopped_(stopped) {}
    FinishedGame play(const GameTask& task);

private:
    const std::atomic<bool>& stopped_;
    PlayerCabinet cabinet_;
    HostWatch watch_;
};

}  // namespace xttt
