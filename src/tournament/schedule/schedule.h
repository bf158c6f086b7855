#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tournament/schedule/stage_plan.h"

namespace xttt {

// The pairings to play next in a stage, all pools together, given the complete results of the
// rounds before; empty when the stage is over. A pure function: the same seed and results give the
// same pairings, however often and wherever it is asked.
std::optional<std::vector<Pairing>> next_round(const StagePlan& plan, std::span<const Seat> seats,
                                               std::span<const PlayedRound> rounds,
                                               std::uint64_t seed);

// How many games a stage of so many entrants has at most: exactly, except for the tie-breaks of
// knockouts, which are not counted.
long games_of(const StagePlan& plan, int entrants);

}  // namespace xttt
