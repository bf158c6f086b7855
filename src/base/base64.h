#pragma once

#include <string>
#include <string_view>

namespace xttt {

// With padding; UrlSafe writes '-' and '_' for '+' and '/'.
enum class Base64 { Standard, UrlSafe };
std::string base64(std::string_view bytes, Base64 alphabet = Base64::Standard);

}  // namespace xttt
