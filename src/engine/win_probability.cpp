#include "engine/win_probability.h"

#include <algorithm>
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

}  // namespace xttt
