#pragma once

#include <optional>
#include <ostream>
#include <string>

#include "base/result.h"

namespace xttt {

struct StandingsOptions {
    std::string store;
    std::optional<int> stage;  // from 1; empty: all that have begun
    bool ratings = false;
    bool json = false;
};

// The tables as they stand, also while the tournament is played.
Result<void> run_tournament_standings(const StandingsOptions& options, std::ostream& out);

}  // namespace xttt
