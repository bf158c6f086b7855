#pragma once

#include "base/random.h"
#include "rules/position.h"

namespace xttt::test {

// A position of a random game, not over, with at most `cells` playable cells.
template <const Variant& V>
Position<V> late_position(Random& random, int cells) {
    for (;;) {
        auto pos = Position<V>::initial();
        while (!pos.over() && pos.playable().size() > cells)
            pos.play(pos.nth_legal(random.below(static_cast<std::uint32_t>(pos.legal_count()))));
        if (!pos.over()) return pos;
    }
}

}  // namespace xttt::test
