#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tournament/schedule/pairing.h"
#include "tournament/schedule/stage_plan.h"

namespace xttt {

// An entrant's place in a stage.
struct Seat {
    int entrant = 0;
    int pool = 0;
    int seed = 0;  // 0 the strongest of the stage
    bool operator==(const Seat&) const = default;
};

// Deals the entrants, the strongest first, into the pools of a stage. The sizes of pools differ by
// one at most.
std::vector<Seat> assign_seats(const StagePlan& plan, std::span<const int> best_first,
                               std::uint64_t seed);

// A round as one pool sees it: entrants are counted from 0 by their seed in the pool.
struct Pool {
    std::vector<int> entrants;        // by seed
    std::vector<PlayedRound> rounds;  // those the pool took part in

    int size() const { return static_cast<int>(entrants.size()); }
};

// The pools of a stage with what they have played.
std::vector<Pool> pools_of(const StagePlan& plan, std::span<const Seat> seats,
                           std::span<const PlayedRound> rounds);

}  // namespace xttt
