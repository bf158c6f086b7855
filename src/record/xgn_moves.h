#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "record/game_record.h"

namespace xttt {

// Reads the lines of an .xgn game after its tags: numbered turns, bonus moves joined by '+',
// comments in braces, and the result, which it returns. Appends the moves to the record, whose
// variant and start it already knows. `line` tells, after a failure, which line is at fault.
Result<GameResult> read_xgn_moves(GameRecord& record, std::span<const std::string_view> lines,
                                  std::size_t& line);

}  // namespace xttt
