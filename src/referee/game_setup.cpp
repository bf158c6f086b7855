#include "referee/game_setup.h"

#include <cmath>

#include <fmt/format.h>

#include "base/clock.h"

namespace xttt {
std::string time_control_text(const PlayLimits& limits) {
    const auto seconds = [](Milliseconds time) { return fmt::format("{}", to_seconds(time)); };
    std::string text;
    const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
    if (limits.clock)
        add(seconds(limits.clock->remaining) + "+" + seconds(limits.clock->increment));
    if (limits.move_time) add(seconds(*limits.move_time) + " s per move");
    if (limits.nodes) add(fmt::format("{} nodes per move", *limits.nodes));
    if (limits.depth) add(fmt::format("depth {}", *limits.depth));
    return text;
}

std::string duration_text(std::chrono::nanoseconds span) {
    const double seconds = to_seconds(span);
    if (seconds < 60) return fmt::format("{:.{}f} s", seconds, seconds < 10 ? 1 : 0);
    const long minutes = std::lround(seconds / 60);
    if (minutes < 60) return fmt::format("{} min", minutes);
    if (minutes < 48 * 60) return fmt::format("{} h {} min", minutes / 60, minutes % 60);
    const long hours = std::lround(seconds / 3600);
    return fmt::format("{} days {} h", hours / 24, hours % 24);
}

}  // namespace xttt
