#pragma once

#include "tournament/config/tournament_config.h"
#include "tournament/runner/progress.h"
#include "tournament/store/store.h"

namespace xttt {

// Makes sure that a store is that of a tournament: begins it in a new store, otherwise compares.
// Returns the tournament's seed, which the first run draws where the configuration has none.
Result<std::uint64_t> enter(Store& store, const TournamentConfig& config);

// Takes the results that are stored into a progress that has none, round after round: what the
// games of a round were decides which games the next one has. Games that are to be replayed are
// given back as their next attempt.
Result<void> replay_stored_games(Progress& progress, const StoreReader& store);

// A tournament as its store tells it, for those who only look.
struct StoredTournament {
    TournamentFacts facts;
    TournamentConfig config;
    std::vector<std::string> names;  // of entrants
    Progress progress;
};
Result<StoredTournament> read_tournament(const StoreReader& store);

}  // namespace xttt
