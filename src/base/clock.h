#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace xttt {

// The clock of all time measurements: monotonic.
using Clock = std::chrono::steady_clock;
using Deadline = Clock::time_point;

inline Deadline after(Clock::duration span) {
    return Clock::now() + span;
}

inline double to_milliseconds(std::chrono::nanoseconds time) {
    return std::chrono::duration<double, std::milli>(time).count();
}

inline double to_seconds(std::chrono::nanoseconds time) {
    return std::chrono::duration<double>(time).count();
}

// The rate per second; 0 if no time was measured.
inline std::uint64_t per_second(std::uint64_t count, std::chrono::nanoseconds time) {
    const double seconds = to_seconds(time);
    return seconds > 0 ? static_cast<std::uint64_t>(static_cast<double>(count) / seconds) : 0;
}

// Parses a duration with a unit: "50ms", "1.5s", "2min", "1h", "7d". A number without a unit is in
// `plain_unit`. The maximum is ten years.
Result<std::chrono::milliseconds> parse_duration(
    std::string_view text, std::chrono::milliseconds plain_unit = std::chrono::milliseconds(1));

// A text that parse_duration() reads back exactly: "50ms", "1500ms", "2min".
std::string exact_duration_text(std::chrono::milliseconds time);

}  // namespace xttt
