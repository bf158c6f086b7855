#include "tournament/runner/progress.h"

#include <algorithm>

#include <gmock/gmock.h>

#include "base/random.h"

namespace xttt {
namespace {

const std::vector<StagePlan> kStages{
    {.name = "pools", .pools = 2, .draw = Draw::Random, .promote = 2},
    {.name = "swiss", .format = Format::Swiss, .games = 1, .rounds = 2},
    {.name = "cup", .format = Format::Knockout}};

std::array<int, 2> result(const ScheduledGame& game) {
    return mix64(static_cast<std::uint64_t>(game.entrants[0] * 31 + game.entrants[1])) % 2 == 0
               ? std::array{68, 0}
               : std::array{0, 68};
}

// Plays everything, the games of a round in an order that `seed` shuffles.
Progress played(std::uint64_t seed) {
    Progress progress(kStages, 9, 77);
    Random random(seed);
    while (!progress.finished()) {
        std::vector<ScheduledGame> games;
        while (const auto game = progress.next_game()) games.push_back(*game);
        for (std::size_t i = games.size(); i > 1; --i)
            std::swap(games[i - 1], games[random.below(static_cast<std::uint32_t>(i))]);
        for (const auto& game : games) EXPECT_TRUE(progress.record(game.place, result(game)));
        EXPECT_TRUE(progress.round_complete());
        progress.advance();
    }
    return progress;
}

TEST(Progress, DoesNotDependOnTheOrderInWhichGamesEnd) {
    const Progress first = played(1), second = played(2);
    ASSERT_EQ(first.stages().size(), 3u);
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(first.stages()[i].seats, second.stages()[i].seats);
        EXPECT_EQ(first.tables(static_cast<int>(i)), second.tables(static_cast<int>(i)));
    }
    EXPECT_EQ(first.games_recorded(), second.games_recorded());
    EXPECT_EQ(first.games_left(), 0);
}

TEST(Progress, AssignsEachGameOnceUnlessItIsReturned) {
    Progress progress(kStages, 9, 77);
    const auto first = progress.next_game().value();
    const auto second = progress.next_game().value();
    EXPECT_NE(first.place, second.place);
    EXPECT_EQ(second.entrants, (std::array{first.entrants[1], first.entrants[0]}));
    GamePlace again = first.place;
    again.attempt = 1;
    progress.requeue(again);
    EXPECT_EQ(progress.next_game()->place, again);
    EXPECT_TRUE(progress.record(again, {68, 0}));
    EXPECT_FALSE(progress.record(first.place, {68, 0})) << "it has been played";
    progress.requeue(first.place);
    EXPECT_NE(progress.next_game()->place, first.place);
    EXPECT_FALSE(progress.record({.stage = 1}, {1, 0})) << "not of this round";
}

TEST(Progress, CountsWhatIsLeft) {
    Progress progress(kStages, 9, 77);
    // Pools of 5 and 4, then four in two rounds of two games, then three pairings of two.
    EXPECT_EQ(progress.games_left(), (10 + 6) * 2 + 4 + 6);
    const auto game = progress.next_game().value();
    progress.record(game.place, {68, 0});
    EXPECT_EQ(progress.games_left(), (10 + 6) * 2 + 4 + 6 - 1);
}

}  // namespace
}  // namespace xttt
