#pragma once

#include <span>
#include <vector>

#include "stats/encounters.h"
#include "tournament/schedule/stage_plan.h"

namespace xttt {

// All games of the rounds by pairs of entrants, without byes.
std::vector<Encounter> encounters_of(std::span<const PlayedRound> rounds);

// The table of one pool, best first. `player` of a row is the entrant. Byes count as wins. A
// knockout is ordered by how far each entrant got, an adaptive stage by rating, other stages by
// points.
std::vector<TableRow> pool_table(const StagePlan& plan, const Pool& pool);

// The tables of all pools of a stage.
std::vector<std::vector<TableRow>> stage_tables(const StagePlan& plan, std::span<const Seat> seats,
                                                std::span<const PlayedRound> rounds);

// The entrants of the next stage, best first: the first of each pool, then the second of each pool;
// equal ranks by points per game, then by pool.
std::vector<int> promoted(const StagePlan& plan, std::span<const std::vector<TableRow>> tables);

}  // namespace xttt
