#include "rules/lines.h"

namespace xttt::detail {

template <const Variant& V>
constinit const std::array<std::uint32_t, (std::size_t{1} << V.places()) / 32> WinTable<V>::kBits =
    [] {
        std::array<std::uint32_t, (std::size_t{1} << V.places()) / 32> bits{};
        for (const Mask line : kLines<V>) {
            // Each word covers 32 masks with the same upper bits, so all words share one pattern of
            // lower bits.
            std::uint32_t pattern = 0;
            for (Mask low = 0; low < 32; ++low)
                if ((line & 31 & ~low) == 0) pattern |= std::uint32_t{1} << low;
            for (Mask high = 0; high < bits.size(); ++high)
                if ((line >> 5 & ~high) == 0) bits[high] |= pattern;
        }
        return bits;
    }();

#define XTTT_INSTANTIATE(V) template struct WinTable<V>;
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt::detail
