#pragma once

#include <string>

#include "rules/any_position.h"

namespace xttt {

// The size of link previews.
inline constexpr int kPreviewWidth = 1200;
inline constexpr int kPreviewHeight = 630;

// A position as a PNG file of that size, in the page's light colours.
std::string board_png(const AnyPosition& position);

}  // namespace xttt
