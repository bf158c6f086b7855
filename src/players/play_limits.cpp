#include "players/play_limits.h"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

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

}  // namespace xttt
