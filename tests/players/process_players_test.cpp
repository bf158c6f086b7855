#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "players/make_player.h"
#include "players/ugi_player.h"
#include "referee/referee.h"
#include "support/fresh_folder.h"
#include "support/no_processes.h"
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

TEST(UgiPlayer, AMachineWithoutProcessesIsNotItsFault) {
    UgiPlayer plain({.argv = {test::trivial_ugi()}}, UgiPlayer::Lifetime::OneGame, kExtreme);
    UgiPlayer sandboxed({.argv = {test::trivial_ugi()}, .sandbox = SandboxConfig{}},
                        UgiPlayer::Lifetime::OneGame, kExtreme);
    const auto start = [](UgiPlayer& player) {
        return player.start_game({.variant = kExtreme, .side = Side::X, .seed = 1},
                                 after(std::chrono::seconds(5)));
    };
    {
        const test::NoProcesses none;
        if (!none.is_on()) GTEST_SKIP() << "the number of processes cannot be limited here";
        for (UgiPlayer* player : {&plain, &sandboxed}) {
            const auto failure = start(*player);
            ASSERT_TRUE(failure);
            EXPECT_TRUE(failure->of_host) << failure->evidence;
        }
    }
    EXPECT_FALSE(start(plain));
}

TEST(UgiPlayer, AFileThatCannotRunIsItsFault) {
    const test::FreshFolder folder;
    const std::string program = folder / "bot";
    std::ofstream(program) << "\x7f" << "ELF, but nothing else";
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    UgiPlayer plain({.argv = {program}}, UgiPlayer::Lifetime::OneGame, kExtreme);
    UgiPlayer sandboxed({.argv = {program}, .sandbox = SandboxConfig{}},
                        UgiPlayer::Lifetime::OneGame, kExtreme);
    for (UgiPlayer* player : {&plain, &sandboxed}) {
        const auto failure = player->start_game({.variant = kExtreme, .side = Side::X, .seed = 1},
                                                after(std::chrono::seconds(5)));
        ASSERT_TRUE(failure);
        EXPECT_FALSE(failure->of_host) << failure->evidence;
    }
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

TEST(CourseBotPlayer, NotesOfItsMovesHaveItsMemory) {
    if (!sandbox_support().complete()) GTEST_SKIP() << sandbox_support().what_is_missing();
    const test::FreshFolder folder;
    std::ofstream(folder / "team1.py") << R"(import random
class Player1:
    def __init__(self):
        self.moves = 0
    def move(self, board, old_move, flag):
        self.moves += 1
        if self.moves == 3:
            self.table = "x" * (64 << 20)
        return random.choice(board.find_valid_move_cells(old_move))
)";
    const auto x = made("python:" + (folder / "team1.py"), kExtreme), o = made("random", kExtreme);
    ASSERT_TRUE(x);
    GameSetup setup{.variant = &kExtreme, .record_memory = true};
    const auto game = play_game(setup, {x.get(), o.get()});
    ASSERT_FALSE(game->record.forfeit.has_value()) << game->record.forfeit->detail;
    Position<kExtreme> pos = Position<kExtreme>::initial();
    std::vector<std::uint64_t> own;
    for (const auto& [move, note] : game->record.moves) {
        EXPECT_EQ(note.memory.has_value(), pos.side_to_move() == Side::X);
        if (note.memory) own.push_back(*note.memory);
        pos.play(move);
    }
    ASSERT_GT(own.size(), 3u);
    EXPECT_GT(own[0], 1000u);  // KiB: the interpreter
    EXPECT_LT(own[1], 64u << 10);
    EXPECT_GT(own[2], 64u << 10);

    setup.record_memory = false;
    const auto without = play_game(setup, {x.get(), o.get()});
    for (const auto& recorded : without->record.moves) EXPECT_FALSE(recorded.note.memory);
}

}  // namespace
}  // namespace xttt
