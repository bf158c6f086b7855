#include "tournament/report/markup.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/text.h"

namespace xttt {

std::string escape_markup(std::string_view text) {
    std::string safe;
    for (const char c : to_utf8(text)) {
        switch (c) {
            case '&':
                safe += "&amp;";
                break;
            case '<':
                safe += "&lt;";
                break;
            case '>':
                safe += "&gt;";
                break;
            case '"':
                safe += "&quot;";
                break;
            case '\'':
                safe += "&#39;";
                break;
            default:
                if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
                    safe += c == '\n' || c == '\t' ? " " : "\xEF\xBF\xBD";
                else
                    safe += c;
        }
    }
    return safe;
}

std::string name_markup(std::string_view name) {
    return "<bdi>" + escape_markup(name) + "</bdi>";
}

std::string shorten(std::string_view text, std::size_t characters) {
    const std::string whole = to_utf8(text);
    std::size_t at = 0, count = 0, cut = 0;
    while (at < whole.size()) {
        if (count + 1 == characters) cut = at;
        at += utf8_length(whole, at);
        if (++count > characters) return whole.substr(0, cut) + "…";
    }
    return whole;
}

std::string script_json(std::string json) {
    std::string safe;
    safe.reserve(json.size());
    for (const char c : json) {
        // In JSON these characters occur only inside strings, where an escape is equivalent.
        if (c == '<' || c == '>' || c == '&')
            safe += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
        else
            safe += c;
    }
    return safe;
}

std::string with_commas(long number) {
    std::string digits = std::to_string(std::abs(number));
    for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
        digits.insert(static_cast<std::size_t>(at), ",");
    return number < 0 ? "-" + digits : digits;
}

std::string reason_text(std::string_view reason) {
    if (reason == "full") return "board full";
    if (reason == "time-limit") return "out of time";
    std::string text(reason);
    std::ranges::replace(text, '-', ' ');
    return text;
}

std::string duration_text(double ms) {
    if (ms < 0.0005) return "0 ms";
    if (ms < 0.0995) return fmt::format("{:.0f} µs", 1e3 * ms);
    if (ms < 1) return fmt::format("{:.2f} ms", ms);
    if (ms < 10) return fmt::format("{:.1f} ms", ms);
    if (ms < 999.5) return fmt::format("{:.0f} ms", ms);
    if (ms < 9'950) return fmt::format("{:.1f} s", ms / 1e3);
    if (ms < 119'500) return fmt::format("{:.0f} s", ms / 1e3);
    const auto seconds = std::lround(ms / 1e3);
    return fmt::format("{}:{:02} min", seconds / 60, seconds % 60);
}

}  // namespace xttt
