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

// Limits of the values in a store; configurations have the same limits.
inline constexpr int kMaxEntrants = 10'000;
inline constexpr int kMaxStages = 1'000;
inline constexpr int kMaxPools = 1'000;
inline constexpr int kMaxPlace = 100'000'000;                  // of rounds, pairings and games
inline constexpr std::int64_t kMaxTime = 253'402'300'799'999;  // the end of 9999, in ms

// A participant. Ids start at 0, in the order of the configuration.
struct Entrant {
    int id = 0;
    std::string name;
    std::string player;  // the player string: docs/reference/players.md
    bool operator==(const Entrant&) const = default;
};

// A stage that has started: its entrants, their pools and their seeds (0 is the strongest).
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

// The place of a game in the schedule; all numbers start at 0. The games of a pairing alternate
// sides, and games 2k and 2k + 1 share an opening.
struct GamePlace {
    int stage = 0;
    int round = 0;
    int pairing = 0;
    int game = 0;
    int attempt = 0;  // above 0: a replay, because the host had been too busy
    auto operator<=>(const GamePlace&) const = default;
};

// A game of the schedule.
struct ScheduledGame {
    GamePlace place;
    int pool = 0;
    std::array<int, 2> entrants{};  // ids of x and o
};

// A stored game, without its moves.
struct StoredGame {
    std::int64_t id = 0;             // in the order of ending, from 1; set by Store::add
    std::optional<GamePlace> place;  // empty: not part of a schedule
    int pool = 0;
    std::array<int, 2> entrants{};  // ids of x and o
    const Variant* variant = &kExtreme;
    GameResult result = GameResult::Unfinished;
    std::string reason;           // as in Ending
    std::array<int, 2> points{};  // of x and o
    std::string detail;           // evidence of a forfeit or an adjudication
    bool counts = true;           // whether it counts in standings; games that were replayed do not
    int plies = 0;
    int opening_plies = 0;           // number of opening moves, which the players did not choose
    std::array<TimeUsed, 2> used{};  // in microseconds
    HostEvidence host;
    std::string worker;  // the machine that played it; empty: this one
    std::chrono::sys_time<std::chrono::milliseconds> ended{};  // set by Store::add

    // The reason, if the game was forfeited; the loser is the offender.
    std::optional<ForfeitReason> forfeit() const { return find_forfeit_reason(reason); }
    // Whether the loser forfeited by a fault, such as an illegal move; a resignation is none.
    bool has_fault() const {
        const auto why = forfeit();
        return why && *why != ForfeitReason::Resignation;
    }
    // The winner in ratings and knockouts: the side with more points; empty if equal.
    std::optional<Side> rated_winner() const {
        if (points[0] == points[1]) return std::nullopt;
        return points[0] > points[1] ? Side::X : Side::O;
    }
};

// The row of a finished game. The caller sets place, pool and entrants.
StoredGame summary_of(const PlayedGame& game);

struct StoredEvent {
    std::int64_t id = 0;
    std::chrono::sys_time<std::chrono::milliseconds> at{};
    std::string kind;  // "started", "resumed", "paused", "warning", ...: docs/reference/store.md
    std::string text;
    std::optional<std::int64_t> game;
};

// The data of a tournament that all its games share.
struct TournamentFacts {
    std::string name;
    const Variant* variant = &kExtreme;
    std::uint64_t seed = 0;
    std::string time_control;  // for records: "16 s per move"
    std::string config;        // the configuration, as config_text writes it
    std::string created;       // date in the format of records
    // A checksum of each entrant's files, separated by newlines, in the order of entrants; empty
    // for an entrant without files. The whole text is empty in stores of older versions.
    std::string checksums;
};

}  // namespace xttt
