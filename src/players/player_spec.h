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
// A program that speaks UGI; docs/reference/players.md lists the keys.
struct UgiSpec {
    std::vector<std::string> argv;
    bool sandboxed = false;
    std::string name = {};    // empty: the player string
    std::string folder = {};  // working directory; empty: that of this process
    // Sent by setoption, in this order. A program without such an option cannot play.
    std::vector<UgiOption> options = {};
    // These replace the limits of the game. A time limit (per move or clock) replaces both.
    PlayLimits limits = {};
    bool restart = false;  // a new process for each game; sandboxed programs always get one
};

// A parsed player string; docs/reference/players.md lists all forms.
struct PlayerSpec {
    std::string text;  // the string; the player's name in records
    std::variant<RandomSpec, HumanSpec, EngineSetup, UgiSpec, CourseBot> kind;
};

// The name for records and scores: UgiSpec::name if it is set, otherwise the player string.
const std::string& display_name(const PlayerSpec& spec);
// The limits of a player in a game with the limits `game`.
PlayLimits limits_of(const PlayerSpec& spec, const PlayLimits& game);
// The player string of a program, which parses to the same spec.
std::string ugi_player_text(const UgiSpec& spec);

// Parses a player string. make_player checks whether the program or file exists.
Result<PlayerSpec> parse_player(std::string_view text);

// The forms of a player string on one line, for usage texts.
std::string_view player_forms();

}  // namespace xttt
