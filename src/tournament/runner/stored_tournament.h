#pragma once

#include "tournament/config/tournament_config.h"
#include "tournament/runner/progress.h"
#include "tournament/store/store.h"

namespace xttt {

// Starts the tournament in a new store, or checks that a store holds this tournament. Returns its
// seed, which is random where the configuration has none. With
// MayGrow, stages may have more games per pairing than those of the store, which is then extended.
enum class StageGames { Fixed, MayGrow };
Result<std::uint64_t> open_tournament(Store& store, const TournamentConfig& config,
                                      StageGames games = StageGames::Fixed);

// Records the stored results in a new progress, round by round, as each round decides the pairings
// of the next. Games to be replayed are queued as their next attempt.
Result<void> replay_stored_games(Progress& progress, const StoreReader& store);

// A tournament as its store describes it, for readers.
struct StoredTournament {
    TournamentFacts facts;
    TournamentConfig config;
    std::vector<std::string> names;  // of entrants
    Progress progress;
};
Result<StoredTournament> read_tournament(const StoreReader& store);

}  // namespace xttt
