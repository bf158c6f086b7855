#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "players/bot_command.h"
#include "players/engine_player.h"

namespace xttt {

struct RandomSpec {
    std::optional<std::uint64_t> seed;
};
struct HumanSpec {};
struct UgiSpec {
    std::vector<std::string> argv;
    bool sandboxed = false;
};

// A parsed player string; docs/reference/players.md lists all forms.
struct PlayerSpec {
    std::string text;  // the string; the player's name in records
    std::variant<RandomSpec, HumanSpec, EngineSetup, UgiSpec, CourseBot> kind;
};

// Parses a player string. make_player checks whether the program or file exists.
Result<PlayerSpec> parse_player(std::string_view text);

// The forms of a player string on one line, for usage texts.
std::string_view player_forms();

}  // namespace xttt
