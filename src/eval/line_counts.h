#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "rules/lines.h"

namespace xttt {

// The number of marks on every line of a small board, four bits per line. One table for each half
// of the mask: 4 KiB, which stay in the L1 cache.
template <const Variant& V>
struct LineCounts {
    static_assert(kLines<V>.size() <= 16 && V.places() <= 16);
    std::array<std::array<std::uint64_t, 256>, 2> half{};

    constexpr LineCounts() {
        for (int h = 0; h < 2; ++h)
            for (Mask m = 0; m < 256; ++m)
                for (std::size_t l = 0; l < kLines<V>.size(); ++l)
                    half[h][m] |=
                        static_cast<std::uint64_t>(std::popcount(kLines<V>[l] & (m << 8 * h)))
                        << 4 * l;
    }
    constexpr std::uint64_t of(Mask marks) const {
        return half[0][marks & 255] + half[1][marks >> 8];
    }
};
template <const Variant& V>
inline constexpr LineCounts<V> kLineCounts{};

// The lowest of the four bits of each line.
template <const Variant& V>
inline constexpr std::uint64_t kLineOnes = [] {
    std::uint64_t ones = 0;
    for (std::size_t l = 0; l < kLines<V>.size(); ++l) ones |= std::uint64_t{1} << 4 * l;
    return ones;
}();

// For each cell, the lines through it, as kLineOnes: what a mark there adds to the counts.
template <const Variant& V>
inline constexpr auto kLinesThrough = [] {
    std::array<std::uint64_t, V.places()> through{};
    for (int c = 0; c < V.places(); ++c) through[c] = kLineCounts<V>.of(Mask{1} << c);
    return through;
}();

// The lines (of those in `among`, as kLineOnes) that hold exactly K marks. A whole line of four
// counts as none: no mark of the other side can lie on it, and an open board has none.
template <int K>
constexpr std::uint64_t lines_with(std::uint64_t counts, std::uint64_t among) {
    const std::uint64_t low = (K & 1) != 0 ? counts : ~counts;
    const std::uint64_t high = (K & 2) != 0 ? counts >> 1 : ~(counts >> 1);
    return low & high & among;
}

}  // namespace xttt
