#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "referee/referee.h"
#include "tournament/store/stored_game.h"

namespace xttt {

// Restrictions on untrusted players.
struct BotConditions {
    std::uint64_t memory_limit = std::uint64_t{1} << 30;  // bytes per player
    bool trust_all = false;                               // run them without the sandbox
    bool operator==(const BotConditions&) const = default;
};

// One game to be played, with everything that is needed to play it on another machine. If the
// players are deterministic, the same task gives the same game everywhere.
struct GameTask {
    std::uint64_t id = 0;  // set by the runner; identifies the finished game
    std::array<std::shared_ptr<const Entrant>, 2> players;  // x and o
    GameSetup setup;  // variant, start, opening, limits, margin, seed; no tags
    BotConditions conditions;
    // Files of all entrants, hidden from other sandboxed entrants; may be null. Not sent to other
    // machines, where each bot has its own folder.
    std::shared_ptr<const std::vector<std::string>> entrant_files = nullptr;
};

// Creates a listener for one game, or null. Called by the thread that plays the game.
using MakeListener = std::function<std::unique_ptr<GameListener>(const GameTask&)>;
// Creates x (side 0) or o of a game.
using MakePlayer =
    std::function<Result<std::unique_ptr<Player>>(const GameTask&, std::size_t side)>;

// The result of a task. An error means that the game could not be played, for a reason outside the
// players (the worker disappeared, no memory for a process); the runner then retries it. A player
// that fails to start forfeits instead, with ForfeitReason::Crash.
struct FinishedGame {
    std::uint64_t id = 0;
    Result<PlayedGame> game;
};

// Plays the games of a tournament: on threads of this process, or on a cluster. Used by one thread.
//
// The runner does the bookkeeping: a task counts as played when its game has been stored. An
// executor may therefore lose tasks (cancel_pending, stop, a crash) but never delivers a game
// twice.
class GameExecutor {
public:
    virtual ~GameExecutor() = default;

    // How many more tasks it accepts now: some more than it plays at a time, so that no thread is
    // idle while games are stored.
    virtual std::size_t free_slots() const = 0;
    // Queues a task. Requires free_slots() > 0.
    virtual void submit(GameTask task) = 0;
    // Waits for a finished game, until `until` at the latest, and appends all finished games. An
    // error ends the run: nothing more can be played at all.
    virtual Result<void> collect(std::vector<FinishedGame>& finished, Deadline until) = 0;
    // The games of these tasks have been stored: the executor can discard its data about them.
    // Games that were collected but not stored when the process ends may be delivered again to the
    // next process.
    virtual void stored(std::span<const std::uint64_t> ids) = 0;
    // Tasks submitted that were neither collected nor cancelled.
    virtual std::size_t unfinished() const = 0;
    // Removes every task that has not started, and returns their ids. Running games continue.
    virtual std::vector<std::uint64_t> cancel_pending() = 0;
    // Abandons running games as quickly as possible. No other call follows.
    virtual void stop() = 0;
    // For messages: "2 games at a time on this machine".
    virtual std::string description() const = 0;
};

// The executor of the games of a run.
struct RunExecutor {
    std::unique_ptr<GameExecutor> executor;
    // All games have been played: removes the data of the run from the server, if there is one.
    std::function<void()> conclude = [] {};
};

}  // namespace xttt
