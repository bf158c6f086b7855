#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace xttt {

// Text inside quotes or braces of .xgn: a backslash before each of `special` and itself, control
// characters as \n or \xNN, and invalid UTF-8 replaced, so that any text fits on one line.
std::string escaped(std::string_view text, std::string_view special);
Result<std::string> unescaped(std::string_view text);

}  // namespace xttt
