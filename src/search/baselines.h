#pragma once

#include <chrono>
#include <cstdint>
#include <memory>

#include "eval/handcrafted/lines.h"
#include "search/searcher.h"

// The searches that the playing search (pvs/pvs.h) is measured against.

namespace xttt {

// Any legal move with equal chance.
template <const Variant& V>
std::unique_ptr<Searcher<V>> make_random_search(std::uint64_t seed);

// The move that looks best at once: a line, else a small board by its points, else one that stops
// the opponent from winning the board, and no better reply for the opponent than need be; chance
// decides between equals.
template <const Variant& V>
std::unique_ptr<Searcher<V>> make_greedy_search(std::uint64_t seed);

// The two textbook searches, without a table and without selectivity: what others are measured by.
//   minimax    visits every variation to the full depth
//   alphabeta  prunes what cannot matter (Knuth & Moore, "An analysis of alpha-beta pruning",
//              1975); same value, about the square root of the visits
// Both deepen iteratively and try the best move of the previous depth first at the root.
enum class PlainKind { Minimax, AlphaBeta };

template <const Variant& V, class E>
std::unique_ptr<Searcher<V>> make_plain_search(PlainKind kind, E evaluator,
                                               std::chrono::microseconds overhead);

// MTD(f) (Plaat, Schaeffer, Pijls & de Bruin, "Best-first fixed-depth minimax algorithms", 1996):
// zero window searches with a transposition table converge to the value of a depth. The first guess
// comes from the previous iteration.
template <const Variant& V, class E>
std::unique_ptr<Searcher<V>> make_mtdf_search(E evaluator, std::size_t hash_mb,
                                              std::chrono::microseconds overhead);

}  // namespace xttt
