#pragma once

#include <array>
#include <chrono>
#include <string>
#include <vector>

#include "players/player.h"
#include "record/game_record.h"

namespace xttt {

// One game to be played.
struct GameSetup {
    const Variant* variant = &kExtreme;
    std::string start_fen = {};  // empty: the start of the variant
    // Played from there before the players are asked: they are part of the record.
    std::vector<RecordedMove> opening = {};
    std::array<PlayLimits, 2> limits = {};  // of x and of o
    // How far past a limit an answer still counts: for hosts known to stall.
    Milliseconds margin{0};
    // For a player to get ready: start, greet, construct its class.
    Milliseconds start_limit = std::chrono::seconds(10);
    std::uint64_t seed = 0;  // of everything random in this game
    Tags tags = {};
};

// The limits of a variant's own rules.
inline PlayLimits default_limits(const Variant& variant) {
    return {.move_time = variant.move_time};
}

// What a side used of its time.
struct TimeUsed {
    int moves = 0;
    Clock::duration total{};
    Clock::duration longest{};
    std::chrono::nanoseconds cpu{};  // of processes; 0 for players that are none
};

struct PlayedGame {
    GameRecord record;
    Ending ending;
    std::array<TimeUsed, 2> used;
};

}  // namespace xttt
