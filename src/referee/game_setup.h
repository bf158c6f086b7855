#pragma once

#include <array>
#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "players/player.h"
#include "record/game_record.h"
#include "referee/adjudication.h"

namespace xttt {

// One game to be played.
struct GameSetup {
    const Variant* variant = &kExtreme;
    std::string start_fen = {};  // empty: the start of the variant
    // Moves played before the players are asked; part of the record.
    std::vector<RecordedMove> opening = {};
    std::array<PlayLimits, 2> limits = {};  // limits of x and o
    // Grace period after a limit, for hosts known to stall.
    Milliseconds margin{0};
    // Time for a player to start, complete the handshake and construct its class.
    Milliseconds start_limit = std::chrono::seconds(10);
    Adjudication adjudication = {};
    // Records also get the principal variation, seldepth and hash use of each move.
    bool record_pv = false;
    // Records also get the memory of a sandboxed player's process during each move.
    bool record_memory = false;
    std::uint64_t seed = 0;                       // random seed of this game
    std::array<BotLogFile, 2> bot_logs = {};      // for the output of x and o
    std::shared_ptr<GameProtocol> protocol = {};  // of x and o; null: not kept
    Tags tags = {};
};

// The default limits of a variant.
inline PlayLimits default_limits(const Variant& variant) {
    return {.move_time = variant.move_time};
}

// The time used by a side.
struct TimeUsed {
    int moves = 0;
    Clock::duration total{};
    Clock::duration longest{};
    std::chrono::nanoseconds cpu{};  // of processes; 0 for other players
};

// Whether the clock was fair: how long the players, or the referee, were runnable but not running.
struct HostEvidence {
    std::chrono::microseconds waited{};        // in the whole game
    std::chrono::microseconds longest_wait{};  // during one move
    bool too_busy = false;                     // too much for the limits of the game
    bool operator==(const HostEvidence&) const = default;
};

struct PlayedGame {
    GameRecord record;
    Ending ending;
    std::array<TimeUsed, 2> used;
    HostEvidence host = {};
    std::string worker = {};  // the machine that played it; empty: this one
};

// For records: "16 s per move", "60+0.5", ...
std::string time_control_text(const PlayLimits& limits);

// A readable duration: "2 h 5 min", "3.4 s".
std::string duration_text(std::chrono::nanoseconds span);

}  // namespace xttt
