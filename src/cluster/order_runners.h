#pragma once

#include <atomic>
#include <functional>

#include "cluster/order.h"
#include "cluster/player_files.h"
#include "tournament/runner/task_runner.h"

namespace xttt {

// The permissions of a worker.
struct WorkerPermissions {
    bool allow_programs = false;  // ugi:COMMAND, with the permissions of the worker
    bool any_build = false;       // programs whose files differ from the coordinator's, too
    bool trust_bots = false;      // no sandbox
    double speed = 1;             // of a core, as measured here
};

// Plays game orders in the thread that constructed it, as a local executor plays its tasks.
class GameOrderRunner {
public:
    // Once `stopped` is set, games end between two moves and must not be reported.
    GameOrderRunner(const FileCache& files, const WorkerPermissions& permissions,
                    const std::atomic<bool>& stopped)
        : files_(files), permissions_(permissions), player_(stopped) {}

    // Fills in the game, the fairness of its clock and the time scale. An error means that this
    // worker cannot play it; another one may.
    Result<void> play(const GameOrder& order, Report& report);

private:
    // The player string for this machine. An error means that this machine cannot run the player.
    Result<std::string> player_here(const OrderedPlayer& player, const Variant& variant) const;

    const FileCache& files_;
    const WorkerPermissions& permissions_;
    ProgramDigests programs_;
    TaskRunner player_;
};

// Plays self-play orders in the thread that constructed it.
class SelfPlayOrderRunner {
public:
    // Once `stopped` is set, a batch ends between two games and must not be reported.
    SelfPlayOrderRunner(const FileCache& files, const std::atomic<bool>& stopped)
        : files_(files), stopped_(stopped) {}
    // An error means that this worker cannot play it; another one may.
    Result<SelfPlayGames> play(const SelfPlayOrder& order);

private:
    // The bytes of all records of the games from `first` on.
    using Maker = std::function<std::string(std::uint32_t first, std::uint32_t count)>;
    Result<Maker> maker_for(const SelfPlayOrder& order) const;

    const FileCache& files_;
    const std::atomic<bool>& stopped_;
    std::string recipe_;  // the SelfPlayRecipe of maker_, as text
    Maker maker_;
};

}  // namespace xttt
