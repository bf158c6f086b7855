#pragma once

#include <array>
#include <cstdint>

#include "rules/variant.h"

namespace xttt::nnue {

// Where small boards are few and small, every content of each of them is a feature of its own, in
// addition to its marks and prospects: these follow from it, so all are summed up as one row.
template <const Variant& V>
inline constexpr bool kHasContents = V.cells() <= 81;

// The contents of a small board in the view of one player, as numbers.
template <const Variant& V>
struct Contents {
    // Of an open small board: a digit of base three for each cell.
    static constexpr int kOpen = [] {
        int count = 1;
        for (int c = 0; kHasContents<V> && c < V.places(); ++c) count *= 3;
        return count;
    }();
    // Of a closed one only the end matters.
    static constexpr int kWonByOwn = kOpen, kWonByOther = kOpen + 1, kDrawn = kOpen + 2;
    static constexpr int kCount = kOpen + 3;

    static int open(Mask own, Mask other) { return kMarks[own] + 2 * kMarks[other]; }

private:
    static constexpr auto kMarks = [] {
        std::array<std::uint16_t, kHasContents<V> ? std::size_t{1} << V.places() : 1> table{};
        for (std::size_t mask = 0; mask < table.size(); ++mask)
            for (int c = 0, digit = 1; c < V.places() && kHasContents<V>; ++c, digit *= 3)
                if ((mask >> c & 1) != 0)
                    table[mask] = static_cast<std::uint16_t>(table[mask] + digit);
        return table;
    }();
};

}  // namespace xttt::nnue
