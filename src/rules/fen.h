#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "rules/position.h"

namespace xttt {

// A position as one line of text, "cells side last bonus"; see docs/reference/notation.md.
template <const Variant& V>
std::string to_fen(const Position<V>& pos);

// The position of a FEN, in either case. Text that is no FEN, and positions that no game can reach
// (see reachable.h), are refused with the field and the reason.
template <const Variant& V>
Result<Position<V>> parse_fen(std::string_view fen);

}  // namespace xttt
