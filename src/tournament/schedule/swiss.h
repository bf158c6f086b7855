#pragma once

#include <vector>

#include "tournament/schedule/pools.h"

namespace xttt {

// The next round of a Swiss stage in one pool, entrants by seed. Entrants are ordered by results
// (won games, drawn ones half, byes won), then seed; the upper half of those with equal results
// meets the lower half. Nobody meets an opponent again as long as all can be paired without. With
// an odd number the lowest who had no bye yet sits out. Who was x less often becomes first.
std::vector<Pairing> swiss_round(const StagePlan& plan, const Pool& pool);

}  // namespace xttt
