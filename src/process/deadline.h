#pragma once

#include <chrono>

namespace xttt {

// The one clock of everything that is timed: it never jumps.
using Clock = std::chrono::steady_clock;
using Deadline = Clock::time_point;

inline Deadline after(Clock::duration span) {
    return Clock::now() + span;
}

inline double to_milliseconds(std::chrono::nanoseconds time) {
    return std::chrono::duration<double, std::milli>(time).count();
}

}  // namespace xttt
