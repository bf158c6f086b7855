#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "players/player_spec.h"

namespace xttt {

// The resources that this process may use.
struct MachineResources {
    std::vector<int> cores;    // cores in the affinity mask
    std::uint64_t memory = 0;  // bytes
};
MachineResources this_machine();

// The maximum resources of one game.
struct GameRequirements {
    int cores = 1;             // one player thinks at a time
    std::uint64_t memory = 0;  // bytes for both players
};
// The maximum over all games between these players.
GameRequirements game_requirements(std::span<const PlayerSpec> players, std::uint64_t bot_memory);

// The user's settings; empty: as much as fits.
struct ConcurrencyRequest {
    std::optional<int> jobs;
    std::optional<int> cores;
    std::optional<std::uint64_t> memory;
    std::vector<int> cpus = {};  // the cores to use; empty: any
};

struct ConcurrencyPlan {
    int jobs = 1;  // concurrent games
    // The cores of each job; all cores for each job if there are more jobs than cores.
    std::vector<std::vector<int>> cores;
    std::string warning;  // a message for the user; may be empty
};

// A plan with `jobs` concurrent games that share all cores.
ConcurrencyPlan unpinned(int jobs);

// Chooses the number of concurrent games and their cores. Fails if the request exceeds the machine.
Result<ConcurrencyPlan> plan_concurrency(const ConcurrencyRequest& wish,
                                         const GameRequirements& needs,
                                         const MachineResources& offer);

}  // namespace xttt
