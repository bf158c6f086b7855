#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "rules/position.h"

namespace xttt {

// A move as text: column letter and row number, preceded by the number of the big board where there
// are several ("h9", "2a9"). docs/reference/notation.md is the specification.
template <const Variant& V>
std::string move_text(Move move);

// Parses a cell, in upper or lower case; empty if malformed. Does not check legality.
template <const Variant& V>
std::optional<Move> read_move(std::string_view text);

// A small board as text, by its first and last cell: "e5-h8", "2a1-2c3".
template <const Variant& V>
std::string board_text(int board);

// Parses a legal move; the error says why the text is not one.
template <const Variant& V>
Result<Move> parse_move(const Position<V>& pos, std::string_view text);

// Plays a list of moves separated by blanks or commas. The error names the first bad move and the
// reason.
template <const Variant& V>
Result<void> play_moves(Position<V>& pos, std::string_view list);

}  // namespace xttt
