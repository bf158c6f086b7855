#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>

#include "game_options.h"

namespace xttt {

struct MatchOptions {
    std::string x, o;  // player strings: x begins the first game
    std::string variant = std::string(kVariants.front()->name);
    int games = 10;
    int jobs = 1;
    std::optional<std::uint64_t> seed;
    LimitOptions limits;
    SandboxOptions sandbox;
    std::string openings;
    int opening_plies = 0;
    std::vector<std::string> records;  // files to write
    std::string event;
    bool json = false;
    bool quiet = false;
};

// Plays a match. `out` gets the running score and the final one, or with json the events.
Result<void> run_match(const MatchOptions& options, std::ostream& out);

}  // namespace xttt
