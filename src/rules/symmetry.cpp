#include "rules/symmetry.h"

#include <algorithm>
#include <bit>

namespace xttt::detail {

// The lines must be symmetric too. With rows but no columns, for example, they would not be.
template <const Variant& V>
constexpr bool lines_are_symmetric() {
    for (int number = 0; number < 8; ++number)
        for (const Mask line : kLines<V>)
            if (std::ranges::find(kLines<V>, Symmetry<V>(number)(line)) == kLines<V>.end())
                return false;
    return true;
}

template <const Variant& V>
constinit const std::array<std::array<std::array<std::uint16_t, 256>, ByteImages<V>::kBytes>, 8>
    ByteImages<V>::kTable = [] {
        static_assert(lines_are_symmetric<V>());
        std::array<std::array<std::array<std::uint16_t, 256>, kBytes>, 8> table{};
        for (int number = 0; number < 8; ++number)
            for (int byte = 0; byte < kBytes; ++byte)
                for (unsigned bits = 1; bits < 256; ++bits) {
                    const int cell = 8 * byte + std::countr_zero(bits);
                    if (cell >= V.places()) continue;
                    table[number][byte][bits] =
                        static_cast<std::uint16_t>(table[number][byte][bits & (bits - 1)] |
                                                   1u << Symmetry<V>(number).place(cell));
                }
        return table;
    }();

#define XTTT_INSTANTIATE(V) template struct ByteImages<V>;
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt::detail
