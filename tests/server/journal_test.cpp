#include "server/game/journal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "callback_queue.h"
#include "support/fresh_folder.h"

namespace xttt {
namespace {

using namespace std::chrono_literals;

SavedGame some_game() {
    return {
        .id = Token::random(),
        .settings = {.variant = &kDouble, .time = TimeControl{60s, 1s}, .names = {"Ada", "Bób"}},
        .seats = {Token::random(), Token::random()},
        .invitation = Token::random(),
        .invited = Side::X,
        .created = 1'700'000'000};
}

class JournalTest : public testing::Test {
protected:
    std::unique_ptr<Journal> open() {
        auto journal = Journal::open(folder_.path(), callbacks_.post());
        EXPECT_TRUE(journal) << journal.error().message;
        return std::move(*journal);
    }
    Journal::Done counted() {
        return [this](const Result<void>& stored) { (stored ? stored_ : failed_)++; };
    }
    SavedGame load(Journal& journal, const Token& id) {
        std::optional<SavedGame> loaded;
        bool done = false;
        journal.load(id, [&](auto game) {
            done = true;
            if (game) loaded = *game;
        });
        callbacks_.run_until([&] { return done; });
        EXPECT_TRUE(loaded);
        return loaded.value_or(SavedGame{});
    }

    test::FreshFolder folder_;
    test::CallbackQueue callbacks_;
    int stored_ = 0, failed_ = 0;
};

TEST_F(JournalTest, GivesBackWhatItWasGiven) {
    const SavedGame game = some_game();
    const GameEvent join{.kind = EventKind::Join, .side = Side::X, .clocks = {60s, 60s}};
    const GameEvent move{.kind = EventKind::Move,
                         .side = Side::X,
                         .move = Move::at(4, 4),
                         .ply = 1,
                         .clocks = {59s, 60s}};
    const GameEvent rematch{.kind = EventKind::Rematch, .ply = 1, .next = Token::random()};
    const GameEvent thanks{
        .kind = EventKind::Say, .side = Side::O, .ply = 1, .phrase = Phrase::Thanks};
    {
        const auto journal = open();
        EXPECT_EQ(journal->open_games(), 0);
        journal->add_game(game, counted());
        journal->add_event(game.id, kDouble, 1, join, counted());
        journal->add_event(game.id, kDouble, 2, move, counted());
        journal->add_event(game.id, kDouble, 3, rematch, counted());
        journal->add_event(game.id, kDouble, 4, thanks, counted());
        callbacks_.run_until([&] { return stored_ == 5; });
    }
    const auto journal = open();
    EXPECT_EQ(journal->open_games(), 0);
    const SavedGame again = load(*journal, game.id);
    EXPECT_EQ(again.settings.variant, &kDouble);
    EXPECT_EQ(again.settings.time, game.settings.time);
    EXPECT_EQ(again.settings.names, game.settings.names);
    EXPECT_EQ(again.seats, game.seats);
    EXPECT_EQ(again.invitation, game.invitation);
    EXPECT_EQ(again.invited, Side::X);
    EXPECT_EQ(again.created, game.created);
    EXPECT_EQ(again.events, (std::vector{join, move, rematch, thanks}));
}

TEST_F(JournalTest, RejectsAnEventWhosePredecessorIsMissing) {
    const auto journal = open();
    const SavedGame game = some_game();
    journal->add_game(game, counted());
    journal->add_event(game.id, kDouble, 2, {.kind = EventKind::Start}, counted());
    journal->add_event(Token::random(), kDouble, 1, {.kind = EventKind::Join}, counted());
    callbacks_.run_until([&] { return stored_ + failed_ == 3; });
    EXPECT_EQ(failed_, 2);
    EXPECT_TRUE(load(*journal, game.id).events.empty());
}

TEST_F(JournalTest, BelongsToOneProcess) {
    const auto journal = open();
    EXPECT_FALSE(Journal::open(folder_.path(), callbacks_.post()));
}

TEST_F(JournalTest, RemovesGamesWithoutAnOpponentFirst) {
    const auto journal = open();
    const SavedGame lonely = some_game(), joined = some_game();
    journal->add_game(lonely, counted());
    journal->add_game(joined, counted());
    journal->add_event(joined.id, kDouble, 1, {.kind = EventKind::Join}, counted());
    std::optional<std::int64_t> removed;
    journal->expire({.open_before = lonely.created + 1, .other_before = 0},
                    [&](std::int64_t open, bool) { removed = open; });
    callbacks_.run_until([&] { return removed.has_value(); });
    EXPECT_EQ(removed, 1);
    load(*journal, joined.id);
    bool gone = false;
    journal->load(lonely.id, [&](auto game) { gone = game && !*game; });
    callbacks_.run_until([&] { return gone; });
}

// A database with a table, and writes that fail on demand.
class GroupCommitTest : public JournalTest {
protected:
    std::unique_ptr<GroupCommit> start(std::chrono::milliseconds retry) {
        auto database = Database::open(folder_ / "some.db", Database::Access::Create);
        EXPECT_TRUE(database && (*database)->execute("CREATE TABLE numbers (n)"));
        return std::make_unique<GroupCommit>(std::move(*database), callbacks_.post(), retry);
    }
    void run(GroupCommit& writer, GroupCommit::Work work) {
        bool done = false;
        writer.add(std::move(work), [&](const auto&) { done = true; });
        callbacks_.run_until([&] { return done; });
    }
    static Result<void> write(Database& database) {
        return database.execute("INSERT INTO numbers VALUES (1)");
    }
    static Result<void> failing_write(Database& database) {
        TRY_VOID(write(database));
        return fail(Errc::Io, "the disk is full");
    }
    static Result<void> read(Database& database) {
        TRY(const auto count, database.number("SELECT count(*) FROM numbers"));
        EXPECT_GE(count, 0);
        return {};
    }
};

TEST_F(GroupCommitTest, AReadDoesNotHideAFailedWrite) {
    const auto writer = start(1h);
    run(*writer, write);
    EXPECT_TRUE(writer->is_healthy());
    run(*writer, failing_write);
    EXPECT_FALSE(writer->is_healthy());
    run(*writer, read);
    EXPECT_FALSE(writer->is_healthy());
    run(*writer, write);
    EXPECT_TRUE(writer->is_healthy());
}

TEST_F(GroupCommitTest, TriesAWriteByItselfAfterAFailure) {
    const auto writer = start(1ms);
    run(*writer, failing_write);
    callbacks_.run_until([&] { return writer->is_healthy(); });
}

TEST_F(JournalTest, RefusesAFileOfAnotherKind) {
    {
        open();
    }
    auto database = Database::open(folder_ / "online.db", Database::Access::ReadWrite);
    ASSERT_TRUE(database);
    ASSERT_TRUE((*database)->execute("PRAGMA user_version = 99"));
    const auto journal = Journal::open(folder_.path(), callbacks_.post());
    ASSERT_FALSE(journal);
    EXPECT_THAT(journal.error().message, testing::HasSubstr("another version"));
}

}  // namespace
}  // namespace xttt
