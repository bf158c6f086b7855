#pragma once

#include <cstdint>
#include <memory>

#include "search/searcher.h"

namespace xttt {

// Any legal move with equal chance.
template <const Variant& V>
std::unique_ptr<Searcher<V>> make_random_search(std::uint64_t seed);

// The move that looks best at once: a line, else a small board by its points, else one that stops
// the opponent from winning the board, and no better reply for the opponent than need be; chance
// decides between equals.
template <const Variant& V>
std::unique_ptr<Searcher<V>> make_greedy_search(std::uint64_t seed);

}  // namespace xttt
