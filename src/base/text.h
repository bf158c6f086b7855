#pragma once

#include <charconv>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace xttt {

// Quotes untrusted text for a one-line message: single quotes, control characters and non-ASCII
// bytes as \xNN, at most 40 characters.
std::string quote(std::string_view text);

// The length of the UTF-8 sequence that starts at text[at], 0 where there is no valid one
// (surrogates and overlong forms are not valid). Requires at < text.size().
std::size_t utf8_length(std::string_view text, std::size_t at);
bool is_utf8(std::string_view text);
// The text with every byte that is not part of valid UTF-8 replaced by U+FFFD.
std::string to_utf8(std::string_view text);

// Makes untrusted text safe to print on a terminal: control characters (C0, DEL, C1), bidirectional
// and invisible formatting characters, line separators and invalid UTF-8 become \xNN or \u{N}. Text
// beyond `limit` bytes is cut off, with a note of how much. LineBreaks::Keep leaves newlines and
// tabs, for text of several lines.
enum class LineBreaks { Escape, Keep };
inline constexpr std::size_t kTerminalTextLimit = 4096;
std::string terminal_safe(std::string_view text, LineBreaks breaks = LineBreaks::Escape,
                          std::size_t limit = kTerminalTextLimit);
// Whether terminal_safe would leave every character as it is.
bool is_terminal_safe(std::string_view text);

constexpr char to_lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
std::string to_lower(std::string_view text);

// The parts between separators, empty ones included: "a//b" gives "a", "", "b".
std::vector<std::string_view> split(std::string_view text, char separator);
// The words between runs of blanks, commas and line ends.
std::vector<std::string_view> split_words(std::string_view text);

// The most similar word of `known`; empty if none is similar.
std::string_view nearest_word(std::string_view word, const std::vector<std::string_view>& known);
// The end of a message about an unknown word: "; did you mean 'games'?" or "; choose from a, b".
std::string known_words_hint(std::string_view word, const std::vector<std::string_view>& known);

// Parses a decimal integer; empty if malformed or out of range.
template <std::integral T>
std::optional<T> to_number(std::string_view text) {
    T value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

// With padding; UrlSafe writes '-' and '_' for '+' and '/'.
enum class Base64 { Standard, UrlSafe };
std::string base64(std::string_view bytes, Base64 alphabet = Base64::Standard);

}  // namespace xttt
