#pragma once

#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "base/result.h"
#include "common_options.h"
#include "coordinator_flags.h"
#include "tournament/config/tournament_config.h"
#include "tournament/runner/concurrency.h"
#include "tournament/runner/tournament_runner.h"

namespace xttt {

struct RunOptions {
    std::string config;
    std::string store;  // instead of the configuration's
    std::optional<int> jobs;
    std::vector<int> cpus;  // empty: as configured
    bool no_sandbox = false;
    CoordinatorFlags cluster;
    bool json = false;
    bool plain = false;  // plain text even on a terminal
    bool quiet = false;
    std::optional<std::string> bot_logs;  // instead of the configuration's
    ProtocolLogOptions protocol;
};

// Plays or resumes a tournament. Returns the exit code: 0 when it is finished, 130 when it was
// interrupted and can be resumed.
Result<int> run_tournament(const RunOptions& options, std::ostream& out);

// The concurrency of a run on this machine; fails if untrusted players need a sandbox that the host
// does not support.
Result<ConcurrencyPlan> concurrency_for(const TournamentConfig& config);

// How an entrant runs on this machine. `files` are those of all entrants.
PlayerEnvironment player_environment(const TournamentConfig& config, const EntrantConfig& entrant,
                                     const std::vector<std::string>& files);

// Messages about players that do not start, and notes about those that do, with the name of the
// entrant first.
struct StartCheck {
    std::vector<std::string> failing;
    std::vector<std::string> notes;
};
// Starts every program among the players once.
StartCheck check_start(const TournamentConfig& config);

// The executor of a run: the workers of a cluster if one was chosen, otherwise this machine. Games
// played here go to `protocol`, which outlives it, if it is not null.
Result<RunExecutor> make_executor(const TournamentConfig& config, const CoordinatorFlags& cluster,
                                  TournamentListener& listener, ProtocolLog* protocol);

// Runs the games with Ctrl-C handled: once finishes the running games, twice stops.
Result<RunEnd> run_games(TournamentPlan plan, Store& store, GameExecutor& executor,
                         TournamentListener& listener, RunControl control = {});

// The file whose presence pauses the tournament of a store.
std::string pause_file(const std::string& store);

}  // namespace xttt
