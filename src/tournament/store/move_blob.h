#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "record/game_record.h"

namespace xttt {

// The moves of a game with their notes in few bytes: the cell of each move as one byte, then the
// notes column by column, a column that says nothing or always the same as good as free.
// docs/reference/store.md describes every byte; docs/lab/measurements.md tells why it is not text
// with deflate: 1.4 to 2.5 times the size, and deflate alone takes longer than a short game.
std::string encode_moves(const Variant& variant, std::span<const RecordedMove> moves);

// Fails for bytes that encode_moves did not write. Does not check whether the moves are legal.
Result<std::vector<RecordedMove>> decode_moves(const Variant& variant, std::string_view blob);

}  // namespace xttt
