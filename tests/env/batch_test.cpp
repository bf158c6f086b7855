#include "env/batch.h"

#include <algorithm>

#include "env/observation.h"
#include "rules/fen.h"
#include "support/variants.h"

namespace xttt {
namespace {

VARIANT_SUITE(BatchOfGames);

// All arrays a batch can write to.
template <const Variant& V>
struct Arrays {
    explicit Arrays(std::size_t n)
        : observations(n * kObservationBytes<V>),
          masks(n * V.cells()),
          rewards(2 * n),
          dones(n),
          players(n),
          final_observations(n * kObservationBytes<V>) {}
    BatchArrays view() {
        return {observations.data(), masks.data(),   rewards.data(),
                dones.data(),        players.data(), final_observations.data()};
    }
    std::vector<std::uint8_t> observations, masks;
    std::vector<float> rewards;
    std::vector<std::uint8_t> dones, players, final_observations;
};

constexpr std::size_t kGames = 7;

VARIANT_TEST(BatchOfGames, PlaysRandomGamesAsTheRulesDo) {
    Arrays<V> arrays(kGames);
    Batch<V> batch(kGames, 3, RewardKind::Points, arrays.view());
    std::vector<Position<V>> games(kGames);
    std::vector<std::int32_t> actions(kGames);
    int ended = 0;
    for (int step = 0; step < 400; ++step) {
        batch.step_random(actions.data());
        for (std::size_t i = 0; i < kGames; ++i) {
            const Move move = move_of_action<V>(actions[i]);
            ASSERT_TRUE(games[i].is_legal(move));
            games[i].play(move);
            const auto outcome = games[i].outcome();
            ASSERT_EQ(arrays.dones[i] != 0, outcome.has_value());
            ASSERT_EQ(arrays.rewards[2 * i], outcome ? outcome->margin(Side::X) : 0);
            ASSERT_EQ(arrays.rewards[2 * i + 1], outcome ? outcome->margin(Side::O) : 0);
            if (outcome) {
                std::vector<std::uint8_t> last(kObservationBytes<V>);
                write_observation(games[i], Side::X, last.data());
                ASSERT_TRUE(std::ranges::equal(
                    last,
                    std::span(arrays.final_observations).subspan(i * last.size(), last.size())));
                games[i] = Position<V>::initial();
            }
            ended += outcome.has_value();
            ASSERT_EQ(arrays.players[i], index(games[i].side_to_move()));
            ASSERT_EQ(batch.game(i).fen(), to_fen<V>(games[i]));
            std::vector<std::uint8_t> mask(V.cells()), planes(kObservationBytes<V>);
            write_mask(games[i], mask.data());
            write_observation(games[i], games[i].side_to_move(), planes.data());
            ASSERT_TRUE(std::ranges::equal(
                mask, std::span(arrays.masks).subspan(i * mask.size(), mask.size())));
            ASSERT_TRUE(std::ranges::equal(
                planes, std::span(arrays.observations).subspan(i * planes.size(), planes.size())));
        }
    }
    EXPECT_GT(ended, 0);
}

VARIANT_TEST(BatchOfGames, GamesOutsideWhereRest) {
    Arrays<V> arrays(kGames);
    Batch<V> batch(kGames, 3, RewardKind::Win, arrays.view());
    std::vector<std::uint8_t> where(kGames, 1);
    std::vector<std::int32_t> actions(kGames);
    for (int step = 0; step < 300; ++step) {
        std::vector<std::string> before;
        for (std::size_t i = 0; i < kGames; ++i) {
            where[i] = (step + i) % 3 != 0;
            before.push_back(batch.game(i).fen());
        }
        if (step % 2 == 0) {
            batch.step_random(actions.data(), where.data());
        } else {
            // The entry of a game that does not step may be any number.
            for (std::size_t i = 0; i < kGames; ++i) {
                const auto mask = std::span(arrays.masks).subspan(i * V.cells(), V.cells());
                actions[i] =
                    where[i] == 0
                        ? -7
                        : static_cast<std::int32_t>(std::ranges::find(mask, 1) - mask.begin());
            }
            ASSERT_TRUE(batch.step(actions, where.data()).has_value());
        }
        for (std::size_t i = 0; i < kGames; ++i) {
            ASSERT_EQ(batch.game(i).fen() == before[i], where[i] == 0);
            if (where[i] != 0) continue;
            ASSERT_EQ(arrays.dones[i], 0);
            ASSERT_EQ(arrays.rewards[2 * i], 0);
            if (step % 2 == 0) {
                ASSERT_EQ(actions[i], -1);
            }
        }
    }
}

VARIANT_TEST(BatchOfGames, PlaysGivenActionsLikeDrawnOnes) {
    Arrays<V> drawn(kGames), given(kGames);
    Batch<V> first(kGames, 9, RewardKind::Win, drawn.view());
    Batch<V> second(kGames, 1, RewardKind::Win, given.view());
    std::vector<std::int32_t> actions(kGames);
    for (int step = 0; step < 300; ++step) {
        first.step_random(actions.data());
        if (step % 2 == 0) {
            ASSERT_TRUE(second.step(actions).has_value());
        } else {
            const std::vector<std::int64_t> wide(actions.begin(), actions.end());
            ASSERT_TRUE(second.step(wide).has_value());
        }
        ASSERT_EQ(drawn.observations, given.observations);
        ASSERT_EQ(drawn.rewards, given.rewards);
        ASSERT_EQ(drawn.dones, given.dones);
    }
}

VARIANT_TEST(BatchOfGames, RefusesAnIllegalActionAndMovesNoGame) {
    Batch<V> batch(2, 0, RewardKind::Win, {});
    const std::vector<std::int32_t> good{0, 1}, taken{0, 0}, outside{1, V.cells()}, negative{-1, 0};
    ASSERT_TRUE(batch.step(good).has_value());
    const auto before = batch.game(0).fen();
    for (const auto& bad : {taken, outside, negative}) {
        const auto refused = batch.step(bad);
        ASSERT_FALSE(refused.has_value());
        EXPECT_TRUE(refused.error().message.starts_with("game ")) << refused.error().message;
        EXPECT_EQ(batch.game(0).fen(), before);
    }
}

VARIANT_TEST(BatchOfGames, CountsTheGamesThatEndInManySteps) {
    // Games of one block draw their lots in the same order whether or not they are looked at.
    Arrays<V> arrays(kGames);
    Batch<V> looked_at(kGames, 4, RewardKind::Win, arrays.view());
    Batch<V> unseen(kGames, 4, RewardKind::Win, {});
    std::uint64_t ended = 0;
    for (int step = 0; step < 500; ++step) {
        looked_at.step_random(nullptr);
        for (const auto done : arrays.dones) ended += done;
    }
    EXPECT_EQ(unseen.random_steps(500), ended);
    for (std::size_t i = 0; i < kGames; ++i)
        EXPECT_EQ(unseen.game(i).fen(), looked_at.game(i).fen());
}

TEST(BatchOfGames, TakesOverAPositionOfItsVariantOnly) {
    Batch<kUltimate> batch(2, 0, RewardKind::Win, {});
    auto game = make_game("ultimate").value();
    game->play(40);
    ASSERT_TRUE(batch.set_game(1, *game).has_value());
    EXPECT_EQ(batch.game(1).fen(), game->fen());
    EXPECT_FALSE(batch.set_game(0, *make_game("double").value()).has_value());
}

VARIANT_TEST(BatchOfGames, CopiesTheGamesOfAnotherBatch) {
    Arrays<V> arrays(kGames), copied(kGames);
    Batch<V> source(kGames, 3, RewardKind::Win, arrays.view());
    Batch<V> batch(kGames, 8, RewardKind::Win, copied.view());
    for (int round = 0; round < 20; ++round) {
        source.random_steps(7);
        batch.random_steps(3);
        ASSERT_TRUE(batch.copy_games(source).has_value());
        for (std::size_t i = 0; i < kGames; ++i)
            ASSERT_EQ(batch.game(i).fen(), source.game(i).fen());
        ASSERT_EQ(copied.observations, arrays.observations);
        ASSERT_EQ(copied.masks, arrays.masks);
        ASSERT_EQ(copied.players, arrays.players);
        // What the last step of the source ended does not come along.
        ASSERT_EQ(std::ranges::count(copied.dones, 0), static_cast<int>(kGames));
    }
    const auto copy_of = [&](std::string_view variant, std::size_t games) {
        return batch.copy_games(
            make_any<Batch>(variant, games, 0, RewardKind::Win, BatchArrays{}).value());
    };
    EXPECT_FALSE(copy_of(V.name, kGames + 1).has_value());
    const auto other = V.name == kDouble.name ? kUltimate.name : kDouble.name;
    EXPECT_FALSE(copy_of(other, kGames).has_value());
}

}  // namespace
}  // namespace xttt
