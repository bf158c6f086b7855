#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "players/make_player.h"
#include "players/ugi_player.h"
#include "referee/referee.h"
#include "support/paths.h"

namespace xttt {
namespace {

const std::string kTrivial = "ugi:" + test::trivial_ugi();

std::unique_ptr<Player> made(const std::string& text, const Variant& variant) {
    auto player = make_player(text, variant);
    EXPECT_TRUE(player.has_value()) << player.error().message;
    return player ? std::move(*player) : nullptr;
}

TEST(UgiPlayer, PlaysManyGamesOfEveryVariantInOneProcess) {
    for (const Variant* variant : kVariants) {
        const auto x = made(kTrivial, *variant), o = made("random", *variant);
        for (std::uint64_t seed = 0; seed < 3; ++seed) {
            const GameSetup setup{.variant = variant, .seed = seed};
            const auto game = play_game(setup, {x.get(), o.get()});
            EXPECT_FALSE(game->record.forfeit.has_value()) << game->record.forfeit->detail;
        }
    }
}

TEST(UgiPlayer, IsToldTheStartPosition) {
    // The trivial player does not support FENs and exits; without the FEN it would play.
    const auto x = made(kTrivial, kUltimate), o = made("random", kUltimate);
    auto pos = Position<kUltimate>::initial();
    pos.play({4, 4});
    const GameSetup setup{.variant = &kUltimate, .start_fen = to_fen(pos)};
    const auto game = play_game(setup, {o.get(), x.get()});
    ASSERT_TRUE(game->record.forfeit.has_value());
    EXPECT_EQ(game->record.forfeit->reason, ForfeitReason::Crash);
}

TEST(UgiPlayer, AMissingSandboxIsNotItsFault) {
    UgiPlayer player({.argv = {test::trivial_ugi()},
                      .sandbox = SandboxConfig{.launcher = "/nonexistent/xttt-sandbox"}},
                     UgiPlayer::Lifetime::OneGame, kExtreme);
    const auto failure = player.start_game({.variant = kExtreme, .side = Side::X, .seed = 1},
                                           after(std::chrono::seconds(5)));
    ASSERT_TRUE(failure);
    EXPECT_TRUE(failure->of_host) << failure->evidence;
}

TEST(CourseBotPlayer, PlaysAWholeGameOfEachEdition) {
    if (!sandbox_support().complete()) GTEST_SKIP() << sandbox_support().what_is_missing();
    const std::string folder = "python:" + test::source_path("tests/bots/course/");
    const std::pair<const Variant*, const char*> pairings[] = {{&kExtreme, "team01_random.py"},
                                                               {&kDouble, "team07_random.py"}};
    for (const auto& [variant, file] : pairings) {
        const auto x = made(folder + file, *variant), o = made("random", *variant);
        const auto game = play_game({.variant = variant}, {x.get(), o.get()});
        EXPECT_FALSE(game->record.forfeit.has_value()) << game->record.forfeit->detail;
        EXPECT_GT(game->used[0].cpu.count(), 0);
        EXPECT_FALSE(x->usage().has_value());  // it has ended with its game
    }
}

}  // namespace
}  // namespace xttt
