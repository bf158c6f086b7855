#include "base/token.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include <sys/random.h>

namespace xttt {
namespace {

constexpr std::string_view kBase64Url =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
constexpr std::size_t kTokenLetters = 22;  // 16 bytes, six bits a letter

}  // namespace

Token Token::random() {
    Bytes bytes;
    ssize_t got = -1;
    do got = ::getrandom(bytes.data(), bytes.size(), 0);
    while (got < 0 && errno == EINTR);
    // Up to 256 bytes are never returned partially; without randomness it is not safe to continue.
    if (got != static_cast<ssize_t>(bytes.size())) std::abort();
    return Token(bytes);
}

std::string Token::text() const {
    std::string text;
    text.reserve(kTokenLetters);
    unsigned held = 0;
    int bits = 0;
    for (const std::uint8_t byte : bytes_) {
        held = held << 8 | byte;
        for (bits += 8; bits >= 6; bits -= 6) text += kBase64Url[held >> (bits - 6) & 63];
    }
    text += kBase64Url[held << (6 - bits) & 63];
    return text;
}

std::optional<Token> Token::parse(std::string_view text) {
    if (text.size() != kTokenLetters) return std::nullopt;
    Bytes bytes{};
    std::size_t at = 0;
    unsigned held = 0;
    int bits = 0;
    for (const char letter : text) {
        const auto value = kBase64Url.find(letter);
        if (value == std::string_view::npos) return std::nullopt;
        held = held << 6 | static_cast<unsigned>(value);
        bits += 6;
        if (bits < 8 || at == bytes.size()) continue;
        bits -= 8;
        bytes[at++] = static_cast<std::uint8_t>(held >> bits);
    }
    // The four spare bits of the last letter must be zero: each token has one text.
    if ((held & 15) != 0) return std::nullopt;
    return Token(bytes);
}

bool Token::operator==(const Token& other) const {
    unsigned difference = 0;
    for (std::size_t i = 0; i < bytes_.size(); ++i)
        difference |= static_cast<unsigned>(bytes_[i] ^ other.bytes_[i]);
    return difference == 0;
}

}  // namespace xttt

std::size_t std::hash<xttt::Token>::operator()(const xttt::Token& token) const noexcept {
    // Random bytes need no hashing.
    std::size_t value = 0;
    std::memcpy(&value, token.bytes().data(), sizeof value);
    return value;
}
