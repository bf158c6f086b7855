// The fitting of the tuned evaluation's weights.

#include <cmath>

#include <gtest/gtest.h>

#include "base/random.h"
#include "fit.h"
#include "self_play.h"
#include "weights_text.h"

namespace xttt::tune {
namespace {

// Games whose results follow known log-odds: 1.5 a time for feature 0 and -0.5 for feature 1, where
// the second counts in the ending only.
Samples coin_games(int count) {
    Samples samples;
    Random random{3};
    for (int i = 0; i < count; ++i) {
        const auto share = static_cast<float>(random.unit());
        const int a = static_cast<int>(random.below(5)) - 2,
                  b = static_cast<int>(random.below(7)) - 3;
        const double odds = 1.5 * a - 0.5 * b * (1 - share);
        const bool won = random.unit() < 1 / (1 + std::exp(-odds));
        const std::array terms{Term{0, static_cast<std::int16_t>(a)},
                               Term{1, static_cast<std::int16_t>(b)}};
        samples.add({.opening_share = share,
                     .result = won ? 1.0F : 0.0F,
                     .margin = won ? 10.0F : -10.0F,
                     .game = static_cast<std::uint32_t>(i)},
                    terms);
    }
    return samples;
}

TEST(Fitting, FindsTheWeightsThatMadeTheResults) {
    const auto samples = coin_games(60'000);
    const FitOptions options{
        .features = 3, .line_points = 10, .epochs = 10, .ridge = 0, .phase_ridge = 0};
    const Fit fitted = fit(samples, options, {});
    ASSERT_EQ(fitted.weights.size(), 3U);
    EXPECT_NEAR(fitted.weights[0].opening, 1.5, 0.1);
    EXPECT_NEAR(fitted.weights[0].ending, 1.5, 0.1);
    EXPECT_NEAR(fitted.weights[1].opening, 0, 0.1);
    EXPECT_NEAR(fitted.weights[1].ending, -0.5, 0.1);
    EXPECT_EQ(fitted.weights[2].ending, 0) << "a feature never seen weighs nothing";
    EXPECT_LT(fitted.last.validation_loss, std::log(2.0));
    EXPECT_GT(fitted.points_per_unit, 1);
}

TEST(Fitting, GivesTheSameWeightsForTheSameSeed) {
    const auto samples = coin_games(2'000);
    const FitOptions options{.features = 2, .line_points = 10, .epochs = 2};
    const Fit one = fit(samples, options, {}), other = fit(samples, options, {});
    EXPECT_EQ(one.weights[0].opening, other.weights[0].opening);
    EXPECT_EQ(one.weights[1].ending, other.weights[1].ending);
}

TEST(Fitting, LendsAWeightToThePhaseWhereAFeatureWasNeverSeen) {
    Samples samples;
    Random random{4};
    for (std::uint32_t i = 0; i < 20'000; ++i) {
        const bool won = random.unit() < 0.8;
        const std::array terms{Term{0, 1}};
        samples.add({.opening_share = 0, .result = won ? 1.0F : 0, .margin = 0, .game = i}, terms);
    }
    const FitOptions options{.features = 1,
                             .line_points = 10,
                             .result_share = 1,
                             .rate = 0.05,
                             .ridge = 0,
                             .phase_ridge = 1e-3};
    const Fit fitted = fit(samples, options, {});
    EXPECT_NEAR(fitted.weights[0].ending, std::log(4.0), 0.1);
    EXPECT_GT(fitted.weights[0].opening, 0.5 * fitted.weights[0].ending);
}

TEST(Fitting, ReportsEveryEpoch) {
    int epochs = 0;
    fit(coin_games(500), {.features = 2, .line_points = 10, .epochs = 3},
        [&](const FitReport& report) { EXPECT_EQ(report.epoch, ++epochs); });
    EXPECT_EQ(epochs, 3);
}

TEST(Terms, ThatCancelOutDisappear) {
    TermCollector collector(4);
    collector.add(2, +1);
    collector.add(3, +2);
    collector.add(2, -1);
    const auto terms = collector.take();
    ASSERT_EQ(terms.size(), 1U);
    EXPECT_EQ(terms[0].feature, 3);
    EXPECT_EQ(terms[0].times, 2);
    EXPECT_TRUE(collector.take().empty());
}

TEST(SelfPlay, GivesTheSameSamplesForTheSameSeed) {
    const SelfPlayOptions options{.games = 3, .nodes = 50, .seed = 9};
    Samples one, other;
    ASSERT_TRUE(self_play<kUltimate>(tuned::unfitted_weights<kUltimate>(), options, one, {}));
    ASSERT_TRUE(self_play<kUltimate>(tuned::unfitted_weights<kUltimate>(), options, other, {}));
    ASSERT_GT(one.size(), 10U);
    ASSERT_EQ(one.size(), other.size());
    for (std::size_t i = 0; i < one.size(); ++i) {
        EXPECT_EQ(one.label(i).margin, other.label(i).margin);
        EXPECT_EQ(one.terms(i).size(), other.terms(i).size());
    }
}

TEST(SelfPlay, LabelsAllPositionsOfAGameWithItsResult) {
    Samples samples;
    ASSERT_TRUE(self_play<kDouble>(tuned::unfitted_weights<kDouble>(), {.games = 4, .nodes = 50},
                                   samples, {}));
    ASSERT_GT(samples.size(), 0U);
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const Label& label = samples.label(i);
        EXPECT_EQ(label.result, label.margin > 0 ? 1.0F : (label.margin < 0 ? 0.0F : 0.5F));
        EXPECT_GT(label.opening_share, 0);
        EXPECT_LE(label.opening_share, 1);
        if (i > 0 && samples.label(i - 1).game == label.game) {
            EXPECT_EQ(label.margin, samples.label(i - 1).margin);
        }
    }
}

TEST(WeightsText, HoldsTheNoteAndAllNumbers) {
    const std::array weights{tuned::Weight{1, -2}, tuned::Weight{300, 0}};
    EXPECT_EQ(weights_text(weights, "made\nby hand"), "// made\n// by hand\n{1, -2}, {300, 0},\n");
}

TEST(ScaledWeights, AreHundredthsOfAPointWithinBounds) {
    const Fit fitted{.weights = {{0.5, -0.25}, {1e9, -1e9}}, .last = {}, .points_per_unit = 20};
    std::array<tuned::Weight, 2> weights{};
    scale_weights(fitted, weights);
    EXPECT_EQ(weights[0], (tuned::Weight{1000, -500}));
    EXPECT_LT(weights[1].opening, 32000);
    EXPECT_EQ(weights[1].ending, -weights[1].opening);
}

}  // namespace
}  // namespace xttt::tune
