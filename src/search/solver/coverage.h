#pragma once

#include <array>
#include <cstdint>

#include "rules/lines.h"

namespace xttt {

namespace detail {

// 128 KiB for N = 4; defined in the .cpp, as a constant, so that only one file computes it.
template <const Variant& V>
struct Coverage {
    static const std::array<std::uint16_t, std::size_t{1} << V.places()> kTable;
};
#define XTTT_DECLARE(V) extern template struct Coverage<V>;
XTTT_FOR_EACH_VARIANT(XTTT_DECLARE)
#undef XTTT_DECLARE

}  // namespace detail

// The union of the lines that avoid `blocked`: the only cells where a mark of the other player can
// still help to win.
template <const Variant& V>
inline Mask lines_avoiding(Mask blocked) {
    return detail::Coverage<V>::kTable[blocked];
}

}  // namespace xttt
