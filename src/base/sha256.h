#pragma once

#include <string>
#include <string_view>

namespace xttt {

// The SHA-256 of some bytes, raw: 32 bytes.
std::string sha256(std::string_view bytes);
// The same as 64 lower-case hexadecimal digits, the form of file names and messages.
std::string sha256_hex(std::string_view bytes);
bool is_sha256_hex(std::string_view text);

}  // namespace xttt
