#pragma once

#include <string_view>

#include "base/result.h"
#include "rules/position.h"

namespace xttt {

// The legal move a person typed: as notation writes it ("h9"), or as the course simulators asked
// for it, row and column from 0 separated by a blank or comma ("8 7"), in variants with several big
// boards after the number of the big board, from 0 too ("0 8 7"). Else, in words, why it is none.
template <const Variant& V>
Result<Move> parse_typed_move(const Position<V>& pos, std::string_view text);

}  // namespace xttt
