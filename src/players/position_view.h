#pragma once

#include <cassert>
#include <cstddef>

#include "rules/position.h"

namespace xttt {

// A position of a variant that only its reader knows as a type. Refers to it, and costs nothing.
class PositionView {
public:
    template <const Variant& V>
    PositionView(const Position<V>& position) : variant_(&V), position_(&position) {}

    const Variant& variant() const { return *variant_; }
    // Requires &V == &variant().
    template <const Variant& V>
    const Position<V>& as() const {
        assert(variant_ == &V);
        return *static_cast<const Position<V>*>(position_);
    }

private:
    const Variant* variant_;
    const void* position_;
};

// Calls f with the position as its own type: f(const Position<V>&), for whichever V it is. f must
// return the same type for all.
template <std::size_t I = 0, class F>
auto visit_position(PositionView view, F&& f) {
    if constexpr (I + 1 < kVariants.size())
        if (&view.variant() != kVariants[I]) return visit_position<I + 1>(view, f);
    return f(view.as<*kVariants[I]>());
}

}  // namespace xttt
