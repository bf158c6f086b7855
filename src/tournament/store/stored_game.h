#pragma once

#include <array>
#include <chrono>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "record/game_record.h"
#include "referee/game_setup.h"

namespace xttt {

// Someone who takes part. Ids count from 0 in the order of the configuration.
struct StoredEntrant {
    int id = 0;
    std::string name;
    std::string player;  // the player string: docs/reference/players.md
    bool operator==(const StoredEntrant&) const = default;
};

// A stage that has begun: who takes part, in which pool, and as which seed (0 the strongest).
struct StoredSeat {
    int entrant = 0;
    int pool = 0;
    int seed = 0;
    bool operator==(const StoredSeat&) const = default;
};
struct StoredStage {
    int id = 0;
    std::string name;
    std::string format;  // "round-robin", "swiss", ...
    std::vector<StoredSeat> seats;
    bool operator==(const StoredStage&) const = default;
};

// Where a game stands in the schedule; all count from 0. Games of one pairing are played in turn
// with sides changed, and games 2k and 2k + 1 of it begin with the same opening.
struct GamePlace {
    int stage = 0;
    int round = 0;
    int pairing = 0;
    int game = 0;
    int attempt = 0;  // above 0: the game was played again, as its host had been too busy
    auto operator<=>(const GamePlace&) const = default;
};

// Whether the clock was fair: how long players (and who asks them) were ready to run while the
// host ran something else.
struct HostEvidence {
    std::chrono::microseconds waited{};        // in the whole game
    std::chrono::microseconds longest_wait{};  // during one move
    bool too_busy = false;                     // judged too much for the game's limits
    bool operator==(const HostEvidence&) const = default;
};

// A game that has ended, to be stored.
struct GameToStore {
    std::optional<GamePlace> place;  // empty: of no schedule
    int pool = 0;
    std::array<int, 2> entrants{};  // ids of x and of o
    int opening_plies = 0;          // of the moves, those the players were not asked for
    PlayedGame game;
    HostEvidence host;
    std::string worker;  // the machine that played it; empty: the one that stores it
    bool counts = true;  // in tables; games that were replayed do not
};

// A stored game without its moves.
struct StoredGame {
    std::int64_t id = 0;  // in the order of ending, from 1
    std::optional<GamePlace> place;
    int pool = 0;
    std::array<int, 2> entrants{};
    const Variant* variant = &kExtreme;
    GameResult result = GameResult::Unfinished;
    std::string reason;           // "line", "full" or the name of a forfeit
    std::array<int, 2> points{};  // of x and of o
    std::string detail;           // evidence of a forfeit
    bool counts = true;
    int plies = 0;
    int opening_plies = 0;
    std::array<TimeUsed, 2> used{};  // to the microsecond
    HostEvidence host;
    std::string worker;
    std::chrono::sys_time<std::chrono::milliseconds> ended{};

    // The reason, if the game was forfeited; the offender lost it.
    std::optional<ForfeitReason> forfeit() const { return find_forfeit_reason(reason); }
    // Who gets the win in ratings and knockouts: more points; empty when equal.
    std::optional<Side> rated_winner() const {
        if (points[0] == points[1]) return std::nullopt;
        return points[0] > points[1] ? Side::X : Side::O;
    }
};

struct StoredEvent {
    std::int64_t id = 0;
    std::chrono::sys_time<std::chrono::milliseconds> at{};
    std::string kind;  // "started", "resumed", "paused", "warning", ...: docs/reference/store.md
    std::string text;
    std::optional<std::int64_t> game;
};

// What a tournament is, as far as all its games share it.
struct TournamentFacts {
    std::string name;
    const Variant* variant = &kExtreme;
    std::uint64_t seed = 0;
    std::string time_control;  // for records: "16 s a move"
    std::string config;        // the configuration, as config_text writes it
    std::string created;       // date, as records write it
};

}  // namespace xttt
