#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "players/player.h"

namespace xttt {

// Seconds for a whole game, and for each move on top after a '+': "60", "60+0.5".
Result<GameClock> parse_clock(std::string_view text);

// "16 s a move", "60+0.5", ...: for records.
std::string time_control_text(const PlayLimits& limits);

// A span as a person says it: "2 h 5 min", "3.4 s".
std::string duration_text(std::chrono::nanoseconds span);

}  // namespace xttt
