#include "eval/threats.h"

#include "rules/variant.h"

namespace xttt::detail {

// Filled at program start, in a fraction of a millisecond. As a constexpr table it would cost
// seconds of compile time and make the WebAssembly module a third larger.
template <const Variant& V>
static std::array<std::uint16_t, std::size_t{1} << V.places()> completing_cells_table() {
    std::array<std::uint16_t, std::size_t{1} << V.places()> table{};
    // All masks that contain a line except for one cell.
    for (const Mask line : kLines<V>) {
        for (Mask cells = line; cells != 0; cells &= cells - 1) {
            const Mask lacking = cells & -cells, held = line & ~lacking;
            const Mask free = kFullMask<V> & ~line;
            Mask others = 0;
            do {
                table[held | others] |= static_cast<std::uint16_t>(lacking);
                others = (others - free) & free;
            } while (others != 0);
        }
    }
    return table;
}

template <const Variant& V>
const std::array<std::uint16_t, std::size_t{1} << V.places()> CompletingCells<V>::kTable =
    completing_cells_table<V>();

#define XTTT_INSTANTIATE(V) template struct CompletingCells<V>;
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt::detail
