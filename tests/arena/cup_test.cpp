#include "arena/cup.h"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "arena/arena_copy.h"
#include "arena_fixture.h"

namespace xttt {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class CupTest : public test::ArenaFixture {
protected:
    CupTest() : ArenaFixture(kUltimate) {
        for (const char* name : {"A", "B"}) {
            const int team = store_->add_team(name, "", "staff")->first.id;
            Version version = *store_->add_version(team, "bot.py", "", name);
            version.state = VersionState::Ready;
            version.player = "python:bot.py";
            EXPECT_TRUE(store_->finish_check(version));
            add_bot(*store_, version.id);
        }
    }
    static void add_bot(const ArenaStore& store, int version) {
        fs::create_directories(store.bot_folder(version));
        std::ofstream(store.bot_folder(version) + "/bot.py") << "class Team: pass # " << version;
    }
    // A cup as CupRunner::start begins it, with a changed configuration.
    void begin(const std::function<void(TournamentConfig&)>& change) {
        auto cup = *plan_cup(*store_);
        cup.config.seed = 7;
        change(cup.config);
        std::ofstream(CupFiles(*store_).frozen) << config_text(cup.config);
        ASSERT_TRUE(store_->begin_cup(cup.entrants, {}, "staff"));
    }
    static std::vector<std::string> players(const TournamentConfig& config) {
        std::vector<std::string> found;
        for (const EntrantConfig& entrant : config.entrants) found.push_back(entrant.player);
        return found;
    }
    static std::vector<std::string> bots_of(const ArenaStore& store) {
        return {"python:" + store.bot_folder(0) + "/bot.py",
                "python:" + store.bot_folder(1) + "/bot.py"};
    }
};

TEST_F(CupTest, PlaysTheBotsOfItsArenaWhateverItsFileNames) {
    const std::string elsewhere = folder_ / "elsewhere.db";
    begin([&](TournamentConfig& config) {
        config.entrants[0].player = "ugi:/bin/sh";
        config.entrants[1].name = "somebody else";
        config.store = elsewhere;
    });
    std::ofstream(CupFiles(*store_).frozen, std::ios::app) << "\n[machine]\nsandbox = false\n";
    const auto cup = open_cup(*store_);
    ASSERT_TRUE(cup) << cup.error().message;
    EXPECT_EQ(players(cup->config), bots_of(*store_));
    EXPECT_EQ(cup->config.entrants[1].name, "B");
    EXPECT_TRUE(cup->config.machine.sandbox);
    EXPECT_EQ(cup->config.store, CupFiles(*store_).store);
    EXPECT_FALSE(fs::exists(elsewhere));
}

TEST_F(CupTest, IsResumedInAnotherFolderWithTheSameBotsOnly) {
    begin([](TournamentConfig&) {});
    ASSERT_TRUE(open_cup(*store_));
    ASSERT_TRUE(export_arena(*store_, folder_ / "copy"));
    ASSERT_TRUE(import_arena(folder_ / "copy", folder_ / "moved"));
    const auto moved = *ArenaStore::open(folder_ / "moved");
    add_bot(*moved, 0);
    // The server restores the bots from their uploads; none of them forfeits meanwhile.
    EXPECT_EQ(open_cup(*moved).error().message, "the bot of 'B' is being restored");
    add_bot(*moved, 1);
    {
        const auto cup = open_cup(*moved);
        ASSERT_TRUE(cup) << cup.error().message;
        EXPECT_EQ(cup->seed, 7u);
        EXPECT_EQ(players(cup->config), bots_of(*moved));
    }
    std::ofstream(moved->bot_folder(1) + "/bot.py") << "another bot";
    const auto changed = open_cup(*moved);
    ASSERT_FALSE(changed);
    EXPECT_THAT(changed.error().message, HasSubstr("the files of 'B' have changed"));
}

TEST_F(CupTest, WaitsForNoPipe) {
    const std::string pipe = folder_ / "openings";
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    begin([&](TournamentConfig& config) { config.openings = pipe; });
    EXPECT_THAT(open_cup(*store_).error().message, HasSubstr("is not a file"));
}

TEST_F(CupTest, TakesNoUploadThatItDoesNotPlay) {
    begin([](TournamentConfig&) {});
    const auto late = store_->add_version(1, "bot.py", "", "sent in the last second");
    ASSERT_FALSE(late);
    EXPECT_EQ(late.error().code, Errc::Usage);
    EXPECT_THAT(late.error().message, HasSubstr("the cup has begun"));
    ASSERT_TRUE(store_->finish_cup());
    EXPECT_TRUE(store_->add_version(1, "bot.py", "", "after the cup"));
}

TEST_F(CupTest, DoesNotBeginWithoutAnUploadThatArrivedMeanwhile) {
    const auto cup = *plan_cup(*store_);
    auto last = *store_->add_version(1, "bot.py", "", "sent in the last second");
    const auto begun = store_->begin_cup(cup.entrants, {}, "staff");
    ASSERT_FALSE(begun);
    EXPECT_EQ(begun.error().code, Errc::Usage);
    EXPECT_THAT(begun.error().message, HasSubstr("has just arrived"));
    EXPECT_EQ(*store_->cup_state(), CupState::None);
    last.state = VersionState::Rejected;
    ASSERT_TRUE(store_->finish_check(last));
    EXPECT_TRUE(store_->begin_cup(cup.entrants, {}, "staff"));
}

TEST_F(CupTest, HasNoGradesFromAnotherStore) {
    begin([](TournamentConfig&) {});
    ASSERT_TRUE(open_cup(*store_));
    EXPECT_TRUE(grades_csv(*store_));
    const auto database =
        *Database::open(store_->folder() / "arena.db", Database::Access::ReadWrite);
    ASSERT_TRUE(database->execute("DELETE FROM cup_entrants WHERE id = 1"));
    const auto grades = grades_csv(*store_);
    ASSERT_FALSE(grades);
    EXPECT_THAT(grades.error().message, HasSubstr("is not the store of this cup"));
}

}  // namespace
}  // namespace xttt
