#include "base/clock.h"

#include <array>
#include <charconv>
#include <cmath>
#include <ranges>

#include <fmt/format.h>

#include "base/text.h"

namespace xttt {
namespace {

using namespace std::chrono_literals;

struct DurationUnit {
    std::string_view name;
    std::chrono::milliseconds size;
};
constexpr std::array<DurationUnit, 5> kDurationUnits{
    DurationUnit{"ms", 1ms}, {"s", 1s}, {"min", 1min}, {"h", 1h}, {"d", 24h}};
constexpr double kLongestMs = 3650.0 * 24 * 3600 * 1000;

}  // namespace

Result<std::chrono::milliseconds> parse_duration(std::string_view text,
                                                 std::chrono::milliseconds plain_unit) {
    const auto bad = [&] {
        return fail(Errc::Usage,
                    fmt::format("{} is not a time; write 50ms, 1.5s, 2min or 1h", quote(text)));
    };
    double amount = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), amount);
    if (error != std::errc{} || !(amount >= 0)) return bad();
    std::string_view unit(end, text.data() + text.size());
    while (unit.starts_with(' ')) unit.remove_prefix(1);
    double size = static_cast<double>(plain_unit.count());
    if (!unit.empty()) {
        const auto known = std::ranges::find(kDurationUnits, unit, &DurationUnit::name);
        if (known == kDurationUnits.end()) return bad();
        size = static_cast<double>(known->size.count());
    }
    if (!(amount * size <= kLongestMs)) return bad();
    return std::chrono::milliseconds(std::llround(amount * size));
}

std::string exact_duration_text(std::chrono::milliseconds time) {
    for (const DurationUnit& unit : kDurationUnits | std::views::reverse)
        if (time >= unit.size && time % unit.size == 0ms)
            return fmt::format("{}{}", time / unit.size, unit.name);
    return "0";
}

}  // namespace xttt
