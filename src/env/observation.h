#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "rules/move.h"
#include "rules/position.h"

namespace xttt {

// Every cell of a variant as one number, in reading order: row by row, big board 1 first. An action
// is therefore also the index of its cell in an observation plane. (move_id, which positions use,
// counts small board by small board instead.)
namespace detail {

template <const Variant& V>
struct ActionTables {
    std::array<std::uint16_t, V.cells()> action{};  // by move_id
    std::array<Move, V.cells()> move{};             // by action

    constexpr ActionTables() {
        for (int id = 0; id < V.cells(); ++id) {
            const Move m = move_from_id<V>(id);
            const GridCell at = grid_cell<V>(m);
            const int index = (at.big_board * V.width() + at.row) * V.width() + at.column;
            action[id] = static_cast<std::uint16_t>(index);
            move[index] = m;
        }
    }
};

template <const Variant& V>
inline constexpr ActionTables<V> kActionTables{};

}  // namespace detail

template <const Variant& V>
constexpr int action_of(Move m) {
    return detail::kActionTables<V>.action[move_id<V>(m)];
}
// Requires 0 <= action < V.cells().
template <const Variant& V>
constexpr Move move_of_action(int action) {
    return detail::kActionTables<V>.move[action];
}

// The observation of a position: planes of one byte per cell, 0 or 1, from the view of one player.
// A plane has V.big_boards * V.width() rows of V.width() cells, big board 2 below big board 1, so
// the index of a cell in a plane is its action.
inline constexpr std::array<std::string_view, 8> kPlaneNames{
    "own marks",         "opponent's marks", "own boards",
    "opponent's boards", "drawn boards",     "boards open to the next move",
    "bonus move",        "own turn"};
inline constexpr int kPlanes = static_cast<int>(kPlaneNames.size());

template <const Variant& V>
inline constexpr int kObservationBytes = kPlanes * V.cells();

namespace detail {

// One row of cells of a small board, one byte per bit.
template <const Variant& V>
inline constexpr auto kRowBytes = [] {
    std::array<std::array<std::uint8_t, V.size>, std::size_t{1} << V.size> table{};
    for (std::size_t bits = 0; bits < table.size(); ++bits)
        for (int i = 0; i < V.size; ++i) table[bits][i] = bits >> i & 1;
    return table;
}();

// Writes sets of cells to one plane; cells_of(board) is the set of a small board.
template <const Variant& V, class CellsOf>
inline void write_plane(std::uint8_t* plane, CellsOf&& cells_of) {
    constexpr int n = V.size;
    constexpr Mask row_mask = (Mask{1} << n) - 1;
    for (int board = 0; board < V.small_boards(); ++board) {
        const Mask cells = cells_of(board);
        std::uint8_t* corner = plane + action_of<V>(Move::at(board, 0));
        for (int row = 0; row < n; ++row)
            std::memcpy(corner + row * V.width(),
                        kRowBytes<V>[cells >> (row * n) & row_mask].data(), n);
    }
}

// Rows of a plane are written sixteen bytes at a time, which is more than the rows of some variants
// have. Later rows overwrite the excess, and the last planes are written exactly.
inline constexpr int kRowStore = 16;
inline constexpr auto kByteOfBit = [] {
    std::array<std::array<std::uint8_t, 8>, 256> table{};
    for (std::size_t bits = 0; bits < table.size(); ++bits)
        for (int i = 0; i < 8; ++i) table[bits][i] = bits >> i & 1;
    return table;
}();

inline void store_row(std::uint8_t* row, unsigned bits) {
    std::memcpy(row, kByteOfBit[bits & 255].data(), 8);
    std::memcpy(row + 8, kByteOfBit[bits >> 8 & 255].data(), 8);
}

// The rows of cells of a row of small boards, V.width() bits each, from the cells of each small
// board.
template <const Variant& V>
inline std::array<std::uint16_t, V.size> cell_rows(const std::array<Mask, V.size>& boards) {
    constexpr int n = V.size;
    std::array<std::uint16_t, n> rows{};
    if constexpr (n == 4) {
        // Transposes a 4 x 4 matrix of nibbles by swapping halves.
        std::uint64_t word = boards[0] | std::uint64_t{boards[1]} << 16 |
                             std::uint64_t{boards[2]} << 32 | std::uint64_t{boards[3]} << 48;
        std::uint64_t swap = (word ^ word >> 12) & 0x0000'F0F0'0000'F0F0;
        word ^= swap ^ swap << 12;
        swap = (word ^ word >> 24) & 0x0000'0000'FF00'FF00;
        word ^= swap ^ swap << 24;
        for (int row = 0; row < n; ++row) rows[row] = static_cast<std::uint16_t>(word >> 16 * row);
    } else {
        constexpr Mask row_mask = (Mask{1} << n) - 1;
        for (int row = 0; row < n; ++row)
            for (int column = 0; column < n; ++column)
                rows[row] |= static_cast<std::uint16_t>((boards[column] >> row * n & row_mask)
                                                        << column * n);
    }
    return rows;
}

// The marks of one side. Writes up to kRowStore - V.width() bytes beyond the plane.
template <const Variant& V, Tracking T>
inline void write_marks_plane(std::uint8_t* plane, const Position<V, T>& pos, Side side) {
    constexpr int n = V.size;
    for (int first = 0; first < V.small_boards(); first += n) {
        std::array<Mask, n> boards;
        for (int i = 0; i < n; ++i) boards[i] = pos.marks(side, first + i);
        for (const std::uint16_t row : cell_rows<V>(boards)) {
            store_row(plane, row);
            plane += V.width();
        }
    }
}

// Whole small boards: all rows of cells in a row of small boards are equal. Also writes beyond the
// plane.
template <const Variant& V>
inline void write_boards_plane(std::uint8_t* plane, BoardSet boards) {
    constexpr int n = V.size;
    static constexpr auto kRows = [] {
        std::array<std::array<std::uint8_t, kRowStore>, std::size_t{1} << n> table{};
        for (std::size_t bits = 0; bits < table.size(); ++bits)
            for (int i = 0; i < V.width(); ++i) table[bits][i] = bits >> i / n & 1;
        return table;
    }();
    for (int row = 0; row < V.big_boards * n; ++row, boards >>= n) {
        const auto& bytes = kRows[boards & ((1u << n) - 1)];
        for (int copy = 0; copy < n; ++copy, plane += V.width())
            std::memcpy(plane, bytes.data(), kRowStore);
    }
}

template <const Variant& V, Tracking T>
BoardSet open_boards(const Position<V, T>& pos) {
    BoardSet boards = 0;
    for (int b = 0; b < V.small_boards(); ++b) boards |= BoardSet{pos.is_open(b)} << b;
    return boards;
}

// The same if the open small boards are already known.
template <const Variant& V, Tracking T>
BoardSet target_boards(const Position<V, T>& pos, BoardSet open) {
    if (pos.over()) return 0;
    if (!pos.is_bound()) return open;
    BoardSet bound = 0;
    for (int b = pos.bound_place(); b < V.small_boards(); b += V.places())
        bound |= BoardSet{1} << b;
    return open & bound;
}

}  // namespace detail

// The small boards open to the next move; none once the game is over.
template <const Variant& V, Tracking T>
BoardSet target_boards(const Position<V, T>& pos) {
    return detail::target_boards(pos, detail::open_boards(pos));
}

// The legal actions: V.cells() bytes of 0 and 1.
template <const Variant& V, Tracking T>
inline void write_mask(const Position<V, T>& pos, std::uint8_t* mask) {
    if (!pos.is_bound() || pos.over()) [[unlikely]] {
        const CellSet<V> legal = pos.legal_moves();
        detail::write_plane<V>(mask, [&](int b) { return legal.board(b); });
        return;
    }
    constexpr int n = V.size;
    constexpr Mask row_mask = (Mask{1} << n) - 1;
    std::memset(mask, 0, V.cells());
    Mask cells = pos.bound_cells();
    for (int b = pos.bound_place(); b < V.small_boards(); b += V.places(), cells >>= V.places()) {
        std::uint8_t* corner = mask + action_of<V>(Move::at(b, 0));
        for (int row = 0; row < n; ++row)
            std::memcpy(corner + row * V.width(),
                        detail::kRowBytes<V>[cells >> (row * n) & row_mask].data(), n);
    }
}

// Writes kObservationBytes<V> bytes.
template <const Variant& V, Tracking T>
inline void write_observation(const Position<V, T>& pos, Side view, std::uint8_t* planes) {
    // The order matters: see kRowStore.
    constexpr int cells = V.cells();
    static_assert(V.width() <= detail::kRowStore && 2 * cells >= detail::kRowStore);
    const Side other = opponent(view);
    const BoardSet open = detail::open_boards(pos);
    const BoardSet closed = ~open & ((BoardSet{1} << V.small_boards()) - 1);
    detail::write_marks_plane(planes, pos, view);
    detail::write_marks_plane(planes + cells, pos, other);
    detail::write_boards_plane<V>(planes + 2 * cells, pos.won(view));
    detail::write_boards_plane<V>(planes + 3 * cells, pos.won(other));
    detail::write_boards_plane<V>(planes + 4 * cells, closed & ~(pos.won(view) | pos.won(other)));
    detail::write_boards_plane<V>(planes + 5 * cells, detail::target_boards(pos, open));
    std::memset(planes + 6 * cells, pos.is_bonus_move(), cells);
    std::memset(planes + 7 * cells, !pos.over() && pos.side_to_move() == view, cells);
}

}  // namespace xttt
