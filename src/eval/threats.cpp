#include "eval/threats.h"

#include "rules/variant.h"

namespace xttt::detail {

// Filled when the program starts: in a fraction of a millisecond, while the compiler would take
// seconds and a page would load a third more. So it is no constexpr function.
template <const Variant& V>
static std::array<std::uint16_t, std::size_t{1} << V.places()> completing_cells_table() {
    std::array<std::uint16_t, std::size_t{1} << V.places()> table{};
    // Every mask that holds all of a line but one cell.
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
