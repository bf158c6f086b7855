#include "engine/judgement.h"

#include <array>
#include <cstddef>

namespace xttt {

namespace {

// From which part of a line's worth on a lost margin has a name.
constexpr double kInaccuracy = 0.03;
constexpr double kMistake = 0.08;
constexpr double kBlunder = 0.20;

}  // namespace

std::string_view judgement_name(Judgement judgement) {
    static constexpr std::array<std::string_view, 4> kNames{"good", "inaccuracy", "mistake",
                                                            "blunder"};
    return kNames[static_cast<std::size_t>(judgement)];
}

Judgement judge(double cost, const Variant& variant) {
    const double part = cost / variant.line_points;
    if (part >= kBlunder) return Judgement::Blunder;
    if (part >= kMistake) return Judgement::Mistake;
    return part >= kInaccuracy ? Judgement::Inaccuracy : Judgement::Good;
}

}  // namespace xttt
