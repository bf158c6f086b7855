#pragma once

#include <string>

#include "rules/position.h"

namespace xttt {

struct DrawingStyle {
    bool ascii = false;  // ASCII only, for terminals and files without Unicode
    bool color = false;  // ANSI colours; no information depends on them
};

// The board as text for a terminal, at most 80 columns wide and ending with a newline:
// coordinates on the edges, won small boards as one big mark, the small boards the next move must
// go to in a heavy frame, dots on the cells it may take, the last move in brackets.
template <const Variant& V>
std::string draw_board(const Position<V>& pos, const DrawingStyle& style);

// The place of a cell in the text of draw_board, from 0, and its width.
struct DrawnCell {
    int row;
    int column;
    int width;
};
template <const Variant& V>
DrawnCell drawn_cell(Move move);
// The size of the whole drawing.
template <const Variant& V>
DrawnCell drawn_size() {
    const DrawnCell last = drawn_cell<V>(move_from_id<V>(V.cells() - 1));
    return {last.row + 2, 0, last.column + last.width + 1};
}

// Two short text lines below the board: the side to move and where, or how the game ended; and the
// score so far.
template <const Variant& V>
std::string describe_position(const Position<V>& pos);

// The board as one SVG element, for notebooks and pages: coordinates on the edges, won small boards
// under one big mark, the small boards the next move must go to shaded, dots on the cells it may
// take, the last move framed.
template <const Variant& V>
std::string draw_svg(const Position<V>& pos);

}  // namespace xttt
