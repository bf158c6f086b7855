#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "search/make_searcher.h"

namespace xttt {

// All settings that determine self-play games. Games are numbered; each depends only on its number
// and the recipe, not on where or when it is played.
struct SelfPlayRecipe {
    SearchOptions search{.evaluation = "tuned", .hash_mb = 1};
    std::uint64_t nodes = 500;   // per search
    int opening_min = 2;         // minimum number of random opening moves
    int opening_max = 20;        // maximum
    double random_share = 0.02;  // probability of a random move after the opening
    double temperature = 0;      // in points, of the random choice among good moves
    int temperature_plies = 30;  // ply after which the temperature is 0
    // FENs of the start positions, chosen at random; empty: the usual start
    std::vector<std::string> openings;
    std::uint64_t seed = 1;
};

// A hash of the recipe: equal recipes give equal games.
std::uint64_t recipe_number(const SelfPlayRecipe& recipe);

}  // namespace xttt
