#include "rules/playout.h"

#include <cmath>

#include <gtest/gtest.h>

#include "support/scene.h"
#include "support/variants.h"

namespace xttt {
namespace {

using test::Scene;

#if defined(__OPTIMIZE__) && defined(NDEBUG)
constexpr std::uint64_t kMany = 20'000;
#else
constexpr std::uint64_t kMany = 1'000;
#endif

// Random games by the plainest means there are.
template <const Variant& V>
PlayoutTally plain_playouts(std::uint64_t games, Random& random) {
    PlayoutTally tally;
    for (; tally.games < games; ++tally.games) {
        auto pos = Position<V>::initial();
        for (; !pos.over(); ++tally.moves)
            pos.play(pos.nth_legal(random.below(static_cast<std::uint32_t>(pos.legal_count()))));
        const auto outcome = *pos.outcome();
        if (outcome.line_winner)
            ++tally.line_wins[index(*outcome.line_winner)];
        else
            ++tally.full;
        for (int s = 0; s < 2; ++s)
            tally.points[s] += static_cast<std::uint64_t>(outcome.points[s]);
    }
    return tally;
}

// Two frequencies out of n trials each are as close as chance keeps them 99.99 times in 100.
void expect_same_frequency(std::uint64_t a, std::uint64_t b, std::uint64_t n) {
    const double p = static_cast<double>(a + b) / (2.0 * static_cast<double>(n));
    const double deviation = std::sqrt(2 * p * (1 - p) / static_cast<double>(n));
    EXPECT_NEAR(static_cast<double>(a) / static_cast<double>(n),
                static_cast<double>(b) / static_cast<double>(n), 4 * deviation + 1e-9);
}

void expect_same_distribution(const PlayoutTally& a, const PlayoutTally& b) {
    ASSERT_EQ(a.games, b.games);
    const auto n = static_cast<double>(a.games);
    for (int s = 0; s < 2; ++s) expect_same_frequency(a.line_wins[s], b.line_wins[s], a.games);
    expect_same_frequency(a.full, b.full, a.games);
    // The length of a game deviates by less than a quarter of its mean.
    const double mean = static_cast<double>(a.moves) / n;
    EXPECT_NEAR(mean, static_cast<double>(b.moves) / n, 4 * 0.25 * mean * std::sqrt(2 / n));
}

VARIANT_SUITE(Playouts);

VARIANT_TEST(Playouts, EndEveryGameAndCountItOnce) {
    for (const std::uint64_t games : {0, 1, 2, 3, 4, 10, 100}) {
        Random random{games};
        for (const auto& tally : {random_playouts(Position<V>::initial(), games, random),
                                  random_playouts_batched(Position<V>::initial(), games, random)}) {
            EXPECT_EQ(tally.games, games);
            EXPECT_EQ(tally.line_wins[0] + tally.line_wins[1] + tally.full, games);
            EXPECT_GE(tally.moves, games * V.size * V.size);
            EXPECT_LE(tally.moves, games * V.cells());
        }
    }
}
VARIANT_TEST(Playouts, AreTheSameForTheSameSeed) {
    const auto once = [](auto play) {
        Random random{99};
        return play(Position<V>::initial(), 50, random).moves;
    };
    EXPECT_EQ(once(random_playouts<V>), once(random_playouts<V>));
    EXPECT_EQ(once(random_playouts_batched<V>), once(random_playouts_batched<V>));
}
VARIANT_TEST(Playouts, OneAtATimeAndBatchedPlayUniformMoves) {
    Random random{2018};
    const auto plain = plain_playouts<V>(kMany, random);
    expect_same_distribution(random_playouts(Position<V>::initial(), kMany, random), plain);
    expect_same_distribution(random_playouts_batched(Position<V>::initial(), kMany, random), plain);
}
VARIANT_TEST(Playouts, OfAFinishedGameCountItWithoutAMove) {
    Scene<V> scene;
    for (int place = 0; place < V.size; ++place) scene.won(Side::O, place);
    Random random{1};
    for (const auto& tally : {random_playouts(scene.position(), 7, random),
                              random_playouts_batched(scene.position(), 7, random)}) {
        EXPECT_EQ(tally.games, 7u);
        EXPECT_EQ(tally.moves, 0u);
        EXPECT_EQ(tally.line_wins[1], 7u);
        EXPECT_EQ(tally.points[1], 7u * V.line_points);
    }
}
VARIANT_TEST(Playouts, ReturnTheFinalPositionOfOneGame) {
    Random random{4};
    const auto end =
        random_playout<V>(Position<V>::initial().template with_tracking<Tracking::None>(), random);
    EXPECT_TRUE(end.over());
    EXPECT_TRUE(end.outcome().has_value());
}
VARIANT_TEST(Playouts, OfAFullGameCountThePointsOfTheBoardsWon) {
    const auto pos = Scene<V>().won(Side::X, 0).won(Side::O, 1).rest_drawn().position();
    ASSERT_EQ(pos.status(), Status::Full);
    Random random{6};
    const auto tally = random_playouts_batched(pos, 20, random);
    EXPECT_EQ(tally.full, 20u);
    EXPECT_EQ(tally.points[0], 20u * V.board_points.corner);
    EXPECT_EQ(tally.points[1], 20u * V.board_points.edge);
}

}  // namespace
}  // namespace xttt
