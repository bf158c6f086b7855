#include "arena/arena_store.h"

#include <filesystem>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arena/arena_copy.h"
#include "base/random.h"
#include "support/fresh_folder.h"

namespace xttt {
namespace {

using testing::HasSubstr;

class ArenaStoreTest : public testing::Test {
protected:
    ArenaStoreTest()
        : staff_(*ArenaStore::create(path(), {.name = "spring",
                                              .variant = &kUltimate,
                                              .move_time = std::chrono::milliseconds(500),
                                              .deadline = std::nullopt})),
          store_(*ArenaStore::open(path())) {}

    std::string path() const { return folder_ / "spring"; }
    Version uploaded(int team, std::string_view bytes) {
        return *store_->add_version(team, "bot.py", "", bytes);
    }
    void finish(Version version, VersionState state) {
        version.state = state;
        version.player = "python:bot.py";
        version.checks = {{"handshake", CheckedItem::Verdict::Good, "the bot starts"}};
        ASSERT_TRUE(store_->finish_check(version));
    }

    test::FreshFolder folder_;
    Token staff_;
    std::unique_ptr<ArenaStore> store_;
};

TEST_F(ArenaStoreTest, KeepsItsSettings) {
    auto settings = *store_->settings();
    EXPECT_EQ(settings.name, "spring");
    EXPECT_EQ(settings.variant, &kUltimate);
    settings.deadline = SystemTime(std::chrono::seconds(1'800'000'000));
    settings.announcement = "Bring pizza.";
    settings.is_paused = true;
    settings.plays_cup = true;
    ASSERT_TRUE(store_->set_settings(settings, "staff"));
    EXPECT_THAT(store_->audit(1)->front().text, HasSubstr("deadline 2027-01-15 08:00 UTC"));
    store_ = *ArenaStore::open(path());
    EXPECT_EQ(*store_->settings(), settings);
    EXPECT_TRUE(settings.accepts_uploads(*settings.deadline - std::chrono::milliseconds(1)));
    EXPECT_FALSE(settings.accepts_uploads(*settings.deadline));
    settings.accepts_late = true;
    EXPECT_TRUE(settings.accepts_uploads(*settings.deadline));
}

TEST_F(ArenaStoreTest, TokensIdentifyAndAreNotStored) {
    const auto [team, token] = *store_->add_team("Deep Thought", "", "staff");
    EXPECT_TRUE(store_->identify(staff_)->is_staff());
    EXPECT_TRUE(store_->identify(token)->owns(team.id));
    EXPECT_EQ(store_->identify(Token::random())->role, Identity::Role::Visitor);
    const Token renewed = *store_->new_token(team.id, "staff");
    EXPECT_EQ(store_->identify(token)->role, Identity::Role::Visitor);
    EXPECT_TRUE(store_->identify(renewed)->owns(team.id));
    const auto database = *Database::open(path() + "/arena.db", Database::Access::ReadWrite);
    EXPECT_EQ(
        *database->number("SELECT count(*) FROM teams WHERE token = '" + token_hash(renewed) + "'"),
        1);
    auto changed = team;
    changed.disabled = true;
    ASSERT_TRUE(store_->change_team(changed, "staff"));
    EXPECT_EQ(store_->identify(renewed)->role, Identity::Role::Visitor);
    const Token new_staff = *store_->new_staff_token("staff");
    EXPECT_FALSE(store_->identify(staff_)->is_staff());
    EXPECT_TRUE(store_->identify(new_staff)->is_staff());
    for (const char* file : {"/arena.db", "/arena.db-wal"}) {
        std::ostringstream bytes;
        bytes << std::ifstream(path() + file, std::ios::binary).rdbuf();
        for (const Token& secret : {staff_, token, renewed, new_staff}) {
            EXPECT_EQ(bytes.str().find(secret.text()), std::string::npos);
            const std::string raw(reinterpret_cast<const char*>(secret.bytes().data()), 16);
            EXPECT_EQ(bytes.str().find(raw), std::string::npos);
        }
    }
}

TEST_F(ArenaStoreTest, RefusesBadNames) {
    for (const char* name : {"", "=1+1", " a", "a ", "a\nb", "\xff"})
        EXPECT_FALSE(store_->add_team(name, "", "staff")) << name;
    EXPECT_FALSE(store_->add_team(std::string(61, 'a'), "", "staff"));
    ASSERT_TRUE(store_->add_team("A", "first", "staff"));
    EXPECT_THAT(store_->add_team("A", "", "staff").error().message, HasSubstr("already"));
    EXPECT_THAT(store_->add_team("B", "first", "staff").error().message, HasSubstr("already"));
}

TEST_F(ArenaStoreTest, OnlyReadyVersionsBecomeActive) {
    const int team = store_->add_team("A", "", "staff")->first.id;
    const Version first = uploaded(team, "one"), second = uploaded(team, "two");
    EXPECT_EQ(first.number, 1);
    EXPECT_EQ(second.number, 2);
    EXPECT_EQ(store_->unchecked()->front().id, first.id);
    EXPECT_FALSE(store_->activate(first.id, "A"));
    finish(first, VersionState::Ready);
    EXPECT_EQ((*store_->team(team))->active, first.id);
    finish(second, VersionState::Rejected);
    EXPECT_EQ((*store_->team(team))->active, first.id);
    EXPECT_FALSE(store_->activate(second.id, "A"));
    EXPECT_TRUE(store_->unchecked()->empty());
    const Version third = uploaded(team, "three");
    finish(third, VersionState::Ready);
    EXPECT_EQ((*store_->team(team))->active, third.id);
    ASSERT_TRUE(store_->activate(first.id, "A"));
    EXPECT_EQ((*store_->team(team))->active, first.id);
    ASSERT_TRUE(store_->hold(first.id, "it crashes", "staff"));
    EXPECT_EQ((*store_->version(first.id))->state, VersionState::Held);
    EXPECT_FALSE(store_->activate(first.id, "A"));
    ASSERT_TRUE(store_->release(first.id, 0, "staff"));
    EXPECT_EQ((*store_->version(first.id))->checks.at(0).text, "the bot starts");
}

TEST_F(ArenaStoreTest, ACheckThatEndsLateDoesNotReplaceALaterVersion) {
    const int team = store_->add_team("A", "", "staff")->first.id;
    const Version first = uploaded(team, "one"), second = uploaded(team, "two");
    const Version third = uploaded(team, "three"), fourth = uploaded(team, "four");
    finish(third, VersionState::Ready);
    finish(second, VersionState::Ready);
    EXPECT_EQ((*store_->team(team))->active, third.id);
    // It is held, but its team still uses it.
    ASSERT_TRUE(store_->hold(third.id, "it crashes", "staff"));
    finish(first, VersionState::Ready);
    EXPECT_EQ((*store_->team(team))->active, third.id);
    // The team went back to an older version while another one was checked.
    ASSERT_TRUE(store_->release(third.id, 0, "staff"));
    ASSERT_TRUE(store_->activate(first.id, "A"));
    const Version fifth = uploaded(team, "five");
    finish(fifth, VersionState::Ready);
    ASSERT_TRUE(store_->activate(second.id, "A"));
    finish(fourth, VersionState::Ready);
    EXPECT_EQ((*store_->team(team))->active, second.id);
}

TEST_F(ArenaStoreTest, AReleaseRemembersTheLastGame) {
    const int team = store_->add_team("A", "", "staff")->first.id;
    const Version version = uploaded(team, "one");
    finish(version, VersionState::Ready);
    using Releases = std::map<int, std::int64_t>;
    for (const int game : {20, 30}) {
        ASSERT_TRUE(store_->hold(version.id, "it crashes", "staff"));
        ASSERT_TRUE(store_->release(version.id, game, "staff"));
        EXPECT_EQ(*store_->releases(), (Releases{{version.id, game}}));
    }
    store_ = *ArenaStore::open(path());
    EXPECT_EQ(*store_->releases(), (Releases{{version.id, 30}}));
    // A copy without the last games uses their ids again.
    ASSERT_TRUE(store_->forget_games_after(25));
    EXPECT_EQ(*store_->releases(), (Releases{{version.id, 25}}));
}

TEST_F(ArenaStoreTest, UploadsAreStoredOnceByTheirContent) {
    const int team = store_->add_team("A", "", "staff")->first.id;
    const Version first = uploaded(team, "abc"), again = uploaded(team, "abc");
    EXPECT_EQ(first.digest, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(again.digest, first.digest);
    std::ostringstream bytes;
    bytes << std::ifstream(store_->upload_path(first.digest)).rdbuf();
    EXPECT_EQ(bytes.str(), "abc");
}

TEST_F(ArenaStoreTest, UnconfirmedUploadsOfAKilledServerAreDeleted) {
    const int team = store_->add_team("A", "", "staff")->first.id;
    const auto version = *store_->add_version(team, "bot.py", "", "confirmed");
    const std::string other(64, 'a');  // the digest of an upload that no version names
    const std::vector<std::string> left{version.digest + ".k4Wq1z", other, other + ".XXXXXX"};
    for (const std::string& name : left) std::ofstream(store_->upload_path(name)) << "part";
    std::ofstream(store_->upload_path("README")) << "of the staff";
    ASSERT_TRUE(store_->remove_unconfirmed_uploads());
    for (const std::string& name : left)
        EXPECT_FALSE(std::filesystem::exists(store_->upload_path(name))) << name;
    for (const std::string& name : {version.digest, std::string("README")})
        EXPECT_TRUE(std::filesystem::exists(store_->upload_path(name))) << name;
}

TEST_F(ArenaStoreTest, GamesToBePlayedAgainAreRemembered) {
    using enum ArenaStore::ReplayIn;
    for (const int game : {7, 3}) ASSERT_TRUE(store_->add_replay(Ladder, game, "staff"));
    const auto again = store_->add_replay(Ladder, 7, "staff");
    ASSERT_FALSE(again);
    EXPECT_EQ(again.error().code, Errc::Usage);
    store_ = *ArenaStore::open(path());
    EXPECT_EQ(*store_->replays(Ladder), (std::vector<std::int64_t>{7, 3}));
    EXPECT_EQ(*store_->replays(Cup), std::vector<std::int64_t>());
    ASSERT_TRUE(store_->end_replay(Ladder, 7));
    // A copy without the later games does not play them again.
    ASSERT_TRUE(store_->forget_games_after(2));
    EXPECT_EQ(*store_->replays(Ladder), std::vector<std::int64_t>());
}

TEST_F(ArenaStoreTest, ALogBelongsToAVersionAndTheNewestAreKept) {
    constexpr std::int64_t kLimit = 1000;
    store_ = *ArenaStore::open(path(), kLimit);
    const auto log = [&](int game) { return *store_->log(game, 1, 7); };
    for (int game = 1; game <= 20; ++game)
        ASSERT_TRUE(store_->add_log(game, 1, 7, std::string(100, 'a')));
    EXPECT_EQ(log(10), "");
    EXPECT_EQ(log(11).size(), 100u);
    EXPECT_EQ(log(20).size(), 100u);
    EXPECT_EQ(*store_->log(20, 1, 8), "");
    // The sum survives a restart, and shrinks with deleted logs.
    store_ = *ArenaStore::open(path(), kLimit);
    ASSERT_TRUE(store_->add_log(21, 1, 7, "short"));
    EXPECT_EQ(log(11), "");
    EXPECT_EQ(log(12).size(), 100u);
    ASSERT_TRUE(store_->forget_games_after(15));
    EXPECT_EQ(log(16), "");
    ASSERT_TRUE(store_->add_log(16, 1, 7, std::string(600, 'b')));
    EXPECT_EQ(log(12).size(), 100u);
    EXPECT_EQ(log(16).size(), 600u);
    // Logs of test games have a limit of their own.
    for (int game = 1; game <= 20; ++game)
        ASSERT_TRUE(store_->add_test_log(game, 0, 7, std::string(100, 'c')));
    EXPECT_EQ(*store_->test_log(10, 0, 7), "");
    EXPECT_EQ(store_->test_log(11, 0, 7)->size(), 100u);
    EXPECT_EQ(*store_->test_log(11, 0, 8), "");
    EXPECT_EQ(log(16).size(), 600u);
}

TEST_F(ArenaStoreTest, TheRatingHistoryIsThinned) {
    const int team = store_->add_team("A", "", "staff")->first.id;
    const auto time = [](int i) { return SystemTime(std::chrono::seconds(1'800'000'000 + i)); };
    for (int i = 0; i < 95; ++i) ASSERT_TRUE(store_->add_rating(team, {time(i), 1, 1.0 * i, 0, 0}));
    EXPECT_EQ(store_->ratings(team)->size(), 95u);
    const auto points = *store_->ratings(team, 20);
    EXPECT_EQ(points.size(), 19u);
    EXPECT_EQ(points.back().at, time(94));
    EXPECT_EQ(points[17].elo, 89);
    EXPECT_LT(points.front().elo, 5);
}

TEST_F(ArenaStoreTest, TheAuditLogSaysWhoDidWhat) {
    const auto added = store_->add_team("A", "", "staff");
    ASSERT_TRUE(added);
    const auto entries = *store_->audit(10);
    EXPECT_EQ(entries.front().who, "staff");
    EXPECT_EQ(entries.front().action, "add-team");
    EXPECT_THAT(entries.front().text, HasSubstr("A"));
    // People know a version by its team and number.
    const Version version = uploaded(added->first.id, "content");
    finish(version, VersionState::Ready);
    ASSERT_TRUE(store_->hold(version.id, "slow", "staff"));
    EXPECT_EQ(store_->audit(1)->front().text, "version 1 of A: slow");
}

// An arena may come from someone else, as a copy.
TEST_F(ArenaStoreTest, RowsThatLeadOutOfItsFolderOrTheSandboxAreRefused) {
    const int team = store_->add_team("A", "", "staff")->first.id;
    finish(uploaded(team, "one"), VersionState::Ready);
    ASSERT_TRUE(store_->add_level("Level 0", "engine:skill=0"));
    ASSERT_TRUE(store_->add_match({.team = team, .games = 2, .test = UnratedMatch::Test{}}, "A"));
    const auto reads = [&]() -> Result<void> {
        TRY_VOID(store_->settings());
        TRY_VOID(store_->teams());
        TRY_VOID(store_->versions());
        TRY_VOID(store_->matches());
        return {};
    };
    ASSERT_TRUE(reads());
    const auto database = *Database::open(path() + "/arena.db", Database::Access::ReadWrite);
    for (const char* change :
         {"versions SET digest = '../../../etc/passwd' WHERE team = 1",
          "versions SET file_name = '../evil.py' WHERE team = 1",
          "versions SET file_name = '..' WHERE team = 1",
          "versions SET player = 'sandbox:../../../bin/sh' WHERE team = 1",
          "versions SET player = 'sandbox:/bin/sh' WHERE team = 1",
          "versions SET player = 'ugi:bot' WHERE team = 1",
          "versions SET player = 'ugi:/bin/sh' WHERE team IS NULL",
          "versions SET player = '' WHERE team IS NULL", "teams SET name = x'ff41'",
          "teams SET alias = '=1+1'", "settings SET value = x'1b5b' WHERE name = 'name'",
          "settings SET value = '-5' WHERE name = 'move-time'",
          "settings SET value = x'ff' WHERE name = 'announcement'", "matches SET games = -1",
          "matches SET games = 2000000000", "matches SET elo1 = -900"}) {
        ASSERT_TRUE(
            database->execute("CREATE TABLE backup_v AS SELECT * FROM versions;"
                              "CREATE TABLE backup_t AS SELECT * FROM teams;"
                              "CREATE TABLE backup_s AS SELECT * FROM settings;"
                              "CREATE TABLE backup_m AS SELECT * FROM matches;"));
        ASSERT_TRUE(database->execute("UPDATE " + std::string(change))) << change;
        const auto read = reads();
        ASSERT_FALSE(read) << change;
        EXPECT_NE(read.error().message, "") << change;
        ASSERT_TRUE(database->execute(
            "REPLACE INTO settings SELECT * FROM backup_s; DROP TABLE backup_s;"
            "UPDATE teams SET (name, alias) = (SELECT b.name, b.alias FROM backup_t b"
            " WHERE b.id = teams.id); DROP TABLE backup_t;"
            "UPDATE versions SET (digest, file_name, player) = (SELECT b.digest, b.file_name,"
            " b.player FROM backup_v b WHERE b.id = versions.id); DROP TABLE backup_v;"
            "UPDATE matches SET (games, elo1) = (SELECT b.games, b.elo1 FROM backup_m b"
            " WHERE b.id = matches.id); DROP TABLE backup_m;"));
        ASSERT_TRUE(reads()) << change;
    }
    // A limit on uploads beyond the largest is the largest.
    ASSERT_TRUE(
        database->execute("UPDATE settings SET value = '99999999999'"
                          " WHERE name = 'max-upload'"));
    EXPECT_EQ(store_->settings()->max_upload, kLargestUpload);
}

TEST_F(ArenaStoreTest, DamagedDatabasesAreErrorsAtMost) {
    const int team = store_->add_team("A", "", "staff")->first.id;
    for (const char* bytes : {"one", "two"}) finish(uploaded(team, bytes), VersionState::Ready);
    ASSERT_TRUE(store_->add_level("Level 0", "engine:skill=0"));
    ASSERT_TRUE(store_->add_match({.team = team, .games = 2, .test = UnratedMatch::Test{}}, "A"));
    ASSERT_TRUE(store_->add_log(1, 0, 0, "a log"));
    ASSERT_TRUE(store_->add_rating(team, {.at = system_now()}));
    ASSERT_TRUE(export_arena(*store_, folder_ / "copy"));
    std::ostringstream whole;
    whole << std::ifstream(folder_ / "copy/arena.db", std::ios::binary).rdbuf();
    std::filesystem::create_directory(folder_ / "damaged");
    Random random(1);
    int opened = 0, refused = 0;
    for (int i = 0; i < 200; ++i) {
        std::string bytes = whole.str();
        for (int n = 0; n < 20; ++n)
            bytes[random.below(static_cast<std::uint32_t>(bytes.size()))] =
                static_cast<char>(random.next());
        for (const char* file : {"arena.db", "arena.db-wal", "arena.db-shm"})
            std::filesystem::remove(folder_ / "damaged/" + file);
        std::ofstream(folder_ / "damaged/arena.db", std::ios::binary) << bytes;
        const auto store = ArenaStore::open(folder_ / "damaged");
        opened += store.has_value();
        refused += !store;
        if (!store) continue;
        // None of these may crash, or take all memory.
        (void)(*store)->settings();
        (void)(*store)->teams();
        (void)(*store)->versions();
        (void)(*store)->matches();
        (void)(*store)->releases();
        (void)(*store)->ratings(team);
        (void)(*store)->audit(100);
        (void)(*store)->log(1, 0, 0);
        (void)(*store)->identify(staff_);
    }
    EXPECT_GT(opened, 10);
    EXPECT_GT(refused, 10);
}

TEST(TeamCsv, ReadsQuotedNamesAndAliases) {
    const auto rows = parse_team_csv(
        "\xef\xbb\xbfID,Name,Alias\r\n1,Deep Thought,Team 1\r\n2,\"Smith, \"\"Bob\"\"\",\n\n");
    ASSERT_TRUE(rows) << rows.error().message;
    ASSERT_EQ(rows->size(), 2u);
    EXPECT_EQ((*rows)[0].alias, "Team 1");
    EXPECT_EQ((*rows)[1].name, "Smith, \"Bob\"");
    EXPECT_EQ(csv_field((*rows)[1].name), "\"Smith, \"\"Bob\"\"\"");
    EXPECT_THAT(parse_team_csv("team\nA\n").error().message, HasSubstr("column 'name'"));
    EXPECT_THAT(parse_team_csv("name\n\"A\n").error().message, HasSubstr("row 2"));
    EXPECT_THAT(parse_team_csv("id,name\n1\n").error().message, HasSubstr("row 2"));
    EXPECT_FALSE(parse_team_csv("name\n\xff\n"));
    EXPECT_FALSE(parse_team_csv(""));
}

}  // namespace
}  // namespace xttt
