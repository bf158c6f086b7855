#pragma once

#include <string>

#include "rules/position.h"

namespace xttt {

// The board as a picture for notebooks and pages, one SVG element: coordinates on the edges, won
// small boards under one big mark, the small boards the next move must go to shaded, dots on the
// cells it may take, the last move framed.
template <const Variant& V>
std::string draw_svg(const Position<V>& pos);

}  // namespace xttt
