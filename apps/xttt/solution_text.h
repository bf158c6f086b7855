#pragma once

#include <cstdlib>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/count_text.h"
#include "rules/notation.h"
#include "search/solver/solver.h"

namespace xttt {

// A value from x's view, in words.
inline std::string margin_text(int value) {
    if (value == kLineValue) return "x wins with a line";
    if (value == -kLineValue) return "o wins with a line";
    return value == 0 ? "equal points"
                      : fmt::format("{} ahead by {}", value > 0 ? 'x' : 'o',
                                    count_text(std::abs(value), "point"));
}

// The result of a solved position, in words.
inline std::string result_text(const Solution& solution) {
    const std::string value = margin_text(solution.proven.lower);
    if (!solution.by_line() || !solution.line_moves) return value;
    return fmt::format("{} in {}{}", value, solution.shortest ? "" : "at most ",
                       count_text(*solution.line_moves, "move"));
}

template <const Variant& V>
std::vector<std::string> move_texts(const std::vector<Move>& moves) {
    std::vector<std::string> texts;
    for (const Move m : moves) texts.push_back(move_text<V>(m));
    return texts;
}

}  // namespace xttt
