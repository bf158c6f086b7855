#include "stats/sprt.h"

#include <gtest/gtest.h>

#include "base/random.h"
#include "stats/reference_values.h"

namespace xttt {
namespace {

// The values fastchess publishes for the same counts and bounds.
TEST(Sprt, AgreesWithFastchess) {
    const SprtBounds half{.elo0 = 0.5, .elo1 = 2.5}, two{.elo0 = 0, .elo1 = 2};
    EXPECT_NEAR(sprt(half, Trinomial{.wins = 21404, .draws = 40708, .losses = 21184}).llr, -1.57,
                0.006);
    EXPECT_NEAR(sprt(two, Trinomial{.wins = 57433, .draws = 106593, .losses = 57030}).llr, -2.59,
                0.006);
    EXPECT_NEAR(sprt(half, Pentanomial{{223, 9863, 21279, 10037, 246}}).llr, -3.07, 0.006);
    EXPECT_NEAR(sprt(two, Pentanomial{{871, 26175, 55983, 26678, 821}}).llr, -4.98, 0.006);
}

TEST(Sprt, AgreesWithFastchessInNormalizedElo) {
    const SprtBounds gain{.model = EloModel::Normalized, .elo0 = 0, .elo1 = 2},
        no_loss{.model = EloModel::Normalized, .elo0 = -1.75, .elo1 = 0.25};
    EXPECT_NEAR(sprt(gain, Trinomial{.wins = 36433, .draws = 68692, .losses = 36027}).llr, 0.92,
                0.006);
    EXPECT_NEAR(sprt(no_loss, Trinomial{.wins = 10871, .draws = 20431, .losses = 10650}).llr, 2.30,
                0.006);
    EXPECT_NEAR(sprt(gain, Pentanomial{{365, 16618, 36229, 16974, 390}}).llr, 2.25, 0.006);
    EXPECT_NEAR(sprt(no_loss, Pentanomial{{127, 4883, 10712, 5150, 104}}).llr, 3.01, 0.006);
}

TEST(Sprt, AgreesWithASearchOfAllDistributions) {
    using test::reference_value;
    const auto close = [](double found, const char* name) {
        EXPECT_NEAR(found, reference_value(name), 2e-4) << name;
    };
    close(sprt({.elo0 = 0, .elo1 = 5}, Trinomial{540, 1030, 480}).llr, "llr.trinomial");
    close(sprt({.elo0 = 0, .elo1 = 50}, Trinomial{45, 5, 10}).llr, "llr.trinomial_wide");
    close(sprt({.elo0 = 0, .elo1 = 100}, Trinomial{12, 0, 0}).llr, "llr.trinomial_unseen");
    close(sprt({.elo0 = 0, .elo1 = 10}, Pentanomial{{34, 210, 512, 260, 41}}).llr,
          "llr.pentanomial");
    close(sprt({.elo0 = -5, .elo1 = 20}, Pentanomial{{0, 3, 20, 11, 0}}).llr,
          "llr.pentanomial_unseen");
}

// From a program that maximises the likelihood over mean and variance in turn, not by the formula.
TEST(Sprt, NormalizedAgreesWithASearchOfAllDistributions) {
    const auto llr = [](double elo0, double elo1, const auto& results) {
        return sprt({.model = EloModel::Normalized, .elo0 = elo0, .elo1 = elo1}, results).llr;
    };
    const Pentanomial many{{12, 80, 150, 110, 20}};
    EXPECT_NEAR(llr(0, 5, many), 0.934263529, 1e-8);
    EXPECT_NEAR(llr(-3, 1, many), 0.833064877, 1e-8);
    // Symmetry, and no opinion where both hypotheses are equally far.
    EXPECT_NEAR(llr(-5, 0, Pentanomial{{20, 110, 150, 80, 12}}), -0.934263529, 1e-8);
    EXPECT_NEAR(llr(-5, 5, Pentanomial{{3, 20, 50, 20, 3}}), 0, 1e-9);
    // Results that no bound explains do not end in NaN.
    EXPECT_TRUE(std::isfinite(llr(-200, 200, Trinomial{.wins = 1000})));
    EXPECT_TRUE(std::isfinite(llr(150, 200, Trinomial{.draws = 1000})));
    EXPECT_FALSE(check({.model = EloModel::Normalized, .elo0 = 0, .elo1 = 300}));
}

TEST(NormalizedElo, IsTheScoreInStandardDeviations) {
    const auto games = normalized_elo(Trinomial{.wins = 60, .draws = 0, .losses = 40});
    ASSERT_TRUE(games);
    // 0.1 above one half, and a standard deviation of sqrt(0.24).
    EXPECT_NEAR(games->value, 347.43558552 * 0.1 / std::sqrt(0.24), 1e-6);
    EXPECT_NEAR(games->high - games->value, 1.95996398 * 347.43558552 / 10, 1e-6);
    // Pairs of independent games say the same.
    const auto pairs = normalized_elo(Pentanomial{{16, 0, 48, 0, 36}});
    ASSERT_TRUE(pairs);
    EXPECT_NEAR(pairs->value, games->value, 1e-6);
    EXPECT_FALSE(normalized_elo(Trinomial{.wins = 5}));
    EXPECT_FALSE(normalized_elo(Pentanomial{}));
}

TEST(Sprt, StopsAtWaldsBounds) {
    const SprtBounds bounds{.elo0 = 0, .elo1 = 20};
    EXPECT_NEAR(bounds.lower(), -2.944439, 1e-6);
    EXPECT_NEAR(bounds.upper(), 2.944439, 1e-6);
    EXPECT_EQ(sprt(bounds, Pentanomial{}).verdict, SprtVerdict::Undecided);
    EXPECT_EQ(sprt(bounds, Pentanomial{{5, 20, 50, 20, 5}}).verdict, SprtVerdict::Undecided);
    EXPECT_EQ(sprt(bounds, Pentanomial{{50, 300, 500, 200, 30}}).verdict, SprtVerdict::AcceptH0);
    EXPECT_EQ(sprt(bounds, Pentanomial{{30, 200, 500, 300, 50}}).verdict, SprtVerdict::AcceptH1);
}

TEST(Sprt, DoesNotDecideAfterAHandfulOfPairs) {
    const SprtBounds wide{.elo0 = 0, .elo1 = 400};
    EXPECT_GT(sprt(wide, Pentanomial{{0, 0, 0, 0, kMinPairs - 1}}).llr, wide.upper());
    EXPECT_EQ(sprt(wide, Pentanomial{{0, 0, 0, 0, kMinPairs - 1}}).verdict, SprtVerdict::Undecided);
    EXPECT_EQ(sprt(wide, Pentanomial{{0, 0, 0, 0, kMinPairs}}).verdict, SprtVerdict::AcceptH1);
    EXPECT_EQ(sprt(wide, Trinomial{.losses = 2 * kMinPairs - 1}).verdict, SprtVerdict::Undecided);
    EXPECT_EQ(sprt(wide, Trinomial{.losses = 2 * kMinPairs}).verdict, SprtVerdict::AcceptH0);
}

TEST(Sprt, PairsThatAreAllAlikeProveLittle) {
    const SprtBounds narrow{.elo0 = 0, .elo1 = 10};
    for (const Pentanomial& alike : {Pentanomial{{0, 0, 40, 0, 0}}, Pentanomial{{0, 0, 0, 40, 0}}})
        EXPECT_EQ(sprt(narrow, alike).verdict, SprtVerdict::Undecided);
}

TEST(Sprt, ChangesSignWhenThePlayersAreSwapped) {
    const Pentanomial results{{12, 40, 90, 61, 20}}, reversed{{20, 61, 90, 40, 12}};
    const double there = sprt({.elo0 = 0, .elo1 = 8}, results).llr;
    const double back = sprt({.elo0 = -8, .elo1 = 0}, reversed).llr;
    EXPECT_NEAR(there, -back, 1e-9);
}

TEST(Sprt, RefusesBoundsThatTestNothing) {
    EXPECT_TRUE(check(SprtBounds{}));
    EXPECT_FALSE(check(SprtBounds{.elo0 = 5, .elo1 = 5}));
    EXPECT_FALSE(check(SprtBounds{.elo0 = 5, .elo1 = 0}));
    EXPECT_FALSE(check(SprtBounds{.alpha = 0}));
    EXPECT_FALSE(check(SprtBounds{.beta = 0.5}));
    EXPECT_FALSE(check(SprtBounds{.elo1 = 1e9}));
    EXPECT_FALSE(check(SprtBounds{.alpha = NAN}));
}

// Some tests of known strength; bench/sprt_error_rates plays ten thousand.
TEST(Sprt, SeldomErrs) {
    constexpr int kTests = 200;
    const SprtBounds bounds{.elo0 = 0, .elo1 = 60};
    for (const bool stronger : {false, true}) {
        const double mean = expected_score(stronger ? bounds.elo1 : bounds.elo0);
        Random random(stronger ? 11 : 12);
        const auto game = [&] { return random.unit() < mean ? 1.0 : 0.0; };
        int wrong = 0;
        for (int i = 0; i < kTests; ++i) {
            Pentanomial results;
            SprtState state;
            while (state.verdict == SprtVerdict::Undecided) {
                const double first = game();
                results.add(first, game());
                state = sprt(bounds, results);
            }
            wrong += state.verdict != (stronger ? SprtVerdict::AcceptH1 : SprtVerdict::AcceptH0);
        }
        EXPECT_LE(wrong, 20) << (stronger ? "at elo1" : "at elo0");  // 10 are to be expected
    }
}

TEST(SequentialTest, TakesPairsInOrderAndStopsAtTheVerdict) {
    SequentialTest test({.elo0 = 0, .elo1 = 50});
    test.add(3, 1);
    test.add(2, 1);
    EXPECT_EQ(test.games().games(), 0) << "the first pair is not complete";
    test.add(0, 0.5);
    test.add(1, 1);
    EXPECT_EQ(test.games().games(), 4);
    EXPECT_EQ(test.pairs().pairs, (std::array<long, 5>{0, 0, 0, 1, 1}));
    int game = 4;
    for (; game < 10'000 && test.state().verdict == SprtVerdict::Undecided; ++game)
        test.add(game, game % 3 == 0 ? 0 : 1);
    EXPECT_EQ(test.state().verdict, SprtVerdict::AcceptH1);
    const auto decided = test.games();
    for (int more = 0; more < 100; ++more) test.add(game + more, 0);
    EXPECT_EQ(test.games(), decided);
}

}  // namespace
}  // namespace xttt
