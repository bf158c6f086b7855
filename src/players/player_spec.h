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

// A player as one short string names it; docs/reference/players.md lists all forms.
struct PlayerSpec {
    std::string text;  // as it was given; the player's name in records
    std::variant<RandomSpec, HumanSpec, EngineSetup, UgiSpec, CourseBot> kind;
};

// Understands the string. Whether the program or file it names exists is for make_player to find.
Result<PlayerSpec> parse_player(std::string_view text);

// The forms a player string may take, on one line, for usage texts.
std::string_view player_forms();

}  // namespace xttt
