#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "referee/game_setup.h"
#include "store/stored_game.h"

namespace xttt {

// Someone who can be sent to play, wherever that is.
struct Contestant {
    int entrant = 0;   // its id in the tournament
    std::string name;  // as the tournament calls it
    std::string
        player;  // the player string (docs/reference/players.md), which says how to start it
};

// How untrusted players are kept.
struct BotConditions {
    std::uint64_t memory_limit = std::uint64_t{1} << 30;  // bytes, of each
    bool trust_all = false;  // run them with the rights of whoever plays the game
    bool operator==(const BotConditions&) const = default;
};

// One game to be played, with everything that is needed to play it elsewhere. The same task gives
// the same game wherever it is played, as far as its players are deterministic.
struct GameTask {
    std::uint64_t id = 0;  // the hall's; comes back with the game
    std::array<std::shared_ptr<const Contestant>, 2> players;  // x and o
    GameSetup setup;  // variant, start, opening, limits, margin, seed; no tags
    BotConditions conditions;
};

// What came of a task.
struct FinishedGame {
    std::uint64_t id = 0;
    // Empty: it could not be played, through no fault of a player (the worker vanished, the host
    // had no memory for a process). The hall then asks once more. A player that cannot be started
    // is no such case: it has forfeited, by ForfeitReason::Crash.
    std::optional<PlayedGame> game;
    std::string trouble;  // why there is no game
    HostEvidence host;
    std::string worker;  // where it was played; empty: in this process
};

// Those who play the games of a hall: threads of this process, or machines on a network. Used by
// one thread.
//
// The hall keeps the books: a task counts as played when its game has been stored. A workforce may
// therefore forget tasks (recall, stop, a crash) but never deliver a game twice.
class Workforce {
public:
    virtual ~Workforce() = default;

    // How many more tasks it will take now. It should hold a few more than are being played, so
    // that nobody waits while games are stored, but bounded.
    virtual std::size_t room() const = 0;
    // Takes a task. Requires room() > 0.
    virtual void submit(GameTask task) = 0;
    // Waits until a game has finished or `until` has come, and appends what has finished to
    // `finished`. An error ends the tournament's run: nothing more can be played at all.
    virtual Result<void> collect(std::vector<FinishedGame>& finished, Deadline until) = 0;
    // Tasks taken that were neither collected nor recalled.
    virtual std::size_t unfinished() const = 0;
    // Takes back every task that nobody has begun, and returns their ids. Those being played go on.
    virtual std::vector<std::uint64_t> recall() = 0;
    // Games being played now are given up, as quickly as can be; nothing more will be asked of it.
    virtual void stop() = 0;
    // For people: "2 games at a time on this machine".
    virtual std::string description() const = 0;
};

}  // namespace xttt
