#pragma once

#include <array>
#include <string_view>

#include "rules/variant.h"

namespace xttt {

// The kinds of small boards by their place on the big board. Boards of one kind have the same
// points, and a symmetry maps each to each other except the inner ones of larger boards.
enum class BoardKind { Corner, Edge, Inner };
inline constexpr std::array<std::string_view, 3> kBoardKindNames{"corner", "edge", "inner"};

template <const Variant& V>
constexpr BoardKind board_kind(int board) {
    const int place = board % V.places(), row = place / V.size, column = place % V.size;
    const bool outer_row = row == 0 || row == V.size - 1;
    const bool outer_column = column == 0 || column == V.size - 1;
    if (outer_row && outer_column) return BoardKind::Corner;
    return outer_row || outer_column ? BoardKind::Edge : BoardKind::Inner;
}

}  // namespace xttt
