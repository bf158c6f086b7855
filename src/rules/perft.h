#pragma once

#include <cstdint>

#include "rules/position.h"

namespace xttt {

// The number of legal move sequences of exactly `depth` moves; bonus moves count separately. The
// last ply is counted without playing it (bulk counting). Shorter games count nothing.
template <const Variant& V>
std::uint64_t perft(const Position<V>& position, int depth);

}  // namespace xttt
