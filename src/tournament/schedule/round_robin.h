#pragma once

#include <vector>

#include "tournament/schedule/pairing.h"

namespace xttt {

// Everybody against everybody, in an order in which each waits as short as can be for the next
// game (the circle method); everybody is first about as often as second.
std::vector<Pairing> round_robin(int entrants);

// Each of the first `challengers` against all the others that are no challengers.
std::vector<Pairing> gauntlet(int entrants, int challengers);

}  // namespace xttt
