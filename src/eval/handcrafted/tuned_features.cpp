#include "eval/handcrafted/tuned_features.h"

#include <utility>

namespace xttt::tuned {
namespace {

// The same levels in canonical order, the lowest in the highest bits: the smallest code with these
// levels.
template <const Variant& V>
constexpr int sorted_code(int code) {
    int sorted = 0, at = V.size;
    for (int level = 0; level < kLevels; ++level)
        for (int i = 0; i < V.size; ++i)
            if ((code >> kLevelBits * i & (kLevels - 1)) == level)
                sorted |= level << kLevelBits * --at;
    return sorted;
}

}  // namespace

template <const Variant& V>
constinit const std::array<std::uint16_t, kLineCodes<V>> LineFeatures<V>::kOf = [] {
    std::array<std::uint16_t, kLineCodes<V>> of{};
    int count = 1;
    for (int code = 0; code < kLineCodes<V>; ++code) {
        const int sorted = sorted_code<V>(code);
        if (sorted >> kLevelBits * (V.size - 1) == kLost) continue;
        of[code] = sorted == code ? static_cast<std::uint16_t>(count++) : of[sorted];
    }
    if (count != kCount) std::unreachable();  // a compile-time error: the table is constant
    return of;
}();

#define XTTT_INSTANTIATE(V) template struct LineFeatures<V>;
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt::tuned
