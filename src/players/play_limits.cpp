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

// Seconds, or minutes:seconds.
std::optional<double> parse_time(std::string_view text) {
    const auto colon = text.find(':');
    if (colon == std::string_view::npos) return parse_amount(text);
    const auto minutes = parse_amount(text.substr(0, colon));
    const auto seconds = parse_amount(text.substr(colon + 1));
    if (!minutes || !seconds || *seconds >= 60) return std::nullopt;
    return 60 * *minutes + *seconds;
}

std::optional<Milliseconds> in_a_day(std::optional<double> seconds) {
    if (!seconds || *seconds > kDayInSeconds) return std::nullopt;
    return Milliseconds(std::lround(*seconds * 1000));
}

}  // namespace

Result<GameClock> parse_clock(std::string_view text) {
    const auto plus = text.find('+');
    const auto time = in_a_day(parse_time(text.substr(0, plus)));
    const auto increment = plus == std::string_view::npos
                               ? Milliseconds(0)
                               : in_a_day(parse_amount(text.substr(plus + 1)));
    if (text.contains('/'))
        return fail(Errc::Usage,
                    fmt::format("invalid time control {}: a number of moves per period is not "
                                "supported; write seconds per game, such as 60+0.5",
                                quote(text)));
    if (!time || !increment || time->count() == 0)
        return fail(Errc::Usage,
                    fmt::format("invalid time control {}: write seconds per game, optionally '+' "
                                "and seconds per move, such as 60, 60+0.5 or 1:30+0.5",
                                quote(text)));
    return GameClock{*time, *increment};
}

}  // namespace xttt
