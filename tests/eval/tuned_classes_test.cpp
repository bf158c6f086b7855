// What the tuned evaluation sees in one small board, against the definition spelt out.

#include <bit>

#include <gtest/gtest.h>

#include "base/random.h"
#include "eval/handcrafted/tuned_features.h"
#include "support/variants.h"

namespace xttt::tuned {
namespace {

VARIANT_SUITE(TunedProspect);

template <const Variant& V>
Prospect prospect_of(Mask own, Mask other) {
    return prospect<V>(own, other, kLineCounts<V>.of(own), kLineCounts<V>.of(other));
}

// Counts lines one by one.
template <const Variant& V>
Prospect literal_prospect(Mask own, Mask other) {
    Mask wins = 0;
    int alive = 0, pairs = 0, far = 0;
    for (const Mask line : kLines<V>) {
        if ((line & other) != 0) continue;
        ++alive;
        const int lacking = std::popcount(line & ~own);
        if (lacking == 1) wins |= line & ~own;
        pairs += lacking == 2;
        far += lacking == 3;
    }
    if (alive == 0) return kDead;
    if (std::popcount(wins) > 1) return pairs > 0 ? kForkPairs : kFork;
    if (wins != 0) return pairs > 1 ? kThreatPairs : (pairs == 1 ? kThreatPair : kThreat);
    if (pairs > 2) return kThreePairs;
    if (pairs == 2) return far > 1 ? kTwoPairsMany : kTwoPairs;
    if (pairs == 1) return far > 1 ? kPairMany : kPair;
    return far > 2 ? kBareMany : (far > 0 ? kBareFew : kBare);
}

VARIANT_TEST(TunedProspect, IsWhatCountingTheLinesOneByOneGives) {
    Random random{5};
    for (int i = 0; i < 200'000; ++i) {
        const auto bits = random.next();
        const Mask taken = static_cast<Mask>(bits) & kFullMask<V>;
        const Mask own = static_cast<Mask>(bits >> 32) & taken, other = taken & ~own;
        if (has_line<V>(own) || has_line<V>(other)) continue;
        ASSERT_EQ(prospect_of<V>(own, other), (literal_prospect<V>(own, other)))
            << own << " against " << other;
    }
}

VARIANT_SUITE(TunedLineFeature);

VARIANT_TEST(TunedLineFeature, DoesNotDependOnTheOrderOfTheBoards) {
    for (int code = 0; code < kLineCodes<V>; ++code) {
        const int rotated = code >> kLevelBits | (code & (kLevels - 1))
                                                     << kLevelBits * (V.size - 1);
        const int last_two = code & (kLevels * kLevels - 1);
        const int swapped =
            code - last_two + (last_two >> kLevelBits | (last_two & (kLevels - 1)) << kLevelBits);
        ASSERT_EQ(LineFeatures<V>::kOf[code], LineFeatures<V>::kOf[rotated]);
        ASSERT_EQ(LineFeatures<V>::kOf[code], LineFeatures<V>::kOf[swapped]);
    }
}

VARIANT_TEST(TunedLineFeature, TellsEveryLivingLineFromADeadOne) {
    for (int code = 0; code < kLineCodes<V>; ++code) {
        bool dead = false;
        for (int i = 0; i < V.size; ++i) dead |= (code >> kLevelBits * i & (kLevels - 1)) == kLost;
        ASSERT_EQ(LineFeatures<V>::kOf[code] == 0, dead) << code;
        ASSERT_LT(LineFeatures<V>::kOf[code], LineFeatures<V>::kCount);
    }
}

}  // namespace
}  // namespace xttt::tuned
