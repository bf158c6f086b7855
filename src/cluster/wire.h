#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "base/result.h"
#include "cluster/order.h"
#include "record/game_record.h"

namespace xttt {

// Common parts of order_text.cpp and report_text.cpp.

inline constexpr std::size_t kLongestMessage = std::size_t{4} << 20;

struct WireParts {
    nlohmann::json head;
    std::string_view rest;  // the data after the first text line
};
// Splits a message; `what` is its name in error messages.
Result<WireParts> split_message(std::string_view text, std::string_view what);

// The game in a text line of .jsonl.
Result<GameRecord> parse_game_text_line(std::string_view text_line, std::string_view what);

}  // namespace xttt
