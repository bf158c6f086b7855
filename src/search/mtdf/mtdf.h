#pragma once

#include <memory>

#include "search/searcher.h"

namespace xttt {

// MTD(f) (Plaat, Schaeffer, Pijls & de Bruin, "Best-first fixed-depth minimax algorithms", 1996):
// the value of a depth is closed in on by searches with an empty window, each of which remembers
// what it proved in a transposition table. Iterative deepening gives the first guess.
template <const Variant& V, class E>
std::unique_ptr<Searcher<V>> make_mtdf_search(E evaluator, std::size_t hash_mb,
                                              std::chrono::microseconds overhead);

}  // namespace xttt
