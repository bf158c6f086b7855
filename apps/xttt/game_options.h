#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "players/make_player.h"
#include "referee/game_setup.h"
#include "referee/limit_text.h"
#include "rules/with_variant.h"

namespace xttt {

// What players may use: --movetime, --tc, --nodes, --depth, --margin.
struct LimitOptions {
    std::optional<int> movetime;  // milliseconds
    std::string tc;               // "60+0.5": seconds for the game, and for each move on top
    std::optional<std::uint64_t> nodes;
    std::optional<int> depth;
    int margin = 0;  // milliseconds
};
void add_limit_options(CLI::App& command, LimitOptions& options);
// As asked for; where no time is asked for, the variant's own time per move.
Result<PlayLimits> limits_of(const LimitOptions& options, const Variant& variant);

// How untrusted players run: --no-sandbox and --memory.
struct SandboxOptions {
    bool off = false;
    int memory_mb = 1024;
};
void add_sandbox_options(CLI::App& command, SandboxOptions& options);
PlayerSurroundings surroundings_of(const SandboxOptions& options);

// Today, as records write it.
std::string today();

}  // namespace xttt
