#include "base/text.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <utility>

#include <fmt/format.h>

namespace xttt {
namespace {

// The code point of a valid UTF-8 sequence.
char32_t code_point(std::string_view sequence) {
    const auto lead = static_cast<unsigned char>(sequence[0]);
    if (sequence.size() == 1) return lead;
    char32_t value = lead & (0x7fU >> sequence.size());
    for (const char c : sequence.substr(1)) value = value << 6 | (static_cast<unsigned>(c) & 0x3f);
    return value;
}

// Characters that move the cursor, reorder text, or cannot be seen.
bool changes_display(char32_t c) {
    struct Range {
        char32_t first, last;
    };
    constexpr Range kRanges[] = {
        {0x00, 0x1f},        // C0
        {0x7f, 0x9f},        // DEL, C1
        {0xad, 0xad},        // soft hyphen
        {0x61c, 0x61c},      // Arabic letter mark
        {0x115f, 0x1160},    // Hangul fillers
        {0x180e, 0x180e},    // Mongolian vowel separator
        {0x200b, 0x200f},    // zero-width characters, left-to-right and right-to-left marks
        {0x2028, 0x202e},    // line and paragraph separators, bidirectional embeddings
        {0x2060, 0x206f},    // word joiner, bidirectional isolates
        {0x3164, 0x3164},    // Hangul filler
        {0xfe00, 0xfe0f},    // variation selectors
        {0xfeff, 0xfeff},    // byte order mark
        {0xffa0, 0xffa0},    // halfwidth Hangul filler
        {0xfff0, 0xfffb},    // interlinear annotations
        {0x1bca0, 0x1bca3},  // shorthand format controls
        {0x1d173, 0x1d17a},  // musical format controls
        {0xe0000, 0xe0fff},  // tags, more variation selectors
    };
    return std::ranges::any_of(
        kRanges, [c](const Range& range) { return c >= range.first && c <= range.last; });
}

// Insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
    std::iota(above.begin(), above.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] =
                std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] != b[j - 1])});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
        before = std::exchange(above, row);
    }
    return above[b.size()];
}

}  // namespace

std::string quote(std::string_view text) {
    constexpr std::size_t kLongest = 40;
    std::string out = "'";
    for (const char c : text.substr(0, kLongest)) {
        if (c >= ' ' && c <= '~') {
            out += c;
        } else {
            out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
        }
    }
    if (text.size() > kLongest) out += "...";
    return out + "'";
}

std::size_t utf8_length(std::string_view text, std::size_t at) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
    const unsigned char lead = byte(0);
    if (lead < 0x80) return 1;
    const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    if (lead < 0xc2 || lead > 0xf4 || text.size() - at < length) return 0;
    for (std::size_t i = 1; i < length; ++i)
        if ((byte(i) & 0xc0) != 0x80) return 0;
    // The second byte's range rules out overlong forms, surrogates and what lies past U+10FFFF.
    if (lead == 0xe0 && byte(1) < 0xa0) return 0;
    if (lead == 0xed && byte(1) > 0x9f) return 0;
    if (lead == 0xf0 && byte(1) < 0x90) return 0;
    if (lead == 0xf4 && byte(1) > 0x8f) return 0;
    return length;
}

bool is_utf8(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = utf8_length(text, i);
        if (length == 0) return false;
        i += length;
    }
    return true;
}

std::string to_utf8(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = utf8_length(text, i);
        if (length == 0) {
            out += "\xef\xbf\xbd";
            ++i;
        } else {
            out += text.substr(i, length);
            i += length;
        }
    }
    return out;
}

std::string terminal_safe(std::string_view text, LineBreaks breaks, std::size_t limit) {
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = utf8_length(text, i);
        if (i + std::max<std::size_t>(length, 1) > limit) {
            fmt::format_to(std::back_inserter(out), "... ({} more bytes)", text.size() - i);
            break;
        }
        const auto byte = static_cast<unsigned char>(text[i]);
        const std::string_view sequence = text.substr(i, length);
        const bool kept_break = breaks == LineBreaks::Keep && (byte == '\n' || byte == '\t');
        if (length == 0 || (length == 1 && changes_display(byte) && !kept_break))
            fmt::format_to(std::back_inserter(out), "\\x{:02x}", byte);
        else if (length > 1 && changes_display(code_point(sequence)))
            fmt::format_to(std::back_inserter(out), "\\u{{{:x}}}",
                           static_cast<std::uint32_t>(code_point(sequence)));
        else
            out += sequence;
        i += std::max<std::size_t>(length, 1);
    }
    return out;
}

bool is_terminal_safe(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = utf8_length(text, i);
        if (length == 0 || changes_display(code_point(text.substr(i, length)))) return false;
        i += length;
    }
    return true;
}

std::string to_lower(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(), [](char c) { return to_lower(c); });
    return out;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t at = text.find(separator);
        parts.push_back(text.substr(0, at));
        if (at == std::string_view::npos) return parts;
        text.remove_prefix(at + 1);
    }
}

std::vector<std::string_view> split_words(std::string_view text) {
    constexpr std::string_view kBetween = " \t,\r\n";
    std::vector<std::string_view> words;
    for (;;) {
        text.remove_prefix(std::min(text.find_first_not_of(kBetween), text.size()));
        if (text.empty()) return words;
        const std::size_t end = std::min(text.find_first_of(kBetween), text.size());
        words.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
}

std::string_view nearest_word(std::string_view word, const std::vector<std::string_view>& known) {
    std::string_view nearest;
    if (word.size() > 64) return nearest;
    std::size_t least = 1 + word.size() / 3;  // not a misspelling beyond that distance
    for (const std::string_view candidate : known) {
        const std::size_t distance = edit_distance(word, candidate);
        if (distance >= least && !(nearest.empty() && distance == least)) continue;
        nearest = candidate;
        least = distance;
    }
    if (!nearest.empty() || word.size() < 2) return nearest;
    for (const std::string_view candidate : known)
        if (candidate.starts_with(word)) return candidate;
    return nearest;
}

std::string known_words_hint(std::string_view word, const std::vector<std::string_view>& known) {
    const std::string_view like = nearest_word(word, known);
    return like.empty() ? fmt::format("; choose from {}", fmt::join(known, ", "))
                        : fmt::format("; did you mean '{}'?", like);
}

std::string base64(std::string_view bytes, Base64 alphabet) {
    const std::string_view digits =
        alphabet == Base64::UrlSafe
            ? "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
            : "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    for (std::size_t at = 0; at < bytes.size(); at += 3) {
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - at);
        std::uint32_t group = 0;
        for (std::size_t i = 0; i < 3; ++i)
            group = group << 8 | (i < count ? static_cast<unsigned char>(bytes[at + i]) : 0u);
        for (std::size_t i = 0; i < 4; ++i)
            text += i <= count ? digits[group >> (18 - 6 * i) & 63] : '=';
    }
    return text;
}

}  // namespace xttt
