#pragma once

#include <memory>

#include "eval/handcrafted/lines.h"
#include "search/searcher.h"

namespace xttt {

// The two textbook searches, without a table and without selectivity: what others are measured by.
//   minimax    visits every variation to the full depth
//   alphabeta  prunes what cannot matter (Knuth & Moore, "An analysis of alpha-beta pruning",
//              1975); same value, about the square root of the visits
// Both deepen iteratively and try the best move of the previous depth first at the root.
enum class PlainKind { Minimax, AlphaBeta };

template <const Variant& V, class E>
std::unique_ptr<Searcher<V>> make_plain_search(PlainKind kind, E evaluator,
                                               std::chrono::microseconds overhead);

}  // namespace xttt
