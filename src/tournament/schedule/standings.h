#pragma once

#include <span>
#include <vector>

#include "stats/encounters.h"
#include "tournament/schedule/stage_plan.h"

namespace xttt {

// All games of the rounds by pairs of entrants; byes are left out.
std::vector<Encounter> encounters_of(std::span<const PlayedRound> rounds);

// The table of one pool, best first. `player` of a row is the entrant. Byes count as won games. A
// knockout is ordered by how far each came, an adaptive stage by rating, others by points.
std::vector<TableRow> pool_table(const StagePlan& plan, const Pool& pool);

// The tables of all pools of a stage.
std::vector<std::vector<TableRow>> stage_tables(const StagePlan& plan, std::span<const Seat> seats,
                                                std::span<const PlayedRound> rounds);

// Who takes part in the next stage, best first: all first ones of pools, then all second ones;
// those of equal place by points a game, then by the order of pools.
std::vector<int> promoted(const StagePlan& plan, std::span<const std::vector<TableRow>> tables);

}  // namespace xttt
