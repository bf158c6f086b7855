#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "record/game_record.h"

namespace xttt {

// The moves of a game with their notes in few bytes: each move as its number among the legal ones,
// notes as differences to the same player's last, all through an adaptive range coder.
// docs/reference/store.md describes the format. At least 2.5 times smaller than deflate over text
// (docs/lab/measurements.md).
std::string encode_moves(const GameRecord& record);

// The moves of a game of `variant` from `start_fen` (empty: the usual start). Reads the format of
// older stores too. Fails for bytes that encode_moves did not write.
Result<std::vector<RecordedMove>> decode_moves(const Variant& variant, std::string_view start_fen,
                                               std::string_view blob);

}  // namespace xttt
