#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "players/player_spec.h"

namespace xttt {

// What this process may use of the machine.
struct MachineResources {
    std::vector<int> cores;    // the processors we may run on
    std::uint64_t memory = 0;  // bytes
};
MachineResources this_machine();

// What one game needs at most.
struct GameRequirements {
    int cores = 1;             // only one player thinks at a time
    std::uint64_t memory = 0;  // bytes of both players
};
// Of any game between these players.
GameRequirements game_requirements(std::span<const PlayerSpec> players, std::uint64_t bot_memory);

// What the user asked for; empty: as much as fits.
struct ConcurrencyRequest {
    std::optional<int> jobs;
    std::optional<int> cores;
    std::optional<std::uint64_t> memory;
};

struct ConcurrencyPlan {
    int jobs = 1;  // games at a time
    // The processors of each job. One set for all where there are more jobs than processors.
    std::vector<std::vector<int>> cores;
    std::string warning;  // for the user; may be empty
};

// `jobs` games at a time that share all cores of this machine.
ConcurrencyPlan unpinned(int jobs);

// How many games at a time, and on which cores. Fails where the request contradicts itself or the
// machine.
Result<ConcurrencyPlan> plan_concurrency(const ConcurrencyRequest& wish,
                                         const GameRequirements& needs,
                                         const MachineResources& offer);

}  // namespace xttt
