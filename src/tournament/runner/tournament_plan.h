#pragma once

#include <memory>
#include <vector>

#include "base/result.h"
#include "referee/opening.h"
#include "tournament/config/tournament_config.h"
#include "tournament/runner/game_executor.h"
#include "tournament/runner/progress.h"
#include "tournament/store/store.h"

namespace xttt {

// Replays of a game on a busy host before its result counts.
inline constexpr int kMaxReplays = 3;

// Everything that the runner needs to turn the schedule into games.
struct TournamentPlan {
    const Variant* variant = &kExtreme;
    std::uint64_t seed = 0;
    std::vector<std::shared_ptr<const Entrant>> entrants;  // by entrant
    std::shared_ptr<const std::vector<std::string>> entrant_files;
    std::vector<StagePlan> stages;
    PlayLimits limits;
    std::vector<PlayLimits> own_limits;  // by entrant; empty: `limits` for all
    Milliseconds margin{0};
    Adjudication adjudication = {};
    bool record_pv = false;
    bool record_memory = false;
    Milliseconds start_limit = std::chrono::seconds(10);
    // Each is used for two games of a pairing, with sides swapped. If empty: opening_plies random
    // moves, different for every two games.
    std::vector<Opening> openings;
    int opening_plies = 0;
    BotConditions conditions;
    bool replay_busy = false;
    std::string bot_logs =
        {};  // folder for the output of bots, with a folder per entrant; empty: none
    std::size_t bot_log_limit = std::size_t{1} << 20;  // bytes of one log
    bool logs_by_id = false;  // the folders in bot_logs are ids of entrants, not names

    bool log_protocol = false;  // games have a GameProtocol

    const PlayLimits& limits_of(int entrant) const {
        return own_limits.empty() ? limits : own_limits[static_cast<std::size_t>(entrant)];
    }
    // The game at a place in the schedule; deterministic.
    GameTask task(const ScheduledGame& game, std::uint64_t id) const;
};

// The path of the log of x (side 0) or o. `names`: of x and o, as parts of file names.
std::string bot_log_path(const std::string& folder, const GamePlace& place, std::size_t side,
                         const std::array<std::string, 2>& names);

// Also reads the openings. Requires a seed.
Result<TournamentPlan> plan_tournament(const TournamentConfig& config, std::uint64_t seed);

// Starts the tournament in a new store, or checks that a store contains this tournament. Returns
// its seed, which is random if the configuration has none. With MayGrow, stages may have more games
// per pairing than in the store, which is then extended.
enum class StageGames { Fixed, MayGrow };
Result<std::uint64_t> open_tournament(Store& store, const TournamentConfig& config,
                                      StageGames games = StageGames::Fixed);

// Records the stored results in a new progress, round by round, because each round determines the
// pairings of the next. Games to be replayed are queued as their next attempt.
Result<void> replay_stored_games(Progress& progress, const StoreReader& store);

// A stored tournament, for readers.
struct StoredTournament {
    TournamentFacts facts;
    TournamentConfig config;
    std::vector<std::string> names;  // entrants by id
    Progress progress;
};
Result<StoredTournament> read_tournament(const StoreReader& store);

}  // namespace xttt
