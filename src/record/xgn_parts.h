#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "record/game_record.h"

namespace xttt {

// Text inside quotes or braces of .xgn: a backslash before each of `special` and itself, control
// characters as \n or \xNN, and invalid UTF-8 replaced, so that any text fits on one line.
std::string escaped(std::string_view text, std::string_view special);
Result<std::string> unescaped(std::string_view text);

// Reads the text lines of an .xgn game after its tags: numbered turns, bonus moves joined by '+',
// comments in braces, and the result, which it returns. Appends the moves to the record, whose
// variant and start are already set. After a failure, `text_line` is the number of the bad text
// line.
Result<GameResult> read_xgn_moves(GameRecord& record, std::span<const std::string_view> text_lines,
                                  std::size_t& text_line);

}  // namespace xttt
