#include "arena/arena_copy.h"

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arena/game_store.h"
#include "arena/unrated_games.h"
#include "arena_fixture.h"

namespace xttt {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class ArenaCopyTest : public test::ArenaFixture {
protected:
    ArenaCopyTest() : ArenaFixture(kUltimate) {
        const int team = store_->add_team("A", "", "staff")->first.id;
        version_ = *store_->add_version(team, "bot.py", "", "the bot");
        unchecked_ = *store_->add_version(team, "bot.py", "", "another");
        version_.state = VersionState::Ready;
        EXPECT_TRUE(store_->finish_check(version_));
        for (const Version& version : {version_, unchecked_}) {
            fs::create_directories(store_->bot_folder(version.id));
            std::ofstream(store_->bot_folder(version.id) + "/bot.py") << "the bot";
        }
        EXPECT_TRUE(store_->add_log(1, 0, version_.id, "of a later game"));
        EXPECT_TRUE(open_game_store(UnratedGames::path(*store_), *store_->settings()));
        EXPECT_TRUE(store_->add_test_log(1, 0, version_.id, "of a later test game"));
    }

    Version version_, unchecked_;
};

TEST_F(ArenaCopyTest, HasWhatTheArenaNamesAndNothingElse) {
    std::ofstream(store_->upload_path(version_.digest) + ".AbCdEf") << "half an upload";
    ASSERT_TRUE(export_arena(*store_, folder_ / "copy"));
    const auto copy = *ArenaStore::open(folder_ / "copy");
    EXPECT_TRUE(fs::exists(copy->upload_path(version_.digest)));
    EXPECT_TRUE(fs::exists(copy->upload_path(unchecked_.digest)));
    EXPECT_FALSE(fs::exists(copy->upload_path(version_.digest) + ".AbCdEf"));
    EXPECT_TRUE(fs::exists(copy->bot_folder(version_.id) + "/bot.py"));
    EXPECT_FALSE(fs::exists(copy->bot_folder(unchecked_.id)));
    // The copy has no games, so it will use the ids of later ones again.
    EXPECT_EQ(*copy->log(1, 0, version_.id), "");
    EXPECT_EQ(*store_->log(1, 0, version_.id), "of a later game");
    EXPECT_TRUE(fs::exists(UnratedGames::path(*copy)));
    EXPECT_EQ(*copy->test_log(1, 0, version_.id), "");
    EXPECT_EQ(*store_->test_log(1, 0, version_.id), "of a later test game");
    EXPECT_THAT(export_arena(*store_, folder_ / "copy").error().message, HasSubstr("exists"));
}

TEST_F(ArenaCopyTest, KeepsTheCup) {
    unchecked_.state = VersionState::Rejected;
    ASSERT_TRUE(store_->finish_check(unchecked_));
    ASSERT_TRUE(store_->begin_cup({{"A", 1, version_.id}}, {}, "staff"));
    const std::vector<std::string> files{"cup.toml", "cup-started.toml", "cup-grades.csv",
                                         "cup-report.html"};
    for (const std::string& file : files) std::ofstream(store_->folder() / file) << file;
    ASSERT_TRUE(export_arena(*store_, folder_ / "copy"));
    ASSERT_TRUE(import_arena(folder_ / "copy", folder_ / "moved"));
    for (const std::string& file : files)
        EXPECT_EQ(fs::file_size(folder_ / ("moved/" + file)), file.size());
    const auto moved = *ArenaStore::open(folder_ / "moved");
    EXPECT_EQ(*moved->cup_state(), CupState::Playing);
    EXPECT_EQ(moved->cup_entrants()->at(0), (CupEntrant{"A", 1, version_.id}));
    EXPECT_FALSE(moved->begin_cup({}, {}, "staff"));  // one cup of an arena
}

TEST_F(ArenaCopyTest, AnExportThatFailsLeavesNothing) {
    const std::string upload = store_->upload_path(unchecked_.digest);
    fs::rename(upload, upload + ".away");
    EXPECT_FALSE(export_arena(*store_, folder_ / "copy"));
    EXPECT_FALSE(fs::exists(folder_ / "copy"));
    EXPECT_FALSE(fs::exists(folder_ / "copy.part"));
    // What an export that was killed has left is no obstacle.
    fs::rename(upload + ".away", upload);
    fs::create_directories(folder_ / "copy.part/uploads");
    EXPECT_TRUE(export_arena(*store_, folder_ / "copy/"));
    EXPECT_TRUE(ArenaStore::open(folder_ / "copy"));
    EXPECT_FALSE(fs::exists(folder_ / "copy.part"));
}

TEST_F(ArenaCopyTest, AnImportIsVerified) {
    ASSERT_TRUE(export_arena(*store_, folder_ / "copy"));
    ASSERT_TRUE(import_arena(folder_ / "copy", folder_ / "moved/"));
    const auto moved = *ArenaStore::open(folder_ / "moved");
    EXPECT_EQ(*moved->teams(), *store_->teams());
    EXPECT_TRUE(fs::exists(UnratedGames::path(*moved)));
    EXPECT_TRUE(fs::exists(moved->upload_path(unchecked_.digest)));
    EXPECT_EQ(import_arena(folder_ / "copy", folder_ / "moved").error().code, Errc::Usage);
    EXPECT_EQ(import_arena(folder_ / "nothing", folder_ / "new").has_value(), false);

    const std::string upload = folder_ / "copy/uploads/" + version_.digest;
    std::ofstream(upload) << "another bot";
    const auto changed = import_arena(folder_ / "copy", folder_ / "new");
    ASSERT_FALSE(changed);
    EXPECT_THAT(changed.error().message, HasSubstr("SHA-256"));
    fs::remove(upload);
    EXPECT_FALSE(import_arena(folder_ / "copy", folder_ / "new"));
    EXPECT_FALSE(fs::exists(folder_ / "new"));
    EXPECT_FALSE(fs::exists(folder_ / "new.part"));
}

TEST_F(ArenaCopyTest, AnImportTakesNoFileOutsideTheCopy) {
    ASSERT_TRUE(export_arena(*store_, folder_ / "copy"));
    std::ofstream(folder_ / "secret") << "of the host";
    {
        const auto database =
            *Database::open(folder_ / "copy/arena.db", Database::Access::ReadWrite);
        ASSERT_TRUE(database->execute("UPDATE versions SET digest = '../../secret' WHERE id = 0"));
    }
    const auto imported = import_arena(folder_ / "copy", folder_ / "new");
    ASSERT_FALSE(imported);
    EXPECT_EQ(imported.error().code, Errc::BadInput);
    EXPECT_THAT(imported.error().message, HasSubstr("secret"));
    EXPECT_FALSE(fs::exists(folder_ / "new"));
}

TEST_F(ArenaCopyTest, AnImportFollowsNoLink) {
    ASSERT_TRUE(export_arena(*store_, folder_ / "copy"));
    std::ofstream(folder_ / "secret") << "of the host";
    fs::create_symlink(folder_ / "secret", folder_ / "copy/cup-report.html");
    ASSERT_TRUE(import_arena(folder_ / "copy", folder_ / "new"));
    EXPECT_FALSE(fs::exists(folder_ / "new/cup-report.html"));
}

TEST_F(ArenaCopyTest, ADamagedDatabaseIsNotImported) {
    for (int i = 0; i < 200; ++i)
        ASSERT_TRUE(store_->add_log(100 + i, 0, version_.id, std::string(3000, 'a')));
    {
        const auto database =
            *Database::open(store_->folder() / "arena.db", Database::Access::ReadWrite);
        ASSERT_TRUE(database->run("VACUUM INTO ?", folder_ / "full.db"));
    }
    ASSERT_TRUE(export_arena(*store_, folder_ / "copy"));
    fs::rename(folder_ / "full.db", folder_ / "copy/arena.db");
    const auto size = fs::file_size(folder_ / "copy/arena.db");
    std::fstream file(folder_ / "copy/arena.db", std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(static_cast<std::streamoff>(size / 2));
    file << std::string(5000, 'x');
    file.close();
    const auto imported = import_arena(folder_ / "copy", folder_ / "new");
    ASSERT_FALSE(imported);
    EXPECT_FALSE(fs::exists(folder_ / "new"));
}

}  // namespace
}  // namespace xttt
