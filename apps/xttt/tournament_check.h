#pragma once

#include <ostream>
#include <string>

#include "base/result.h"

namespace xttt {

struct TournamentCheckOptions {
    std::string config;
    bool no_start = false;  // do not start the players
    bool no_sandbox = false;
};

// Says what a tournament would play and how long that takes, and whether its players start.
Result<void> run_tournament_check(const TournamentCheckOptions& options, std::ostream& out);

}  // namespace xttt
