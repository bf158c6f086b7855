#pragma once

#include <array>
#include <functional>
#include <istream>
#include <memory>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "players/player.h"
#include "players/player_spec.h"

namespace xttt {

// The environment of players, in addition to the player string.
struct PlayerEnvironment {
    // Input and output of a human player; without them a human cannot play.
    std::istream* in = nullptr;
    std::ostream* out = nullptr;
    // Runs course bots and sandboxed programs without the sandbox, with the caller's permissions.
    bool trust_all = false;
    std::uint64_t memory_limit = SandboxConfig{}.memory_limit;
    // Files of other entrants, hidden from a sandboxed player even if they are in its folder.
    std::vector<std::string> hidden = {};
    // Called with remarks of the host of a course bot, such as what Python 2 did differently.
    std::function<void(const PlayerSpec& player, const std::string& note)> on_note = {};
    // Prompts a human as the course simulators did.
    bool course_prompt = false;
    // Time limit of the handshake when a program is checked.
    Clock::duration handshake_timeout = std::chrono::seconds(10);

    // Adds files of all entrants to the hidden ones, except the player's own.
    void hide(std::span<const std::string> files, const PlayerSpec& own);
};

// Creates a player for games of one variant and checks that it can play: its program exists and
// completes the handshake, its file loads and has the class, the host supports the sandbox. Errors
// are Errc::Usage, or Errc::Unsupported if this machine cannot run course bots.
Result<std::unique_ptr<Player>> make_player(const PlayerSpec& spec, const Variant& variant,
                                            const PlayerEnvironment& environment = {});
Result<std::unique_ptr<Player>> make_player(std::string_view text, const Variant& variant,
                                            const PlayerEnvironment& environment = {});

// The files of a player, as far as they are known.
std::vector<std::string> files_of(const PlayerSpec& spec);

// Creates both players of a game; neither can read the other's files.
using PlayerPair = std::array<std::unique_ptr<Player>, 2>;
Result<PlayerPair> make_players(const std::array<PlayerSpec, 2>& specs, const Variant& variant,
                                const PlayerEnvironment& environment = {});

}  // namespace xttt
