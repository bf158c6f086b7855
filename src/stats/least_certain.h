#pragma once

#include <utility>
#include <vector>

#include "stats/ratings.h"

namespace xttt {

// Two players whose order is in doubt, the better-looking one first.
struct UncertainPair {
    int better;
    int worse;
    double certainty;  // probability from 1/2 to 1 that this order is right
};

// Up to `count` pairs, the least certain order first: where the next games tell most. Among equally
// uncertain ones, those who are known less (wider interval of their difference) come first, then
// the better placed, then lower numbers. With many players only pairs near each other in the
// ranking are looked at; others are seldom in doubt.
std::vector<UncertainPair> least_certain_pairs(const Ratings& ratings, int count);

}  // namespace xttt
