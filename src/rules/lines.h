#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "rules/variant.h"

namespace xttt {

// A set of cells of one small board, or of small boards of one big board: bit row * N + column.
using Mask = std::uint32_t;

template <const Variant& V>
inline constexpr Mask kFullMask = (Mask{1} << V.places()) - 1;

namespace detail {

constexpr std::vector<Mask> make_lines(const Variant& v) {
    const int n = v.size;
    const auto bit = [n](int row, int column) { return Mask{1} << (row * n + column); };
    std::vector<Mask> lines;
    for (int i = 0; i < n; ++i) {
        Mask row = 0, column = 0;
        for (int j = 0; j < n; ++j) {
            row |= bit(i, j);
            column |= bit(j, i);
        }
        if (contains(v.lines, LineKinds::Rows)) lines.push_back(row);
        if (contains(v.lines, LineKinds::Columns)) lines.push_back(column);
    }
    if (contains(v.lines, LineKinds::Diagonals)) {
        Mask down = 0, up = 0;
        for (int i = 0; i < n; ++i) {
            down |= bit(i, i);
            up |= bit(i, n - 1 - i);
        }
        lines.push_back(down);
        lines.push_back(up);
    }
    // A diamond is the four orthogonal neighbours of an inner cell, without the cell itself.
    if (contains(v.lines, LineKinds::Diamonds)) {
        for (int r = 1; r + 1 < n; ++r)
            for (int c = 1; c + 1 < n; ++c)
                lines.push_back(bit(r - 1, c) | bit(r + 1, c) | bit(r, c - 1) | bit(r, c + 1));
    }
    return lines;
}

template <const Variant& V>
constexpr auto lines_array() {
    std::array<Mask, make_lines(V).size()> out{};
    const auto lines = make_lines(V);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = lines[i];
    return out;
}

}  // namespace detail

// The winning lines of V, as masks.
template <const Variant& V>
inline constexpr auto kLines = detail::lines_array<V>();

namespace detail {

// One bit for each of the 2^(N*N) masks: 8 KiB for N = 4, which fits into the L1 cache. Defined in
// lines.cpp, so that only one translation unit computes it.
template <const Variant& V>
struct [[gnu::visibility("hidden")]] WinTable {
    static const std::array<std::uint32_t, (std::size_t{1} << V.places()) / 32> kBits;
};
#define XTTT_DECLARE(V) extern template struct WinTable<V>;
XTTT_FOR_EACH_VARIANT(XTTT_DECLARE)
#undef XTTT_DECLARE

}  // namespace detail

// Whether the marks contain a complete line.
template <const Variant& V>
constexpr bool has_line(Mask marks) {
    if consteval {
        for (const Mask line : kLines<V>)
            if ((marks & line) == line) return true;
        return false;
    }
    return ((detail::WinTable<V>::kBits[marks / 32] >> (marks % 32)) & 1) != 0;
}

}  // namespace xttt
