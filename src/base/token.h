#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace xttt {

// 128 random bits that name a game or prove the right to a seat. As text, 22 characters of the
// alphabet for addresses (RFC 4648, section 5).
class Token {
public:
    using Bytes = std::array<std::uint8_t, 16>;

    Token() = default;
    explicit Token(const Bytes& bytes) : bytes_(bytes) {}
    // From the kernel's random number generator.
    static Token random();
    // Empty for every text that text() does not produce.
    static std::optional<Token> parse(std::string_view text);

    std::string text() const;
    const Bytes& bytes() const { return bytes_; }
    // Constant time, against timing attacks.
    bool operator==(const Token& other) const;

private:
    Bytes bytes_{};
};

}  // namespace xttt

template <>
struct std::hash<xttt::Token> {
    std::size_t operator()(const xttt::Token& token) const noexcept;
};
