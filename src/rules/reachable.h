#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "rules/position.h"

namespace xttt {

// Why a position is impossible, and the FEN field that shows it.
struct Fault {
    std::string_view field;  // "cells", "side", "last" or "bonus"
    std::string reason;
};

// Finds a reason why no game of V can reach these facts. Every position of every game passes, but
// some impossible positions may pass too: the conditions are necessary, not sufficient, because a
// full proof would have to search for the game. reachable.cpp and docs/reference/notation.md
// explain each condition.
template <const Variant& V>
std::optional<Fault> find_fault(const typename Position<V>::Facts& facts);

}  // namespace xttt
