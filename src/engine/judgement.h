#pragma once

#include <string_view>

#include "rules/variant.h"

namespace xttt {

enum class Judgement { Good, Inaccuracy, Mistake, Blunder };
std::string_view judgement_name(Judgement judgement);
// By what a move cost in points, seen against the worth of a line.
Judgement judge(double cost, const Variant& variant);

}  // namespace xttt
