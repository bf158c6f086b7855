#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "base/result.h"

namespace xttt {

// A time with its unit: "50ms", "1.5s", "2min", "1h", "7d". A plain number counts in `plain_unit`.
// At most ten years.
Result<std::chrono::milliseconds> parse_duration(
    std::string_view text, std::chrono::milliseconds plain_unit = std::chrono::milliseconds(1));

// A text that parse_duration() reads back exactly: "50ms", "1500ms", "2min".
std::string exact_duration_text(std::chrono::milliseconds time);

}  // namespace xttt
