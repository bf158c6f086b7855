#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "rules/position.h"

namespace xttt {

// A move as text: column letter and row number, in variants with several big boards after the
// number of the big board ("h9", "2a9"). docs/reference/notation.md says it all.
template <const Variant& V>
std::string move_text(Move move);

// The cell a text names, in either case; empty if it names none. Says nothing about legality.
template <const Variant& V>
std::optional<Move> read_move(std::string_view text);

// A small board as text, by its first and last cell: "e5-h8", "2a1-2c3".
template <const Variant& V>
std::string board_text(int board);

// The legal move a text names, or why it names none.
template <const Variant& V>
Result<Move> parse_move(const Position<V>& pos, std::string_view text);

// Plays a list of moves separated by blanks or commas, or says which of them fails and why.
template <const Variant& V>
Result<void> play_moves(Position<V>& pos, std::string_view list);

}  // namespace xttt
