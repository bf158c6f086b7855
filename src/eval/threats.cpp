#include "eval/threats.h"

#include "rules/instantiate.h"

namespace xttt::detail {

template <const Variant& V>
CompletingCells<V>::CompletingCells() : cells{} {
    for (Mask own = 0; own < cells.size(); ++own)
        for (const Mask line : kLines<V>) {
            const Mask lacking = line & ~own;
            if (std::has_single_bit(lacking)) cells[own] |= static_cast<std::uint16_t>(lacking);
        }
}

template <const Variant& V>
const CompletingCells<V> kCompletingCells{};

#define XTTT_INSTANTIATE(V) template const CompletingCells<V> kCompletingCells<V>;
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)

}  // namespace xttt::detail
