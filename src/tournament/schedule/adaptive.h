#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "tournament/schedule/pools.h"

namespace xttt {

// The next batch of pairings in one pool: first a ring in which everybody meets two others, then
// again and again the pairs whose order is least certain, until the games of the plan's budget are
// spent. Empty at the end.
std::optional<std::vector<Pairing>> adaptive_round(const StagePlan& plan, const Pool& pool,
                                                   std::uint64_t seed);

}  // namespace xttt
