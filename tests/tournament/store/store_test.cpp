#include "tournament/store/store.h"

#include <fstream>

#include <gmock/gmock.h>
#include <sqlite3.h>

#include "record/sample_games.h"
#include "support/fresh_folder.h"

namespace xttt {
namespace {

using ::testing::HasSubstr;

class StoreTest : public ::testing::Test {
protected:
    StoreTest() : path_(folder_ / "games.db") {}

    Store open() {
        auto store = Store::open(path_);
        if (!store) throw std::runtime_error(store.error().message);
        return std::move(*store);
    }
    Store begun() {
        Store store = open();
        const TournamentFacts facts{.name = "Cup",
                                    .variant = &kUltimate,
                                    .seed = ~std::uint64_t{0},
                                    .time_control = "1 s a move",
                                    .config = "text",
                                    .created = "2020-02-02"};
        const std::vector<Entrant> entrants{{0, "ann", "random"}, {1, "bob", "random:1"}};
        EXPECT_TRUE(store.begin(facts, entrants));
        return store;
    }
    // Commands of another program's hand.
    void execute(const std::string& command) {
        sqlite3* handle = nullptr;
        ASSERT_EQ(sqlite3_open(path_.c_str(), &handle), SQLITE_OK);
        EXPECT_EQ(sqlite3_exec(handle, command.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
        sqlite3_close(handle);
    }
    std::string bytes() const {
        std::ifstream in(path_, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }

    test::FreshFolder folder_;
    std::string path_;
};

struct Sample {
    StoredGame row;
    GameRecord record;
};

Sample sample(std::uint64_t seed, int number) {
    PlayedGame game;
    game.record = test::random_record<kUltimate>(seed);
    game.ending = ending_of(game.record).value();
    game.used[0] = {.moves = 3,
                    .total = std::chrono::microseconds(1500),
                    .longest = std::chrono::microseconds(900),
                    .cpu = std::chrono::microseconds(700)};
    game.host = {std::chrono::microseconds(20), std::chrono::microseconds(10), true};
    StoredGame row = summary_of(game);
    row.place = GamePlace{.stage = 1, .round = 2, .pairing = number, .game = 1};
    row.pool = 3;
    row.entrants = {1, 0};
    return {std::move(row), std::move(game.record)};
}

Result<void> add(Store& store, std::vector<Sample>& samples) {
    std::vector<StoredGame> rows;
    std::vector<GameRecord> records;
    for (const Sample& sample : samples) {
        rows.push_back(sample.row);
        records.push_back(sample.record);
    }
    auto added = store.add(rows, records);
    for (std::size_t i = 0; i < rows.size(); ++i) samples[i].row = rows[i];
    return added;
}

TEST_F(StoreTest, GivesBackWholeGames) {
    std::vector<Sample> games;
    for (int i = 0; i < 60; ++i) games.push_back(sample(static_cast<std::uint64_t>(i), i));
    {
        Store store = begun();
        const auto added = add(store, games);
        ASSERT_TRUE(added) << added.error().message;
    }
    const auto reader = StoreReader::open(path_);
    ASSERT_TRUE(reader) << reader.error().message;
    EXPECT_EQ(reader->count(), 60);
    for (int i = 0; i < 60; ++i) {
        const auto& [stored, played] = games[static_cast<std::size_t>(i)];
        EXPECT_EQ(stored.id, i + 1);
        const auto game = reader->game(i + 1).value();
        ASSERT_TRUE(game);
        EXPECT_EQ(game->place, stored.place);
        EXPECT_EQ(game->entrants, stored.entrants);
        EXPECT_EQ(game->pool, 3);
        EXPECT_EQ(game->result, stored.result);
        EXPECT_EQ(game->reason, stored.reason);
        EXPECT_EQ(game->host, stored.host);
        EXPECT_EQ(game->used[0].total, stored.used[0].total);
        EXPECT_EQ(game->plies, static_cast<int>(played.moves.size()));
        auto record = reader->record(i + 1);
        ASSERT_TRUE(record) << record.error().message;
        for (const char* tag : {"X", "O", "Event", "Date", "Round", "TimeControl"}) {
            EXPECT_TRUE(record->tags.contains(tag));
            if (!played.tags.contains(tag)) record->tags.erase(tag);
        }
        EXPECT_EQ(*record, played);
    }
}

TEST_F(StoreTest, RemembersWhatTheTournamentIs) {
    const StoredStage stage{0, "pools", "round-robin", {{1, 0, 0}, {0, 1, 1}}};
    {
        Store store = begun();
        EXPECT_FALSE(store.is_new());
        ASSERT_TRUE(store.add_stage(stage));
        ASSERT_TRUE(store.add_event("started", "the first time"));
    }
    Store store = open();
    EXPECT_FALSE(store.is_new());
    const auto facts = store.read().facts().value();
    EXPECT_EQ(facts.name, "Cup");
    EXPECT_EQ(facts.variant, &kUltimate);
    EXPECT_EQ(facts.seed, ~std::uint64_t{0});
    EXPECT_EQ(facts.config, "text");
    EXPECT_EQ(store.read().entrants().value()[1], (Entrant{1, "bob", "random:1"}));
    EXPECT_EQ(store.read().stages().value(), std::vector{stage});
    EXPECT_EQ(store.read().events().value()[0].text, "the first time");
}

TEST_F(StoreTest, FindsGamesByStageEntrantAndForfeit) {
    Store store = begun();
    ASSERT_TRUE(store.add_entrant({2, "eve", "random:2"}));
    std::vector<Sample> games;
    for (int i = 0; i < 4; ++i) games.push_back(sample(1, i));
    games[1].row.entrants = {2, 0};
    games[2].row.place->stage = 0;
    games[3].row.reason = "crash";
    games[3].row.detail = "fell over";
    ASSERT_TRUE(add(store, games));
    const auto& read = store.read();
    EXPECT_EQ(read.count({.stage = 0}), 1);
    EXPECT_EQ(read.count({.entrant = 2}), 1);
    EXPECT_EQ(read.count({.after = 3}), 1);
    const auto newest = read.games({.limit = 1, .newest_first = true}).value();
    ASSERT_EQ(newest.size(), 1u);
    EXPECT_EQ(newest[0].id, 4);
    EXPECT_EQ(newest[0].detail, "fell over");
    EXPECT_EQ(newest[0].forfeit(), ForfeitReason::Crash);
    ASSERT_TRUE(store.discount(4));
    EXPECT_EQ(read.count(), 3);
    EXPECT_EQ(read.count({.counted_only = false}), 4);
}

TEST_F(StoreTest, StoresAllGamesOfACallOrNone) {
    Store store = begun();
    std::vector<Sample> games{sample(1, 0), sample(2, 1), sample(3, 1)};
    const auto stored = add(store, games);  // two games in one place of the schedule
    ASSERT_FALSE(stored);
    EXPECT_EQ(store.read().count(), 0);
    games.pop_back();
    ASSERT_TRUE(add(store, games));
    EXPECT_EQ(games[0].row.id, 1);
}

TEST_F(StoreTest, CanBeReadWhileItIsWritten) {
    Store store = begun();
    std::vector<Sample> games{sample(1, 0)};
    ASSERT_TRUE(add(store, games));
    const auto reader = StoreReader::open(path_);
    ASSERT_TRUE(reader) << reader.error().message;
    EXPECT_EQ(reader->count(), 1);
    std::vector<Sample> another{sample(2, 1)};
    ASSERT_TRUE(add(store, another));
    EXPECT_EQ(reader->count(), 2);
}

TEST_F(StoreTest, BelongsToOneProcessAtATime) {
    std::optional<Store> first = begun();
    EXPECT_TRUE(Store::in_use(path_));
    const auto second = Store::open(path_);
    ASSERT_FALSE(second);
    EXPECT_THAT(second.error().message, HasSubstr("in use by process"));
    first.reset();
    EXPECT_FALSE(Store::in_use(path_));
    EXPECT_TRUE(Store::open(path_));
}

TEST_F(StoreTest, OfANewerVersionIsLeftAlone) {
    begun();
    execute("PRAGMA journal_mode=DELETE; PRAGMA user_version=99");
    const auto before = bytes();
    const auto writing = Store::open(path_);
    ASSERT_FALSE(writing);
    EXPECT_THAT(writing.error().message, HasSubstr("newer xttt"));
    EXPECT_FALSE(StoreReader::open(path_));
    EXPECT_EQ(bytes(), before);
}

TEST_F(StoreTest, IsNotMadeOfOtherFiles) {
    std::ofstream(path_) << "some text that is long enough to be no database at all\n";
    const auto text = Store::open(path_);
    ASSERT_FALSE(text);
    EXPECT_THAT(text.error().message, HasSubstr("is not an xttt database"));
    EXPECT_THAT(bytes(), HasSubstr("some text"));

    path_ = folder_ / "other.db";
    execute("CREATE TABLE recipes(name TEXT)");
    const auto before = bytes();
    const auto foreign = Store::open(path_);
    ASSERT_FALSE(foreign);
    EXPECT_THAT(foreign.error().message, HasSubstr("another program"));
    EXPECT_EQ(bytes(), before);
}

TEST_F(StoreTest, NeedsAFolderItCanWriteTo) {
    const auto missing = Store::open(folder_ / "no/such/folder/games.db");
    ASSERT_FALSE(missing);
    EXPECT_THAT(missing.error().message, HasSubstr("cannot write to its folder"));
    EXPECT_FALSE(StoreReader::open(folder_ / "nothing.db"));
}

TEST_F(StoreTest, RefusesCodeInTheSchemaOfAFile) {
    {
        Store store = begun();
    }
    execute("CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM games; END");
    EXPECT_THAT(StoreReader::open(path_).error().message, HasSubstr("triggers"));
    EXPECT_THAT(Store::open(path_).error().message, HasSubstr("triggers"));
    execute("DROP TRIGGER t");
    execute("ALTER TABLE games RENAME TO hidden");
    execute(
        "CREATE VIEW games AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i FROM n)"
        " SELECT i AS id FROM n");
    EXPECT_THAT(StoreReader::open(path_).error().message, HasSubstr("views"));
}

}  // namespace
}  // namespace xttt
