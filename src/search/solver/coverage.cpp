#include "search/solver/coverage.h"

#include "rules/variant.h"

namespace xttt::detail {

template <const Variant& V>
constinit const std::array<std::uint16_t, std::size_t{1} << V.places()> Coverage<V>::kTable = [] {
    std::array<std::uint16_t, std::size_t{1} << V.places()> table{};
    for (Mask blocked = 0; blocked < table.size(); ++blocked)
        for (const Mask line : kLines<V>)
            if ((line & blocked) == 0) table[blocked] |= static_cast<std::uint16_t>(line);
    return table;
}();

#define XTTT_INSTANTIATE(V) template struct Coverage<V>;
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt::detail
