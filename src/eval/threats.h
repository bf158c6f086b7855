#pragma once

#include <array>
#include <cstdint>

#include "rules/position.h"

namespace xttt {

namespace detail {

// For each mask of one player's marks: the cells that would complete a line. 128 KiB for N = 4.
// Filled before main.
template <const Variant& V>
struct CompletingCells {
    static const std::array<std::uint16_t, std::size_t{1} << V.places()> kTable;
};
#define XTTT_DECLARE(V) extern template struct CompletingCells<V>;
XTTT_FOR_EACH_VARIANT(XTTT_DECLARE)
#undef XTTT_DECLARE

}  // namespace detail

// The cells that complete a line for a player with the marks `own` in a small board, whether they
// are empty or not.
template <const Variant& V>
inline Mask completing_cells(Mask own) {
    return detail::CompletingCells<V>::kTable[own];
}

// The empty cells of an open small board that win it for `side` at once.
template <const Variant& V, Tracking T>
inline Mask winning_cells(const Position<V, T>& pos, Side side, int board) {
    return completing_cells<V>(pos.marks(side, board)) & pos.playable().board(board);
}

// The places where at least one board is in the set, and where all boards are.
template <const Variant& V>
constexpr Mask places_any(BoardSet boards) {
    if constexpr (V.big_boards == 1) return boards;
    return (boards | boards >> V.places()) & kFullMask<V>;
}
template <const Variant& V>
constexpr Mask places_all(BoardSet boards) {
    if constexpr (V.big_boards == 1) return boards;
    return boards & boards >> V.places() & kFullMask<V>;
}

}  // namespace xttt
