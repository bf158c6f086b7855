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
