#pragma once

#include <array>
#include <atomic>
#include <expected>
#include <list>
#include <memory>
#include <string>

#include "players/make_player.h"
#include "referee/host_monitor.h"
#include "tournament/runner/game_executor.h"
#include "tournament/runner/live_games.h"

namespace xttt {

// Keeps players for later games: starting a process or allocating a hash table for every game would
// take longer than a short game. Used by one thread.
class PlayerPool {
public:
    // `make` replaces make_player() for players that are not player strings.
    explicit PlayerPool(MakePlayer make = {}) : make_(std::move(make)) {}

    struct StartFailure {
        Side side;
        Error why;
    };
    // Both players of the task; valid until the next call.
    std::expected<std::array<Player*, 2>, StartFailure> players(const GameTask& task);

private:
    struct Kept {
        std::string player;
        std::string opponent;  // set for sandboxed players, which must not see the opponent's files
        const Variant* variant;
        BotConditions conditions;
        bool heavy;  // has memory or a process between games
        std::unique_ptr<Player> instance;
    };
    Result<Player*> find(const GameTask& task, std::size_t side, const Player* taken);
    void evict();

    MakePlayer make_;
    std::list<Kept> kept_;  // most recently used first
};

// Plays tasks one after another in the thread that created it. Keeps players for later games and
// monitors the load of the host.
class TaskRunner {
public:
    // Once `stopped` is set, games end between two moves and must be discarded. Publishes its games
    // in `live`, if not null.
    explicit TaskRunner(const std::atomic<bool>& stopped, LiveGames* live = nullptr,
                        MakeListener listen = {}, MakePlayer make = {})
        : stopped_(stopped),
          players_(std::move(make)),
          monitor_(&gaps_),
          reporter_(live),
          listen_(std::move(listen)) {}
    // An error means that the game could not be played, for a reason outside the players.
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
