#pragma once

#include <array>
#include <istream>
#include <memory>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "players/player.h"
#include "players/player_spec.h"

namespace xttt {

// What players need besides their own description.
struct PlayerSurroundings {
    // Where a human types and is talked to. Without them there can be no human.
    std::istream* in = nullptr;
    std::ostream* out = nullptr;
    // Runs course bots and sandboxed programs with the caller's own rights: for those who were told
    // to trust them, or whose host cannot do better.
    bool trust_all = false;
    std::uint64_t memory_limit = SandboxConfig{}.memory_limit;
    // Files of other entrants, which a sandboxed player shall not see even where they lie in its
    // folder.
    std::vector<std::string> hidden = {};
    // How long a program may take to greet when it is checked.
    Clock::duration greeting_limit = std::chrono::seconds(10);
};

// Builds a player for games of one variant and makes sure that it can play: that its program
// exists and greets, that its file loads and holds the class, that the host can sandbox it. What is
// wrong is an Errc::Usage, before any game.
Result<std::unique_ptr<Player>> make_player(const PlayerSpec& spec, const Variant& variant,
                                            const PlayerSurroundings& surroundings = {});
Result<std::unique_ptr<Player>> make_player(std::string_view text, const Variant& variant,
                                            const PlayerSurroundings& surroundings = {});

// The files a player consists of, as far as they are known.
std::vector<std::string> files_of(const PlayerSpec& spec);

// Both players of a game; neither sees the other's files.
using PlayerPair = std::array<std::unique_ptr<Player>, 2>;
Result<PlayerPair> make_players(const std::array<PlayerSpec, 2>& specs, const Variant& variant,
                                const PlayerSurroundings& surroundings = {});

}  // namespace xttt
