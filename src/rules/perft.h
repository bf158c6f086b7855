#pragma once

#include <cstdint>

#include "rules/position.h"

namespace xttt {

// The number of legal move sequences of exactly `depth` moves (a bonus move is a move of its own).
// The last ply is counted, not played. A game that ends early counts nothing further down.
template <const Variant& V>
std::uint64_t perft(const Position<V>& position, int depth);

}  // namespace xttt
