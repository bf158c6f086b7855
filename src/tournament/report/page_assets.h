#pragma once

#include <string_view>

namespace xttt {

// The files of report/page, embedded in the program.
extern const std::string_view kPageStyle;
extern const std::string_view kPageScript;

}  // namespace xttt
