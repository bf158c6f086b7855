#pragma once

#include <chrono>
#include <cstdint>

namespace xttt {

// How many per second; 0 where no time was measured.
inline std::uint64_t per_second(std::uint64_t count, std::chrono::nanoseconds time) {
    const double seconds = std::chrono::duration<double>(time).count();
    return seconds > 0 ? static_cast<std::uint64_t>(static_cast<double>(count) / seconds) : 0;
}

}  // namespace xttt
