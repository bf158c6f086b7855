#include "record/xgn_escape.h"

#include <charconv>

#include <fmt/format.h>

#include "base/text.h"

namespace xttt {

std::string escaped(std::string_view text, std::string_view special) {
    std::string out;
    for (const char c : to_utf8(text)) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '\n') {
            out += "\\n";
        } else if (byte < 0x20 || byte == 0x7f) {
            out += fmt::format("\\x{:02x}", byte);
        } else {
            if (c == '\\' || special.contains(c)) out += '\\';
            out += c;
        }
    }
    return out;
}

Result<std::string> unescaped(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\\') {
            out += text[i];
            continue;
        }
        if (++i == text.size()) return fail(Errc::BadRecord, "a backslash with nothing after it");
        if (text[i] == 'n') {
            out += '\n';
        } else if (text[i] == 'x') {
            unsigned byte = 0;
            const auto digits = text.substr(i + 1, 2);
            const auto end = digits.data() + digits.size();
            const auto [read, error] = std::from_chars(digits.data(), end, byte, 16);
            // Only what escaped() writes so: beyond ASCII a lone byte would not be UTF-8.
            if (digits.size() != 2 || error != std::errc{} || read != end || byte >= 0x80)
                return fail(Errc::BadRecord, "\\x needs two hexadecimal digits below 80");
            out += static_cast<char>(byte);
            i += 2;
        } else {
            out += text[i];
        }
    }
    return out;
}

}  // namespace xttt
