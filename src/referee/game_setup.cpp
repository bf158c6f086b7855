#include "referee/game_setup.h"

#include <charconv>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "base/clock.h"
#include "base/text.h"

namespace xttt {
namespace {

constexpr double kDayInSeconds = 86400;

// A non-negative number; empty if malformed.
std::optional<double> parse_amount(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = error == std::errc{} && end == text.data() + text.size();
    if (!whole || !(value >= 0)) return std::nullopt;
    return value;
}

std::optional<Milliseconds> in_a_day(std::optional<double> seconds) {
    if (!seconds || *seconds > kDayInSeconds) return std::nullopt;
    return Milliseconds(std::lround(*seconds * 1000));
}

}  // namespace

Result<GameClock> parse_clock(std::string_view text) {
    const auto plus = text.find('+');
    const auto time = in_a_day(parse_amount(text.substr(0, plus)));
    const auto increment = plus == std::string_view::npos
                               ? Milliseconds(0)
                               : in_a_day(parse_amount(text.substr(plus + 1)));
    if (!time || !increment || time->count() == 0)
        return fail(Errc::Usage,
                    fmt::format("invalid time control {}: write seconds per game, optionally '+' "
                                "and seconds per move, such as 60 or 60+0.5",
                                quote(text)));
    return GameClock{*time, *increment};
}

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
