#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "tournament/schedule/pairing.h"
#include "tournament/schedule/stage_plan.h"

namespace xttt {

// Everybody against everybody, in an order in which each waits as short as can be for the next
// game (the circle method); everybody is first about as often as second.
std::vector<Pairing> round_robin(int entrants);

// Each of the first `challengers` against all the others that are no challengers.
std::vector<Pairing> gauntlet(int entrants, int challengers);

// How often those who are level play on before the better seed goes through.
inline constexpr int kMaxTieBreaks = 3;

// A knockout in one pool, entrants by seed: 0 and 1 can meet only in the final. Where their number
// is no power of two the best seeds begin in the second round. The winner of a pairing has more
// points in its games; then more games won; those who are level play as many games again.
//
// The next round, or empty when one entrant is left.
std::optional<std::vector<Pairing>> knockout_round(const Pool& pool);

// Entrants in the order of how far they came, the winner (or those still in it) first; those who
// went out in one round by seed.
std::vector<int> knockout_order(const Pool& pool);

// The most rounds it may take, tie-breaks apart.
int knockout_rounds(int entrants);

// The next round of a Swiss stage in one pool, entrants by seed. Entrants are ordered by results
// (won games, drawn ones half, byes won), then seed; the upper half of those with equal results
// meets the lower half. Nobody meets an opponent again as long as all can be paired without. With
// an odd number the lowest who had no bye yet sits out. Who was x less often becomes first.
std::vector<Pairing> swiss_round(const StagePlan& plan, const Pool& pool);

// The next batch of pairings in one pool: first a ring in which everybody meets two others, then
// again and again the pairs whose order is least certain, until the games of the plan's budget are
// spent. Empty at the end.
std::optional<std::vector<Pairing>> adaptive_round(const StagePlan& plan, const Pool& pool,
                                                   std::uint64_t seed);

// Completes a matching to one of maximum size: mate[v] is the partner of v, or -1. Whoever has a
// partner keeps one, not always the same (Edmonds' blossom algorithm, from Boost.Graph).
void complete_matching(std::vector<int>& mate, const std::function<bool(int, int)>& may_meet);

}  // namespace xttt
