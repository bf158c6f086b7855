#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "tournament/schedule/stage_plan.h"

namespace xttt {

// Every entrant against every other (circle method): spreads the games of each entrant evenly over
// the rounds; every entrant is first about as often as second.
std::vector<Pairing> round_robin(int entrants);

// Each of the first `challengers` against every entrant that is not a challenger.
std::vector<Pairing> gauntlet(int entrants, int challengers);

// Maximum number of tie-breaks before the better seed advances.
inline constexpr int kMaxTieBreaks = 3;

// A knockout in one pool, entrants by seed: 0 and 1 can meet only in the final. If the number of
// entrants is not a power of two, the best seeds start in the second round. The winner of a pairing
// has more points in its games, then more wins; tied entrants play the same number of games again.
//
// The next round; empty when one entrant is left.
std::optional<std::vector<Pairing>> knockout_round(const Pool& pool);

// Entrants by how far they got, the winner (or those still in the knockout) first; entrants
// eliminated in the same round by seed.
std::vector<int> knockout_order(const Pool& pool);

// The next round of a Swiss stage in one pool, entrants by seed. Entrants are ordered by results (a
// win 1, a draw 1/2, a bye 1), then by seed; the upper half of each score group meets the lower
// half. There are no rematches as long as all can be paired without. With an odd number, the lowest
// entrant without a bye gets one. The entrant that was x less often becomes first.
std::vector<Pairing> swiss_round(const StagePlan& plan, const Pool& pool);

// The next batch of pairings in one pool: first a ring in which every entrant meets two others,
// then repeatedly the pairs whose order is least certain, until the budget of games is used up.
// Empty at the end.
std::optional<std::vector<Pairing>> adaptive_round(const StagePlan& plan, const Pool& pool,
                                                   std::uint64_t seed);

// Extends a matching to maximum size: mate[v] is the partner of v, or -1. A matched vertex stays
// matched, but its partner may change (Edmonds' blossom algorithm, from Boost.Graph).
void complete_matching(std::vector<int>& mate, const std::function<bool(int, int)>& may_meet);

}  // namespace xttt
