// Games in a row leave no process, descriptor or memory behind. XTTT_LEAK_GAMES=10000 is the long
// form of these tests.

#include <cstdlib>

#include <gtest/gtest.h>

#include "base/text.h"
#include "players/make_player.h"
#include "referee/referee.h"
#include "referee/traces.h"
#include "support/paths.h"

namespace xttt {
namespace {

// A sanitizer delays the release of freed memory, and reports leaks at exit.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool kSanitized = true;
#elif defined(__has_feature)
constexpr bool kSanitized = __has_feature(address_sanitizer);
#else
constexpr bool kSanitized = false;
#endif

int games_to_play(int usual) {
    const char* wish = std::getenv("XTTT_LEAK_GAMES");
    return wish == nullptr ? usual : to_number<int>(wish).value_or(usual);
}

void play_in_a_row(const std::string& player, int games) {
    auto x = make_player(player, kUltimate), o = make_player("random", kUltimate);
    ASSERT_TRUE(x.has_value()) << x.error().message;
    const auto play = [&](int count) {
        for (int game = 0; game < count; ++game) {
            const GameSetup setup{.variant = &kUltimate, .seed = static_cast<std::uint64_t>(game)};
            const auto played = play_game(setup, {x->get(), o->get()});
            ASSERT_FALSE(played->record.forfeit.has_value()) << played->record.forfeit->detail;
        }
    };
    play(10);  // whatever is allocated once and kept
    const auto descriptors = test::open_descriptors();
    const auto memory = test::resident_memory();
    play(games);
    EXPECT_EQ(test::open_descriptors(), descriptors);
    if (!kSanitized) {
        EXPECT_LT(test::resident_memory(), memory + (4 << 20));
    }
    x->reset();
    EXPECT_TRUE(test::has_no_children());
    EXPECT_FALSE(test::still_runs(test::trivial_ugi()));
}

TEST(GamesInARow, LeakNothingWithOneProcessForAll) {
    play_in_a_row("ugi:" + test::trivial_ugi(), games_to_play(1000));
}

TEST(GamesInARow, LeakNothingWithASandboxForEach) {
    if (!sandbox_support().complete()) GTEST_SKIP() << sandbox_support().what_is_missing();
    play_in_a_row("sandbox:" + test::trivial_ugi(), games_to_play(40));
}

}  // namespace
}  // namespace xttt
