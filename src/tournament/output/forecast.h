#pragma once

#include <chrono>
#include <optional>

#include "tournament/config/tournament_config.h"

namespace xttt {

// What playing a tournament would take.
struct Forecast {
    long games = 0;  // in all stages, tie-breaks of knockouts apart
    int moves = 0;   // of a typical game: the average of some random ones
    // If every player always took all its time, with so many games at a time.
    std::optional<std::chrono::seconds> longest;
};
Forecast forecast(const TournamentConfig& config, int jobs);

// Entrants of each stage, the first being all.
std::vector<int> entrants_by_stage(const TournamentConfig& config);

}  // namespace xttt
