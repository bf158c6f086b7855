#pragma once

#include <string>
#include <vector>

#include "reference/game.h"
#include "rules/position.h"

// Positions in the words of the reference and of the recorded games.
namespace xttt::test {

template <const Variant& V>
reference::Cell cell_of(Move m) {
    const GridCell at = grid_cell<V>(m);
    return {at.big_board, at.row, at.column};
}

template <const Variant& V>
std::vector<reference::Cell> legal_cells(const Position<V>& pos) {
    std::vector<reference::Cell> cells;
    pos.for_each_legal([&](Move m) { cells.push_back(cell_of<V>(m)); });
    return cells;
}

// The state of every small board: 'x', 'o', 'd' drawn, '-' open.
template <const Variant& V>
std::string board_states(const Position<V>& pos) {
    std::string states;
    for (int b = 0; b < V.small_boards(); ++b) {
        const auto winner = pos.board_winner(b);
        states += winner ? letter(*winner) : pos.is_drawn(b) ? 'd' : '-';
    }
    return states;
}

inline std::optional<reference::End> end_of(const std::optional<Outcome>& outcome) {
    if (!outcome) return std::nullopt;
    return reference::End{
        outcome->line_winner ? std::string(1, letter(*outcome->line_winner)) : "draw",
        outcome->reason == EndReason::Line ? "line" : "full", outcome->points[0],
        outcome->points[1]};
}

}  // namespace xttt::test
