#pragma once

#include <fmt/core.h>

// Included before every source by the build (cmake/XtttTargets.cmake). fmt's formatter is a
// template that each source would compile again, three seconds a time; base/format_once.cpp
// compiles it once.
namespace fmt::detail {
extern template void vformat_to<char>(buffer<char>&, basic_string_view<char>,
                                      basic_format_args<buffer_context<char>>, locale_ref);
}  // namespace fmt::detail
