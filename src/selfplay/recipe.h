#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "search/make_searcher.h"

namespace xttt {

// Everything that decides how the engine plays against itself. Games are numbered, and each depends
// on its number and the recipe alone, wherever and whenever it is played.
struct SelfPlayRecipe {
    SearchOptions search{.evaluation = "tuned", .hash_mb = 1};
    std::uint64_t nodes = 500;   // of each search
    int opening_min = 2;         // random moves before the first search, at least
    int opening_max = 20;        // and at most
    double random_share = 0.02;  // of later moves that are random too
    double temperature = 0;      // in points: how much worse a move may be to be played at times
    int temperature_plies = 30;  // up to this many marks on the boards
    std::vector<std::string> openings;  // FENs to start from, drawn by lot; empty: the start
    std::uint64_t seed = 1;
};

// The whole recipe as one number: equal recipes, equal games.
std::uint64_t recipe_number(const SelfPlayRecipe& recipe);

}  // namespace xttt
