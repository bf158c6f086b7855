#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tournament/schedule/stage_plan.h"

namespace xttt {

// The next pairings of a stage, all pools together, given the complete results of the previous
// rounds; empty when the stage is over. A pure function: the same seed and results always give the
// same pairings.
std::optional<std::vector<Pairing>> next_round(const StagePlan& plan, std::span<const Seat> seats,
                                               std::span<const PlayedRound> rounds,
                                               std::uint64_t seed);

// The maximum number of games of a stage with this number of entrants. Exact, except that
// tie-breaks of knockouts are not counted.
long games_of(const StagePlan& plan, int entrants);

}  // namespace xttt
