#include "eval/threats.h"

#include <bit>

#include "rules/instantiate.h"

namespace xttt::detail {

template <const Variant& V>
constinit const std::array<std::uint16_t, std::size_t{1} << V.places()> CompletingCells<V>::kTable =
    [] {
        std::array<std::uint16_t, std::size_t{1} << V.places()> table{};
        for (Mask own = 0; own < table.size(); ++own) {
            for (const Mask line : kLines<V>) {
                const Mask lacking = line & ~own;
                if (std::has_single_bit(lacking)) table[own] |= static_cast<std::uint16_t>(lacking);
            }
        }
        return table;
    }();

#define XTTT_INSTANTIATE(V) template struct CompletingCells<V>;
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)

}  // namespace xttt::detail
