#pragma once

#include <functional>
#include <span>
#include <vector>

#include "rules/position.h"
#include "search/searcher.h"
#include "search/stopper.h"

namespace xttt {

// A root move with the result of its latest completed search.
struct RootMove {
    Move move;
    Score score = -kInfinite;
    std::vector<Move> pv;
};

// How a search of the root ended.
struct RootOutcome {
    bool finished = true;       // false: stopped; the root moves keep their previous results
    bool depth_limited = true;  // false: all variations reached the end of the game
};

// The root moves of a search, in generation order. Near the start of the game and with MultiPV 1,
// only one of several symmetric moves: 36 instead of 256 first moves in `extreme`.
template <const Variant& V>
std::vector<RootMove> root_moves(const Position<V>& pos, const SearchLimits& limits);

// Iterative deepening over the root moves: calls search_root(candidates, depth) with increasing
// depth until a limit is reached. search_root moves the best candidate to the front, with its score
// and principal variation; with MultiPV it is called once for each variation, with the remaining
// moves. `fill` completes a report with the search's own figures (nodes, seldepth, hashfull).
// Defined for all variants and evaluations at once, because it runs once per depth.
SearchReport deepen(std::vector<RootMove> moves, const SearchLimits& limits, Stopper& stopper,
                    const ReportFunction& report,
                    const std::function<RootOutcome(std::span<RootMove>, int)>& search_root,
                    const std::function<void(SearchReport&)>& fill);

}  // namespace xttt
