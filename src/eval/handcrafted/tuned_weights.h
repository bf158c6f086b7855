#pragma once

#include "eval/handcrafted/tuned_features.h"
#include "rules/variant.h"

namespace xttt::tuned {

// Initial weights, for variants without fitted weights and as the start of fitting: points, a
// quarter of a board's points for a threat, and more for lines the more of their boards are won.
template <const Variant& V>
Weights<V> unfitted_weights() {
    Weights<V> weights{};
    const auto set = [&](int feature, int value) {
        const auto v = static_cast<std::int16_t>(value);
        weights[feature] = {v, v};
    };
    for (int b = 0; b < V.small_boards(); ++b) {
        const int value = 100 * board_value<V>(b);
        set(Layout<V>::local(b, prospect_pair(kWon, kDead)), value);
        for (int own = kThreat; own <= kForkPairs; ++own)
            for (int other = kDead; other < kWon; ++other)
                set(Layout<V>::local(b, prospect_pair(own, other)), value / 4);
    }
    for (int code = 0; code < kLineCodes<V>; ++code) {
        int owned = 0;
        for (int i = 0; i < V.size; ++i)
            owned += (code >> kLevelBits * i & (kLevels - 1)) == kOwned;
        // Codes that share a feature have the same value here, except dead ones, which have none.
        if (LineFeatures<V>::kOf[code] != 0)
            set(Layout<V>::line(code), 100 * V.line_points * owned * owned / (4 * V.places()));
    }
    return weights;
}

// The fitted weights, compiled in from one file per variant that xttt-tune generates.
template <const Variant& V>
struct Fitted {
    static const Weights<V> kWeights;
};
#define XTTT_DECLARE(V) \
    template <>         \
    const Weights<V> Fitted<V>::kWeights;
XTTT_FOR_EACH_VARIANT(XTTT_DECLARE)
#undef XTTT_DECLARE

}  // namespace xttt::tuned
