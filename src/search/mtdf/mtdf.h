#pragma once

#include <memory>

#include "search/searcher.h"

namespace xttt {

// MTD(f) (Plaat, Schaeffer, Pijls & de Bruin, "Best-first fixed-depth minimax algorithms", 1996):
// zero window searches with a transposition table converge to the value of a depth. The first guess
// comes from the previous iteration.
template <const Variant& V, class E>
std::unique_ptr<Searcher<V>> make_mtdf_search(E evaluator, std::size_t hash_mb,
                                              std::chrono::microseconds overhead);

}  // namespace xttt
