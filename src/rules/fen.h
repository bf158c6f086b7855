#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "rules/position.h"

namespace xttt {

// A position as one line of text, "cells side last bonus"; see docs/reference/notation.md.
template <const Variant& V>
std::string to_fen(const Position<V>& pos);

// Parses a FEN, in upper or lower case. Rejects malformed text and positions that no game can reach
// (see reachable.h); the error names the field and the reason.
template <const Variant& V>
Result<Position<V>> parse_fen(std::string_view fen);

}  // namespace xttt
