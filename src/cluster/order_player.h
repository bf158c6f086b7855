#pragma once

#include <atomic>

#include "cluster/order.h"
#include "cluster/travel.h"
#include "tournament/runner/task_runner.h"

namespace xttt {

// What the one who runs a worker allows.
struct WorkerLeave {
    bool allow_programs = false;  // ugi:COMMAND, with the worker's own rights
    bool trust_bots = false;      // no sandbox
    double speed = 1;             // of a core, as measured here
};

// Plays orders for games in the thread that made it, as a LocalExecutor plays its tasks.
class OrderPlayer {
public:
    // Once `stopped` is set, games end between two moves and must not be reported.
    OrderPlayer(const TravelCache& travel, const WorkerLeave& leave,
                const std::atomic<bool>& stopped)
        : travel_(travel), leave_(leave), player_(stopped) {}

    // Fills in the game, what it says of the host, and the scale of time. An error means that it
    // cannot be played here; elsewhere it may.
    Result<void> play(const GameOrder& order, Report& report);

private:
    // The player string by which this machine knows it. Fails where the machine, and not the
    // player, is to blame that it cannot play.
    Result<std::string> player_here(const OrderedPlayer& player, const Variant& variant) const;

    const TravelCache& travel_;
    const WorkerLeave& leave_;
    TaskRunner player_;
};

}  // namespace xttt
