#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "rules/position.h"

namespace xttt {

// What is impossible about a position, and which field of its FEN shows it.
struct Fault {
    std::string_view field;  // "cells", "side", "last" or "bonus"
    std::string reason;
};

// Looks for a reason why no game of V can reach these facts. Every position of every game passes;
// what fails is certainly impossible. The conditions are necessary ones, each explained in
// reachable.cpp and docs/reference/notation.md: a full proof would be a search for the game itself.
template <const Variant& V>
std::optional<Fault> find_fault(const typename Position<V>::Facts& facts);

}  // namespace xttt
