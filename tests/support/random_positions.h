#pragma once

#include <cstdint>

#include "base/random.h"
#include "rules/position.h"

namespace xttt::test {

// A position that is not over, `plies` random moves from the start (fewer if games end sooner).
template <const Variant& V>
Position<V> random_position(Random& random, int plies) {
    Position<V> pos, before;
    for (int i = 0; i < plies && !pos.over(); ++i) {
        before = pos;
        pos.play(pos.nth_legal(random.below(static_cast<std::uint32_t>(pos.legal_count()))));
    }
    return pos.over() ? before : pos;
}

// A position that is not over, from anywhere in a random game.
template <const Variant& V>
Position<V> random_position(Random& random) {
    return random_position<V>(random, static_cast<int>(random.below(V.cells())));
}

}  // namespace xttt::test
