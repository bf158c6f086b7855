#pragma once

#include <memory>
#include <vector>

#include "base/result.h"
#include "referee/opening.h"
#include "tournament/config/tournament_config.h"
#include "tournament/runner/game_executor.h"
#include "tournament/runner/progress.h"

namespace xttt {

// Everything the runner needs to turn the schedule into games.
struct TournamentPlan {
    const Variant* variant = &kExtreme;
    std::uint64_t seed = 0;
    std::vector<std::shared_ptr<const Entrant>> entrants;  // by entrant
    std::vector<StagePlan> stages;
    PlayLimits limits;
    Milliseconds margin{0};
    Milliseconds start_limit = std::chrono::seconds(10);
    // Each is used for two games of a pairing, with sides changed. Without any: opening_plies
    // random moves, others for every two games.
    std::vector<Opening> openings;
    int opening_plies = 0;
    BotConditions conditions;
    bool replay_busy = false;

    // The game of a place in the schedule; the same every time.
    GameTask task(const ScheduledGame& game, std::uint64_t id) const;
};

// Reads the openings too. Requires a seed.
Result<TournamentPlan> plan_tournament(const TournamentConfig& config, std::uint64_t seed);

}  // namespace xttt
