#include "eval/threats.h"

#include "rules/variant.h"

namespace xttt::detail {

template <const Variant& V>
const std::array<std::uint16_t, std::size_t{1} << V.places()> CompletingCells<V>::kTable = [] {
    std::array<std::uint16_t, std::size_t{1} << V.places()> table{};
#if defined(__wasm__)
    // A browser fills the table in less time than it would load it: a quarter of the module. What
    // is volatile is not computed by the compiler.
    const volatile bool at_run_time = true;
    if (!at_run_time) return table;
#endif
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
}();

#define XTTT_INSTANTIATE(V) template struct CompletingCells<V>;
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt::detail
