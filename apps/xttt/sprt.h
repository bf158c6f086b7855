#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>

#include "base/result.h"
#include "common_options.h"
#include "coordinator_flags.h"
#include "rules/variant.h"
#include "stats/sprt.h"

namespace xttt {

struct SprtOptions {
    std::string new_player, old_player;
    std::string variant = std::string(kVariants.front()->name);
    SprtBounds bounds;
    LimitOptions limits;
    OpeningOptions openings{.plies = 4};
    int most_games = 200'000;
    std::optional<int> jobs;
    std::optional<std::uint64_t> seed;
    std::string store;  // empty: games are not kept
    SandboxOptions sandbox;
    CoordinatorFlags cluster;
    bool json = false;
};

// Plays pairs of games until it is known whether the new player is better. Gives the exit code, as
// 'xttt tournament run' does.
Result<int> run_sprt(const SprtOptions& options, std::ostream& out);

}  // namespace xttt
