#include "base/sha256.h"

#include <algorithm>

#include <openssl/sha.h>

namespace xttt {

std::string sha256(std::string_view bytes) {
    std::string digest(SHA256_DIGEST_LENGTH, '\0');
    ::SHA256(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
             reinterpret_cast<unsigned char*>(digest.data()));
    return digest;
}

std::string sha256_hex(std::string_view bytes) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    std::string text;
    for (const char c : sha256(bytes)) {
        const auto byte = static_cast<unsigned char>(c);
        text += kDigits[byte >> 4];
        text += kDigits[byte & 15];
    }
    return text;
}

bool is_sha256_hex(std::string_view text) {
    return text.size() == 64 && std::ranges::all_of(text, [](char c) {
               return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
           });
}

}  // namespace xttt
