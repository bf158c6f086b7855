#include "players/engine_player.h"

#include <gtest/gtest.h>

#include "players/make_player.h"
#include "referee/referee.h"
#include "search/make_searcher.h"

namespace xttt {
namespace {

using namespace std::chrono_literals;

PlayedGame game_of(const std::string& x, const std::string& o, GameSetup setup) {
    auto first = make_player(x, *setup.variant);
    auto second = make_player(o, *setup.variant);
    EXPECT_TRUE(first && second);
    return *play_game(setup, {first->get(), second->get()});
}

TEST(EnginePlayer, PlaysWholeGamesWithEveryAlgorithmInEveryVariant) {
    for (const Variant* variant : kVariants)
        for (const auto algorithm : algorithm_names()) {
            SCOPED_TRACE(std::string(variant->name) + " " + std::string(algorithm));
            const auto game =
                game_of("engine:" + std::string(algorithm) + ",hash=1,nodes=40,depth=2", "random",
                        {.variant = variant, .seed = 3});
            EXPECT_FALSE(game.record.forfeit.has_value()) << game.record.forfeit->detail;
            EXPECT_NE(game.ending.result, GameResult::Unfinished);
        }
}

TEST(EnginePlayer, PlaysTheSameGameAgainForTheSameSeed) {
    const auto once = [](std::uint64_t seed) {
        const GameSetup setup{.variant = &kUltimate, .seed = seed};
        return game_of("engine:pvs,skill=2,hash=1,nodes=200", "engine:mcts,hash=1,nodes=50", setup);
    };
    const auto moves = [](const PlayedGame& game) {
        std::vector<Move> list;
        for (const auto& recorded : game.record.moves) list.push_back(recorded.move);
        return list;
    };
    const auto first = moves(once(1));
    EXPECT_EQ(moves(once(1)), first);
    EXPECT_NE(moves(once(2)), first);
}

TEST(EnginePlayer, AnswersWithinItsTimeAndSaysWhatItSaw) {
    const PlayLimits quick{.move_time = 60ms};
    const GameSetup setup{.variant = &kUltimate, .limits = {quick, quick}, .margin = 500ms};
    const auto game = game_of("engine:hash=1", "random", setup);
    EXPECT_FALSE(game.record.forfeit.has_value()) << game.record.forfeit->detail;
    EXPECT_GT(game.record.moves[0].note.depth.value_or(0), 0);
    EXPECT_TRUE(game.record.moves[0].note.score.has_value());
}

}  // namespace
}  // namespace xttt
