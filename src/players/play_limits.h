#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/result.h"
#include "search/limits.h"

namespace xttt {

// Limits of one game or one move. The referee enforces time; depth and nodes are requests to
// players that support them.
struct PlayLimits {
    std::optional<Milliseconds> move_time;  // per move
    std::optional<GameClock> clock;         // for the whole game, at its start
    std::optional<int> depth;
    std::optional<std::uint64_t> nodes;
    // Grace period after a time limit; empty: that of the game.
    std::optional<Milliseconds> margin = {};
    bool operator==(const PlayLimits& other) const {
        const auto same_clock = [](const GameClock& a, const GameClock& b) {
            return a.remaining == b.remaining && a.increment == b.increment;
        };
        return move_time == other.move_time && depth == other.depth && nodes == other.nodes &&
               margin == other.margin && clock.has_value() == other.clock.has_value() &&
               (!clock || same_clock(*clock, *other.clock));
    }
};

// Time per move of a player that supports time limits, if there is no limit at all.
inline constexpr Milliseconds kUnlimitedMoveTime{1000};

// Parses seconds per game, and optionally '+' and seconds per move: "60", "60+0.5".
Result<GameClock> parse_clock(std::string_view text);

}  // namespace xttt
