#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>

#include "base/result.h"
#include "coordinator_flags.h"
#include "rules/variant.h"
#include "stats/sprt.h"

namespace xttt {

struct SprtOptions {
    std::string new_player, old_player;
    std::string variant = std::string(kVariants.front()->name);
    SprtBounds bounds;
    std::string movetime;  // "50ms"; a bare number is milliseconds
    std::string tc;
    std::optional<std::uint64_t> nodes;
    std::optional<int> depth;
    std::string openings;
    int opening_plies = 4;
    int most_games = 200'000;
    std::optional<int> jobs;
    std::optional<std::uint64_t> seed;
    std::string store;  // empty: games are not kept
    bool no_sandbox = false;
    CoordinatorFlags cluster;
    bool json = false;
};

// Plays pairs of games until it is known whether the new player is better. Gives the exit code, as
// 'xttt tournament run' does.
Result<int> run_sprt(const SprtOptions& options, std::ostream& out);

}  // namespace xttt
