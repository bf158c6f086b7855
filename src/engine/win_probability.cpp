#include "engine/win_probability.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace xttt {

Score capped_score(Score score, const Variant& variant) {
    const Score most = kPoint * variant.line_points;
    return is_line_score(score) ? score : std::clamp(score, -most, most);
}

double points_of_score(Score score, const Variant& variant) {
    if (is_line_score(score)) return score > 0 ? variant.line_points : -variant.line_points;
    return static_cast<double>(capped_score(score, variant)) / kPoint;
}

double win_probability(Score score, const Variant& variant) {
    if (is_line_score(score)) return score > 0 ? 1.0 : 0.0;
    const double lines = static_cast<double>(score) / (kPoint * variant.line_points);
    return 1.0 / (1.0 + std::exp(-lines / variant.win_odds_margin));
}

std::string_view judgement_name(Judgement judgement) {
    static constexpr std::array<std::string_view, 4> kNames{"good", "inaccuracy", "mistake",
                                                            "blunder"};
    return kNames[static_cast<std::size_t>(judgement)];
}

Judgement judge(double chances_lost) {
    constexpr double kInaccuracy = 0.02, kMistake = 0.04, kBlunder = 0.06;
    if (chances_lost >= kBlunder) return Judgement::Blunder;
    if (chances_lost >= kMistake) return Judgement::Mistake;
    return chances_lost >= kInaccuracy ? Judgement::Inaccuracy : Judgement::Good;
}

}  // namespace xttt
