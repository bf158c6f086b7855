#pragma once

#include <bit>
#include <compare>
#include <cstdint>

#include "rules/variant.h"

namespace xttt {

enum class Side : std::uint8_t { X = 0, O = 1 };

constexpr Side opponent(Side side) {
    return static_cast<Side>(static_cast<std::uint8_t>(side) ^ 1);
}
constexpr int index(Side side) {
    return static_cast<int>(side);
}
constexpr char letter(Side side) {
    return side == Side::X ? 'x' : 'o';
}

// One cell to mark. `board` counts small boards in reading order (big board 1 first), `cell` the
// cells inside it; both from 0. The cell also determines the place of the next small board.
struct Move {
    std::uint8_t board = 0xff;
    std::uint8_t cell = 0xff;

    // Builds both bytes in one register. After two one-byte stores, a read of the whole move would
    // stall until both are in the cache (no store forwarding).
    static constexpr Move at(int board, int cell) {
        const int low = std::endian::native == std::endian::little ? board : cell;
        const int high = std::endian::native == std::endian::little ? cell : board;
        return std::bit_cast<Move>(static_cast<std::uint16_t>(low | high << 8));
    }

    constexpr bool is_none() const { return board == 0xff; }
    constexpr auto operator<=>(const Move&) const = default;
};

inline constexpr Move kNoMove{};

// Moves as one number in [0, V.cells()): small board by small board.
template <const Variant& V>
constexpr int move_id(Move m) {
    return m.board * V.places() + m.cell;
}
template <const Variant& V>
constexpr Move move_from_id(int id) {
    return Move::at(id / V.places(), id % V.places());
}

// The coordinates of a move on the displayed grid, from 0.
struct GridCell {
    int big_board;
    int row;
    int column;
    constexpr bool operator==(const GridCell&) const = default;
};

template <const Variant& V>
constexpr GridCell grid_cell(Move m) {
    const int n = V.size, place = m.board % V.places();
    return {m.board / V.places(), place / n * n + m.cell / n, place % n * n + m.cell % n};
}
template <const Variant& V>
constexpr Move move_at(GridCell at) {
    const int n = V.size;
    const int board = at.big_board * V.places() + at.row / n * n + at.column / n;
    return Move::at(board, at.row % n * n + at.column % n);
}

}  // namespace xttt
