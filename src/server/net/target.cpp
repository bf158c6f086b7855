#include "server/net/target.h"

#include <optional>

#include "base/text.h"

namespace xttt {
namespace {

constexpr std::size_t kLongest = 1024;

std::optional<int> hex_digit(char c) {
    if (is_digit(c)) return c - '0';
    const char lower = to_lower(c);
    if (lower >= 'a' && lower <= 'f') return lower - 'a' + 10;
    return std::nullopt;
}

// The text with %NN replaced by what they mean; empty if an escape is broken.
std::optional<std::string> unescaped(std::string_view text) {
    std::string plain;
    plain.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '%') {
            plain += text[i];
            continue;
        }
        if (i + 2 >= text.size()) return std::nullopt;
        const auto high = hex_digit(text[i + 1]), low = hex_digit(text[i + 2]);
        if (!high || !low) return std::nullopt;
        plain += static_cast<char>(*high * 16 + *low);
        i += 2;
    }
    return plain;
}

bool is_harmless(std::string_view part) {
    if (part.empty() || part == "." || part == ".." || !is_utf8(part)) return false;
    for (const char c : part)
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f || c == '/' || c == '\\')
            return false;
    return true;
}

}  // namespace

Result<Target> parse_target(std::string_view text) {
    const auto bad = [](const char* why) { return fail(Errc::BadInput, why); };
    if (text.size() > kLongest) return bad("the address is too long");
    if (text.empty() || text.front() != '/') return bad("the address must begin with '/'");
    Target target;
    const auto question = text.find('?');
    if (question != std::string_view::npos) target.query = text.substr(question + 1);
    const auto path = text.substr(1, question == std::string_view::npos ? question : question - 1);
    if (path.empty()) return target;
    for (const auto part : split(path, '/')) {
        auto plain = unescaped(part);
        if (!plain || !is_harmless(*plain)) return bad("the address is malformed");
        target.path.push_back(std::move(*plain));
    }
    return target;
}

}  // namespace xttt
