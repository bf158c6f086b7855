// A store and records written by version 0.1.0 (schema 1), before the store became part of the
// tournament: whatever changes, they stay readable.

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "record/record_io.h"
#include "support/fresh_folder.h"
#include "support/paths.h"
#include "tournament/runner/tournament_plan.h"

namespace xttt {
namespace {

std::string old_file(const std::string& name) {
    return test::source_path("tests/tournament/runner/old/" + name);
}

class OldStore : public ::testing::Test {
protected:
    OldStore() : path_(folder_ / "cup.db") {
        std::filesystem::copy_file(old_file("cup.db"), path_);
    }
    static void expect_the_old_cup(const StoreReader& store) {
        const auto tournament = read_tournament(store);
        ASSERT_TRUE(tournament) << tournament.error().message;
        EXPECT_EQ(tournament->facts.name, "Old cup");
        EXPECT_EQ(tournament->facts.seed, 7u);
        EXPECT_EQ(tournament->names, (std::vector<std::string>{"ann", "bob", "eve"}));
        ASSERT_TRUE(tournament->progress.finished());
        ASSERT_EQ(tournament->progress.stages().size(), 2u);
        const auto league = tournament->progress.tables(0).at(0);
        EXPECT_EQ(league[0].player, 1);
        EXPECT_EQ(league[0].points, 36);
        EXPECT_EQ(league[2].points, 5);
        EXPECT_EQ(tournament->progress.tables(1).at(0)[0].player, 1);
        int records = 0;
        const auto read = store.for_each_record(
            {}, [&](const StoredGame& game, const GameRecord& record) -> Result<void> {
                ++records;
                EXPECT_EQ(static_cast<int>(record.moves.size()), game.plies);
                EXPECT_EQ(ending_of(record)->points, game.points);
                return {};
            });
        EXPECT_TRUE(read) << read.error().message;
        EXPECT_EQ(records, 8);
    }

    test::FreshFolder folder_;
    std::string path_;
};

TEST_F(OldStore, CanBeRead) {
    const auto store = StoreReader::open(path_);
    ASSERT_TRUE(store) << store.error().message;
    expect_the_old_cup(*store);
}

TEST_F(OldStore, CanBeResumed) {
    auto store = Store::open(path_);
    ASSERT_TRUE(store) << store.error().message;
    expect_the_old_cup(store->read());
    const auto tournament = read_tournament(store->read());
    ASSERT_TRUE(tournament);
    EXPECT_EQ(open_tournament(*store, tournament->config), 7u);
    TournamentConfig other = tournament->config;
    other.entrants[0].player = "random:9";
    EXPECT_FALSE(open_tournament(*store, other));
}

TEST(OldRecords, CanBeRead) {
    std::vector<GameRecord> games[2];
    for (const std::string name : {"games.xgn", "games.jsonl"}) {
        std::ifstream in(old_file(name));
        const auto reader = make_reader(*record_format(name), in);
        while (auto game = reader->next()) {
            ASSERT_TRUE(*game) << game->error().message;
            games[name == "games.xgn" ? 0 : 1].push_back(std::move(**game));
        }
    }
    EXPECT_EQ(games[0].size(), 2u);
    EXPECT_EQ(games[0], games[1]);
}

}  // namespace
}  // namespace xttt
