#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "record/game_record.h"

namespace xttt {

// The moves of a game with their notes in few bytes: the cell of each move as one byte, then the
// notes column by column. An empty or constant column takes almost no space.
// docs/reference/store.md describes every byte. Compressed text would be 1.4 to 2.5 times as large,
// and deflate alone takes longer than a short game (docs/lab/measurements.md).
std::string encode_moves(const Variant& variant, std::span<const RecordedMove> moves);

// Fails for bytes that encode_moves did not write. Does not check whether the moves are legal.
Result<std::vector<RecordedMove>> decode_moves(const Variant& variant, std::string_view blob);

}  // namespace xttt
