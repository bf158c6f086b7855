#include <algorithm>
#include <filesystem>
#include <map>

#include <gmock/gmock.h>
#include <sqlite3.h>

#include "base/text.h"
#include "support/fresh_folder.h"
#include "tournament/report/report_data.h"
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
        std::vector<Entrant> entrants;
        for (int i = 0; i < 4; ++i) entrants.push_back({i, fmt::format("bot{}", i), "random"});
        EXPECT_TRUE(store.begin(facts, entrants));
        EXPECT_TRUE(store.add_stage(
            {0, "Pools", "round-robin", {{0, 0, 0}, {1, 0, 1}, {2, 1, 0}, {3, 1, 1}}}));
        EXPECT_TRUE(store.add_stage({1, "Final", "round-robin", {{0, 0, 0}, {2, 0, 1}}}));
        Random random(1);
        std::vector<StoredGame> games;
        std::vector<GameRecord> records;
        const auto play = [&](std::optional<GamePlace> place, int pool, int x, int o,
                              bool forfeits) {
            PlayedGame played;
            played.record = test::random_game<kUltimate>(random, forfeits);
            played.ending = ending_of(played.record).value();
            played.used[0] = {.moves = 2,
                              .total = std::chrono::milliseconds(30),
                              .longest = std::chrono::milliseconds(20),
                              .cpu = {}};
            StoredGame game = summary_of(played);
            game.place = place;
            game.pool = pool;
            game.entrants = {x, o};
            games.push_back(std::move(game));
            records.push_back(std::move(played.record));
        };
        play(GamePlace{.pairing = 0}, 0, 0, 1, false);
        play(GamePlace{.pairing = 1}, 1, 2, 3, true);
        play(GamePlace{.pairing = 1, .game = 1}, 1, 3, 2, false);
        play(GamePlace{.stage = 1}, 0, 0, 2, false);
        play(std::nullopt, 0, 1, 3, false);
        EXPECT_TRUE(store.add(games, records));
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
    for (const auto& game : data.games) EXPECT_FALSE(game.moves.empty());
    EXPECT_THAT(test::plain_report(data), HasSubstr("Final"));
}

TEST_F(ReadReport, LeavesMovesOutBeyondTheLimit) {
    const auto data = read(2);
    ASSERT_EQ(data.games.size(), 5u);
    for (const std::size_t i : {0, 2, 3}) EXPECT_TRUE(data.games[i].moves.empty());
    EXPECT_FALSE(data.games[1].moves.empty());
    EXPECT_FALSE(data.games[4].moves.empty());
    for (const auto& game : read(0).games) EXPECT_TRUE(game.moves.empty());
}

TEST_F(ReadReport, ListsAGameThatWasForfeitedBeforeTheFirstMove) {
    {
        auto store = Store::open(path_).value();
        PlayedGame played;
        played.record.variant = &kUltimate;
        played.record.forfeit = Forfeit{Side::X, ForfeitReason::Crash, "SyntaxError in line 3"};
        played.ending = ending_of(played.record).value();
        StoredGame game = summary_of(played);
        game.entrants = {2, 1};
        ASSERT_TRUE(store.add({&game, 1}, {&played.record, 1}));
    }
    const auto data = read(100);
    ASSERT_EQ(data.games.size(), 6u);
    EXPECT_TRUE(data.games[5].in_file);
    EXPECT_TRUE(data.games[5].moves.empty());
    const std::string html = test::plain_report(data);
    EXPECT_THAT(html, HasSubstr("SyntaxError in line 3"));
    EXPECT_THAT(html, ::testing::Not(HasSubstr("forfeits first, then the latest")));
}

// Every value of the store, replaced by one that no program of ours writes there. The report says
// what is wrong, unless the tables' constraints keep the value out or it is one of those below,
// which are within what a store may hold.
TEST_F(ReadReport, RefusesValuesOutOfRange) {
    const std::map<std::string, std::string> columns{
        {"games",
         "stage round pairing game attempt pool x o variant result reason points_x points_o "
         "counts plies opening moves_x moves_o time_x time_o longest_x longest_o cpu_x cpu_o "
         "waited longest_wait too_busy ended detail worker"},
        {"seats", "entrant pool seed"},
        {"stages", "id"},
        {"entrants", "id"},
        {"facts", "value"},
        {"moves", "seed start tags moves"}};
    // Accepted values: places, points and times in range, texts of any content, seeds of any kind.
    // A flag that is not a number means that a game does not count.
    const std::string texts =
        "-1 1000000 2147483648 -9223372036854775808 9223372036854775807 'text' x'ff00ff'";
    const std::string times = "1000000 2147483648", marks = "'text' x'ff00ff' zeroblob(3000000)";
    std::map<std::string, std::string> fine{{"games.round", "1000000"},
                                            {"games.attempt", "1000000"},
                                            {"games.points_x", "1000000"},
                                            {"games.points_o", "1000000"},
                                            {"games.counts", marks},
                                            {"games.ended", times},
                                            {"games.detail", texts},
                                            {"games.worker", texts},
                                            {"moves.seed", texts + " zeroblob(3000000)"}};
    for (const char* column :
         {"time_x", "time_o", "longest_x", "longest_o", "cpu_x", "cpu_o", "waited", "longest_wait"})
        fine[fmt::format("games.{}", column)] = times;
    const std::string copy = path_ + ".copy";
    int refused = 0;
    for (const auto& [table, names] : columns)
        for (const auto name : split(names, ' '))
            for (const char* value :
                 {"-1", "1000000", "2147483648", "-9223372036854775808", "9223372036854775807",
                  "'text'", "x'ff00ff'", "zeroblob(3000000)"}) {
                std::filesystem::copy_file(path_, copy,
                                           std::filesystem::copy_options::overwrite_existing);
                sqlite3* handle = nullptr;
                ASSERT_EQ(sqlite3_open(copy.c_str(), &handle), SQLITE_OK);
                const bool changed =
                    sqlite3_exec(handle,
                                 fmt::format("UPDATE {} SET {} = {}", table, name, value).c_str(),
                                 nullptr, nullptr, nullptr) == SQLITE_OK;
                sqlite3_close(handle);
                const auto reader = StoreReader::open(copy);
                ASSERT_TRUE(reader) << reader.error().message;
                const auto data = read_report(*reader, 100);
                if (data) (void)test::plain_report(*data);
                refused += !data;
                const auto values = split(fine[fmt::format("{}.{}", table, name)], ' ');
                const bool is_fine = std::ranges::find(values, value) != values.end();
                EXPECT_EQ(data.has_value(), !changed || is_fine)
                    << table << '.' << name << " = " << value;
            }
    EXPECT_GT(refused, 0);
}

TEST_F(ReadReport, RefusesASeatInANegativeOrHugePool) {
    for (const char* pool : {"-1", "2147483647", "1000"}) {
        sqlite3* handle = nullptr;
        ASSERT_EQ(sqlite3_open(path_.c_str(), &handle), SQLITE_OK);
        sqlite3_exec(handle, fmt::format("UPDATE seats SET pool = {}", pool).c_str(), nullptr,
                     nullptr, nullptr);
        sqlite3_close(handle);
        const auto data = read_report(*StoreReader::open(path_), 10);
        ASSERT_FALSE(data);
        EXPECT_THAT(data.error().message, HasSubstr("a seat's pool"));
    }
}

}  // namespace
}  // namespace xttt
