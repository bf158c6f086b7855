#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "rules/move.h"
#include "rules/position.h"

namespace xttt {

// Every cell of a variant as one number, in reading order: rows from the top, each from the left,
// big board 1 first. So an action is also the index of its cell in an observation plane. (move_id
// counts small board by small board instead, which is how positions store them.)
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

// What a learner sees of a position: planes of one byte per cell, 0 or 1, from the view of one
// player. A plane has V.big_boards * V.width() rows of V.width() cells, big board 2 below big
// board 1, so that a cell's index in it is its action.
inline constexpr std::array<std::string_view, 8> kPlaneNames{"own marks",
                                                             "opponent's marks",
                                                             "boards won by the viewer",
                                                             "boards won by the opponent",
                                                             "boards drawn",
                                                             "boards the next move may go to",
                                                             "bonus move",
                                                             "viewer to move"};
inline constexpr int kPlanes = static_cast<int>(kPlaneNames.size());

template <const Variant& V>
inline constexpr int kObservationBytes = kPlanes * V.cells();

namespace detail {

// One row of cells of a small board, a byte for each bit.
template <const Variant& V>
inline constexpr auto kRowBytes = [] {
    std::array<std::array<std::uint8_t, V.size>, std::size_t{1} << V.size> table{};
    for (std::size_t bits = 0; bits < table.size(); ++bits)
        for (int i = 0; i < V.size; ++i) table[bits][i] = bits >> i & 1;
    return table;
}();

// Spreads sets of cells over one plane; cells_of(board) is the set of a small board.
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

// Whole small boards: all rows of cells of a row of small boards are alike.
template <const Variant& V>
inline void write_boards_plane(std::uint8_t* plane, BoardSet boards) {
    constexpr int n = V.size;
    for (int row = 0; row < V.big_boards * n; ++row) {
        std::uint8_t* first = plane + row * n * V.width();
        for (int column = 0; column < n; ++column)
            std::memset(first + column * n, boards >> (row * n + column) & 1, n);
        for (int copy = 1; copy < n; ++copy)
            std::memcpy(first + copy * V.width(), first, V.width());
    }
}

template <const Variant& V, Tracking T>
BoardSet open_boards(const Position<V, T>& pos) {
    BoardSet boards = 0;
    for (int b = 0; b < V.small_boards(); ++b) boards |= BoardSet{pos.is_open(b)} << b;
    return boards;
}

}  // namespace detail

// The small boards the next move may go to; none once the game is over.
template <const Variant& V, Tracking T>
BoardSet target_boards(const Position<V, T>& pos) {
    if (pos.over()) return 0;
    const BoardSet open = detail::open_boards(pos);
    if (!pos.is_bound()) return open;
    BoardSet bound = 0;
    for (int b = pos.bound_place(); b < V.small_boards(); b += V.places())
        bound |= BoardSet{1} << b;
    return open & bound;
}

// The legal actions, a byte each: V.cells() bytes of 0 and 1.
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

// kObservationBytes<V> bytes.
template <const Variant& V, Tracking T>
inline void write_observation(const Position<V, T>& pos, Side view, std::uint8_t* planes) {
    constexpr int cells = V.cells();
    const Side other = opponent(view);
    detail::write_plane<V>(planes, [&](int b) { return pos.marks(view, b); });
    detail::write_plane<V>(planes + cells, [&](int b) { return pos.marks(other, b); });
    detail::write_boards_plane<V>(planes + 2 * cells, pos.won(view));
    detail::write_boards_plane<V>(planes + 3 * cells, pos.won(other));
    BoardSet drawn = 0;
    for (int b = 0; b < V.small_boards(); ++b) drawn |= BoardSet{pos.is_drawn(b)} << b;
    detail::write_boards_plane<V>(planes + 4 * cells, drawn);
    detail::write_boards_plane<V>(planes + 5 * cells, target_boards(pos));
    std::memset(planes + 6 * cells, pos.is_bonus_move(), cells);
    std::memset(planes + 7 * cells, !pos.over() && pos.side_to_move() == view, cells);
}

}  // namespace xttt
