#pragma once

#include <optional>
#include <vector>

#include "tournament/schedule/pools.h"

namespace xttt {

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

}  // namespace xttt
