#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>

#include "common_options.h"
#include "game_files.h"

namespace xttt {

struct MatchOptions {
    std::string x, o;  // player strings: x begins the first game
    std::string variant = std::string(kVariants.front()->name);
    int games = 10;
    int jobs = 1;
    std::optional<std::uint64_t> seed;
    LimitOptions limits;
    SandboxOptions sandbox;
    OpeningOptions openings;
    RecordOptions record;
    std::string event;
    bool json = false;
    bool quiet = false;
};

// Plays a match. `out` gets the running score and the final one, or with json the events. Gives the
// exit code: 130 after Ctrl-C, which still writes the score of the games played.
Result<int> run_match(const MatchOptions& options, std::ostream& out, std::ostream& log);

}  // namespace xttt
