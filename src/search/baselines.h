#pragma once

#include <chrono>
#include <cstdint>
#include <memory>

#include "eval/handcrafted/lines.h"
#include "search/searcher.h"

// Simple searches, as opponents and references for the playing search (pvs/pvs.h).

namespace xttt {

// A uniformly random legal move.
template <const Variant& V>
std::unique_ptr<Searcher<V>> make_random_search(std::uint64_t seed);

// Looks one ply ahead. The score of a move is the points of the small board it wins, plus half of
// those it keeps the opponent from winning, minus the best small board it lets the opponent win
// next. A line outranks everything. Ties are broken at random.
template <const Variant& V>
std::unique_ptr<Searcher<V>> make_greedy_search(std::uint64_t seed);

// The two textbook searches, without transposition table, pruning heuristics or extensions.
//   minimax    searches every variation to the full depth
//   alphabeta  skips moves that cannot change the value (Knuth & Moore, "An analysis of alpha-beta
//   pruning",
//              1975); same value, about the square root of the nodes
// Both deepen iteratively and try the best move of the previous depth first at the root.
enum class PlainKind { Minimax, AlphaBeta };

template <const Variant& V, class E>
std::unique_ptr<Searcher<V>> make_plain_search(PlainKind kind, E evaluator,
                                               std::chrono::microseconds overhead);

// MTD(f) (Plaat, Schaeffer, Pijls & de Bruin, "Best-first fixed-depth minimax algorithms", 1996):
// zero-window searches with a transposition table converge to the value of each depth. The first
// guess is the value of the previous iteration.
template <const Variant& V, class E>
std::unique_ptr<Searcher<V>> make_mtdf_search(E evaluator, std::size_t hash_mb,
                                              std::chrono::microseconds overhead);

}  // namespace xttt
