#include "tournament/report/read_report.h"

#include <fstream>

#include <gmock/gmock.h>

#include "support/fresh_folder.h"
#include "tournament/report/report_html.h"
#include "tournament/report/sample_report.h"
#include "tournament/store/store.h"

namespace xttt {
namespace {

using ::testing::HasSubstr;

// A store with two stages, one of them in two pools, and a game outside of all.
class ReadReport : public ::testing::Test {
protected:
    ReadReport() : path_(folder_ / "games.db") {
        auto store = Store::open(path_).value();
        const TournamentFacts facts{.name = "Cup",
                                    .variant = &kUltimate,
                                    .seed = 7,
                                    .time_control = "1 s a move",
                                    .config = "",
                                    .created = "2020-02-02"};
        std::vector<StoredEntrant> entrants;
        for (int i = 0; i < 4; ++i) entrants.push_back({i, fmt::format("bot{}", i), "random"});
        EXPECT_TRUE(store.begin(facts, entrants));
        EXPECT_TRUE(store.add_stage(
            {0, "Pools", "round-robin", {{0, 0, 0}, {1, 0, 1}, {2, 1, 0}, {3, 1, 1}}}));
        EXPECT_TRUE(store.add_stage({1, "Final", "round-robin", {{0, 0, 0}, {2, 0, 1}}}));
        Random random(1);
        std::vector<GameToStore> games;
        const auto play = [&](std::optional<GamePlace> place, int pool, int x, int o,
                              bool forfeits) {
            GameToStore game;
            game.place = place;
            game.pool = pool;
            game.entrants = {x, o};
            game.game.record = test::random_game<kUltimate>(random, forfeits);
            game.game.ending = ending_of(game.game.record).value();
            game.game.used[0] = {.moves = 2,
                                 .total = std::chrono::milliseconds(30),
                                 .longest = std::chrono::milliseconds(20),
                                 .cpu = {}};
            games.push_back(std::move(game));
        };
        play(GamePlace{.pairing = 0}, 0, 0, 1, false);
        play(GamePlace{.pairing = 1}, 1, 2, 3, true);
        play(GamePlace{.pairing = 1, .game = 1}, 1, 3, 2, false);
        play(GamePlace{.stage = 1}, 0, 0, 2, false);
        play(std::nullopt, 0, 1, 3, false);
        EXPECT_TRUE(store.add(games));
    }
    ReportData read(std::size_t replays) {
        const auto reader = StoreReader::open(path_);
        if (!reader) throw std::runtime_error(reader.error().message);
        auto data = read_report(*reader, replays);
        if (!data) throw std::runtime_error(data.error().message);
        return std::move(*data);
    }

    test::FreshFolder folder_;
    std::string path_;
};

TEST_F(ReadReport, TakesEverythingFromTheStore) {
    const auto data = read(100);
    EXPECT_EQ(data.title, "Cup");
    ASSERT_EQ(data.bots.size(), 4u);
    EXPECT_EQ(data.bots[3].name, "bot3");
    ASSERT_EQ(data.stages.size(), 3u);
    EXPECT_EQ(data.stages[0].groups.size(), 2u);
    EXPECT_EQ(data.stages[0].groups[1].bots, (std::vector{2, 3}));
    EXPECT_EQ(data.stages[2].groups[0].bots, (std::vector{1, 3}));
    ASSERT_EQ(data.games.size(), 5u);
    EXPECT_EQ(data.games[1].group, 1);
    ASSERT_TRUE(data.games[1].forfeit);
    EXPECT_EQ(data.games[1].forfeit->reason, ForfeitReason::TimeLimit);
    EXPECT_EQ(data.games[1].points[index(data.games[1].forfeit->offender)], 0);
    EXPECT_EQ(data.games[4].stage, 2);
    EXPECT_EQ(data.games[0].time[0].moves, 2);
    EXPECT_EQ(data.games[0].time[0].total, 30);
    for (const auto& game : data.games) EXPECT_FALSE(game.replay.empty());
    EXPECT_THAT(report_html(data), HasSubstr("Final"));
}

TEST_F(ReadReport, LeavesMovesOutBeyondTheLimit) {
    const auto data = read(2);
    ASSERT_EQ(data.games.size(), 5u);
    for (const std::size_t i : {0, 2, 3}) EXPECT_TRUE(data.games[i].replay.empty());
    EXPECT_FALSE(data.games[1].replay.empty());
    EXPECT_FALSE(data.games[4].replay.empty());
    for (const auto& game : read(0).games) EXPECT_TRUE(game.replay.empty());
}

}  // namespace
}  // namespace xttt
