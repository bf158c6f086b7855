#include "arena/ladder_runner.h"

#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arena_fixture.h"
#include "players/make_player.h"
#include "tournament/runner/local_executor.h"

namespace xttt {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr int kJobs = 3;

// Plays random games on this machine, or none.
class RandomExecutor final : public GameExecutor {
public:
    struct Counts {
        std::atomic<bool> broken = false;
        std::atomic<int> crashing = -1;  // version that forfeits its games
        std::atomic<long> submitted = 0, collected = 0, calls = 0;
    };

    RandomExecutor(Counts& counts, MakeListener listen)
        : counts_(counts),
          games_(plan_concurrency({.jobs = kJobs}, {}, this_machine()).value(), nullptr,
                 std::move(listen), [](const GameTask& task, std::size_t) {
                     return make_player("random", *task.setup.variant);
                 }) {}

    std::size_t free_slots() const override { return games_.free_slots(); }
    void submit(GameTask task) override {
        ++counts_.submitted;
        for (const std::size_t side : {0u, 1u}) versions_[task.id][side] = task.players[side]->id;
        games_.submit(std::move(task));
    }
    Result<void> collect(std::vector<FinishedGame>& finished, Deadline until) override {
        const std::size_t before = finished.size();
        TRY_VOID(games_.collect(finished, until));
        counts_.collected += static_cast<long>(finished.size() - before);
        ++counts_.calls;
        for (FinishedGame& game : std::span(finished).subspan(before))
            for (const std::size_t side : {0u, 1u})
                if (game.game && versions_.at(game.id)[side] == counts_.crashing)
                    crash(*game.game, static_cast<Side>(side));
        if (counts_.broken)
            for (FinishedGame& game : finished)
                game.game = fail(Errc::Unsupported, "there is no sandbox");
        return {};
    }
    void stored(std::span<const std::uint64_t>) override {}
    std::size_t unfinished() const override { return games_.unfinished(); }
    std::vector<std::uint64_t> cancel_pending() override { return games_.cancel_pending(); }
    void stop() override { games_.stop(); }
    std::string description() const override { return games_.description(); }

private:
    static void crash(PlayedGame& game, Side side) {
        game.record.moves.clear();
        game.record.forfeit = Forfeit{side, ForfeitReason::Crash, "it ended"};
        game.ending = *ending_of(game.record);
    }

    Counts& counts_;
    std::map<std::uint64_t, std::array<int, 2>> versions_;  // by task
    LocalExecutor games_;
};

class LadderRunnerTest : public test::ArenaFixture {
protected:
    LadderRunnerTest() : ArenaFixture(kUltimate) {
        for (const char* name : {"A", "B", "C"}) {
            const int team = store_->add_team(name, "", "staff")->first.id;
            Version version = *store_->add_version(team, "bot.py", "", name);
            version.state = VersionState::Ready;
            version.player = "python:bot.py";
            EXPECT_TRUE(store_->finish_check(version));
            fs::create_directories(store_->bot_folder(version.id));
        }
    }

    void start(int jobs = kJobs) {
        runner_ = *LadderRunner::start(*store_, {.jobs = jobs}, [this](MakeListener listen) {
            return std::make_unique<RandomExecutor>(counts_, std::move(listen));
        });
    }
    void set_paused(bool paused) {
        auto settings = *store_->settings();
        settings.is_paused = paused;
        ASSERT_TRUE(store_->set_settings(settings, "staff"));
    }
    // Returns when every game that was started is stored; fails if one was lost.
    void pause_and_finish() {
        set_paused(true);
        const long calls = counts_.calls;
        ASSERT_TRUE(until([&] { return counts_.calls >= calls + 3; }));
        ASSERT_TRUE(until([&] { return runner_->games() == counts_.submitted; }));
    }
    std::unique_ptr<Database> games() {
        return *Database::open(store_->games_path(), Database::Access::ReadWrite);
    }
    template <class Condition>
    static bool until(Condition&& condition) {
        const Deadline end = after(std::chrono::seconds(60));
        while (!condition() && Clock::now() < end) std::this_thread::yield();
        return condition();
    }

    RandomExecutor::Counts counts_;
    std::unique_ptr<LadderRunner> runner_;
};

TEST_F(LadderRunnerTest, GamesThatCannotBeStoredAreStoredLater) {
    start();
    ASSERT_TRUE(until([&] { return runner_->games() >= 5; }));
    const auto database = games();
    ASSERT_TRUE(
        database->execute("CREATE TRIGGER full BEFORE INSERT ON games BEGIN"
                          " SELECT RAISE(ABORT, 'the disk is full'); END"));
    ASSERT_TRUE(until([&] { return runner_->problem().contains("the disk is full"); }));
    ASSERT_TRUE(database->execute("DROP TRIGGER full"));
    const long before = runner_->games();
    ASSERT_TRUE(until([&] { return runner_->games() >= before + 10; }));
    EXPECT_EQ(runner_->problem(), "");
    // No game was lost: once all are finished, all are stored.
    pause_and_finish();
    EXPECT_EQ(*database->number("SELECT count(*) FROM games"), runner_->games());
}

TEST_F(LadderRunnerTest, TestGamesThatCannotBeStoredAreStoredLater) {
    start();
    const std::string path = UnratedGames::path(*store_);
    const auto database = *Database::open(path, Database::Access::ReadWrite);
    ASSERT_TRUE(
        database->execute("CREATE TRIGGER full BEFORE INSERT ON games BEGIN"
                          " SELECT RAISE(ABORT, 'the disk is full'); END"));
    const int test =
        *runner_->unrated_games().add({.team = 1, .version = 0, .opponent = 1, .games = 9}, "A");
    ASSERT_TRUE(until([&] { return runner_->problem().contains("the disk is full"); }));
    EXPECT_TRUE(runner_->unrated_games().match(test)->games.empty());
    ASSERT_TRUE(database->execute("DROP TRIGGER full"));
    const auto state = [&] { return runner_->unrated_games().match(test)->state; };
    ASSERT_TRUE(until([&] { return state() == UnratedGames::State::Finished; }));
    EXPECT_EQ(*database->number("SELECT count(*) FROM games"), 9);
    // They keep no place from other games.
    EXPECT_TRUE(until([&] { return runner_->unrated_games().running() == 0; }));
    const long before = runner_->games();
    EXPECT_TRUE(until([&] { return runner_->games() >= before + 5; }));
    EXPECT_EQ(runner_->problem(), "");
}

TEST_F(LadderRunnerTest, TestGamesThatCannotBePlayedEndTheirTest) {
    Version newer = *store_->add_version(1, "bot.py", "", "newer");
    newer.state = VersionState::Ready;
    newer.player = "python:bot.py";
    ASSERT_TRUE(store_->finish_check(newer));
    start();
    // A bot whose folder is missing waits for it.
    const int waiting = *runner_->unrated_games().add(
        {.team = 1, .version = 0, .opponent = newer.id, .games = 4}, "A");
    const int test =
        *runner_->unrated_games().add({.team = 1, .version = 0, .opponent = 1, .games = 4}, "A");
    const auto state = [&](int id) { return runner_->unrated_games().match(id)->state; };
    ASSERT_TRUE(until([&] { return state(test) == UnratedGames::State::Finished; }));
    EXPECT_EQ(state(waiting), UnratedGames::State::Waiting);
    set_paused(true);
    ASSERT_TRUE(until([&] { return counts_.collected == counts_.submitted; }));
    // One team alone has no ladder games.
    const auto teams = *store_->teams();
    for (Team team : teams) {
        team.disabled = team.id != 1;
        ASSERT_TRUE(store_->change_team(team, "staff"));
    }
    fs::create_directories(store_->bot_folder(newer.id));
    counts_.broken = true;
    set_paused(false);
    EXPECT_TRUE(until([&] { return state(waiting) == UnratedGames::State::Cancelled; }));
    EXPECT_TRUE(until([&] { return runner_->problem().contains("could not be played"); }));
    EXPECT_TRUE(runner_->unrated_games().match(waiting)->games.empty());
    EXPECT_TRUE(store_->matches()->front().cancelled);
}

TEST_F(LadderRunnerTest, GamesThatCannotBePlayedComeWithPauses) {
    counts_.broken = true;
    start();
    ASSERT_TRUE(until([&] { return counts_.collected >= kJobs; }));
    EXPECT_TRUE(until([&] { return runner_->problem().contains("there is no sandbox"); }));
    // Another five calls take a second; without a pause each would bring new games.
    const long calls = counts_.calls, submitted = counts_.submitted;
    ASSERT_TRUE(until([&] { return counts_.calls >= calls + 5; }));
    EXPECT_LE(counts_.submitted, submitted + 2 * kJobs);
    EXPECT_THAT(runner_->problem(), HasSubstr("could not be played"));
    EXPECT_EQ(runner_->games(), 0);
    counts_.broken = false;
    EXPECT_TRUE(until([&] { return runner_->games() > 0 && runner_->problem().empty(); }));
}

TEST_F(LadderRunnerTest, AGameIsPlayedAgainFromItsOpening) {
    start(1);
    ASSERT_TRUE(until([&] { return runner_->games() >= 5; }));
    pause_and_finish();
    const long all = runner_->games();
    ASSERT_TRUE(runner_->replay(2, "staff"));
    EXPECT_EQ(runner_->replay(2, "staff").error().code, Errc::Usage);
    EXPECT_EQ(runner_->replay(1000, "staff").error().code, Errc::Usage);
    ASSERT_TRUE(until([&] { return runner_->games() == all - 1; }));
    // Also by a runner that starts later, and before any other game.
    runner_.reset();
    counts_.submitted = counts_.collected = 0;
    start(1);
    EXPECT_EQ(*store_->replays(ArenaStore::ReplayIn::Ladder), std::vector<std::int64_t>{2});
    set_paused(false);
    ASSERT_TRUE(until([&] { return runner_->games() >= all; }));
    EXPECT_EQ(*store_->replays(ArenaStore::ReplayIn::Ladder), std::vector<std::int64_t>());
    const auto store = *StoreReader::open(store_->games_path());
    const auto before = *store.game(2), again = *store.game(all + 1);
    EXPECT_FALSE(before->counts);
    EXPECT_TRUE(again->counts);
    EXPECT_EQ(again->entrants, before->entrants);
    EXPECT_EQ(again->opening_plies, before->opening_plies);
    const auto first = *store.record(2), second = *store.record(all + 1);
    EXPECT_EQ(first.seed, second.seed);
    for (std::size_t i = 0; i < static_cast<std::size_t>(before->opening_plies); ++i)
        EXPECT_EQ(first.moves[i].move, second.moves[i].move);
}

TEST_F(LadderRunnerTest, AGameOfAVersionThatLeftTheLadderIsNotPlayedAgain) {
    start(1);
    ASSERT_TRUE(until([&] { return runner_->games() >= 5; }));
    pause_and_finish();
    const auto store = *StoreReader::open(store_->games_path());
    const int version = (*store.game(1))->entrants[0];
    ASSERT_TRUE(runner_->replay(1, "staff"));
    ASSERT_TRUE(store_->hold(version, "it cheats", "staff"));
    set_paused(false);
    ASSERT_TRUE(until([&] { return (*store_->replays(ArenaStore::ReplayIn::Ladder)).empty(); }));
    const auto audit = *store_->audit(20);
    EXPECT_TRUE(std::ranges::any_of(audit, [](const AuditEntry& entry) {
        return entry.action == "no-replay" && entry.text.contains("no longer on the ladder");
    }));
}

TEST_F(LadderRunnerTest, ARecountThatFailsKeepsTheTotals) {
    start();
    ASSERT_TRUE(until([&] { return runner_->games() >= 20; }));
    pause_and_finish();
    const long all = runner_->games();
    const auto database = games();
    ASSERT_TRUE(database->execute("UPDATE games SET plies = 'bad' WHERE id = 10"));
    ASSERT_TRUE(runner_->discount(1, "staff"));
    ASSERT_TRUE(until([&] { return !runner_->problem().empty(); }));
    EXPECT_EQ(runner_->games(), all);
    ASSERT_TRUE(database->execute("UPDATE games SET plies = 20 WHERE id = 10"));
    EXPECT_TRUE(until([&] { return runner_->games() == all - 1; }));
    EXPECT_TRUE(until([&] { return runner_->problem().empty(); }));
}

TEST_F(LadderRunnerTest, AGameIsRecountedAlsoIfTheAuditLogCannotBeWritten) {
    start();
    ASSERT_TRUE(until([&] { return runner_->games() >= 5; }));
    pause_and_finish();
    const long all = runner_->games();
    const auto arena = *Database::open(folder_ / "arena/arena.db", Database::Access::ReadWrite);
    ASSERT_TRUE(
        arena->execute("CREATE TRIGGER full BEFORE INSERT ON audit BEGIN"
                       " SELECT RAISE(ABORT, 'the disk is full'); END"));
    EXPECT_FALSE(runner_->discount(1, "staff"));
    EXPECT_TRUE(until([&] { return runner_->games() == all - 1; }));
}

TEST_F(LadderRunnerTest, AReleasedVersionNeedsThreeNewForfeitsToBeHeldAgain) {
    const int bad = 0;  // the version of the first team
    const auto state = [&] { return (*store_->version(bad))->state; };
    counts_.crashing = bad;
    const auto play_until_held = [&](long forfeits) {
        set_paused(false);
        ASSERT_TRUE(until([&] { return state() == VersionState::Held; }));
        pause_and_finish();
        EXPECT_EQ(runner_->forfeits(bad), forfeits);
        ASSERT_TRUE(runner_->release(bad, "staff"));
    };
    start(1);
    play_until_held(3);
    play_until_held(6);
    // A new runner counts all games again.
    runner_.reset();
    start(1);
    play_until_held(9);
}

TEST_F(LadderRunnerTest, AVersionOnHoldPlaysNoTestGames) {
    ASSERT_TRUE(store_->hold(0, "too slow", "staff"));
    auto disabled = **store_->team(3);
    disabled.disabled = true;
    ASSERT_TRUE(store_->change_team(disabled, "staff"));
    start();
    UnratedGames& games = runner_->unrated_games();
    const int held = *games.add({.team = 2, .version = 1, .opponent = 0, .games = 2}, "B");
    const int of_disabled = *games.add({.team = 3, .version = 2, .opponent = 1, .games = 2}, "C");
    ASSERT_TRUE(store_->add_level("Level 0", "engine:skill=0"));
    ASSERT_TRUE(until([&] { return runner_->games() >= 6; }));
    const int test = *games.add({.team = 2, .version = 1, .opponent = 3, .games = 2}, "B");
    const auto state = [&](int id) { return games.match(id)->state; };
    ASSERT_TRUE(until([&] { return state(test) == UnratedGames::State::Finished; }));
    EXPECT_EQ(state(held), UnratedGames::State::Waiting);
    EXPECT_EQ(state(of_disabled), UnratedGames::State::Waiting);
    // They continue as soon as they may.
    ASSERT_TRUE(runner_->release(0, "staff"));
    EXPECT_TRUE(until([&] { return state(held) == UnratedGames::State::Finished; }));
    EXPECT_EQ(state(of_disabled), UnratedGames::State::Waiting);
}

TEST_F(LadderRunnerTest, LogsOfGamesThatTheArenaDoesNotHaveAreDeleted) {
    ASSERT_TRUE(store_->add_log(1, 0, 0, "secret"));
    ASSERT_TRUE(store_->add_test_log(1, 0, 0, "secret"));
    set_paused(true);
    start();
    EXPECT_EQ(*store_->log(1, 0, 0), "");
    EXPECT_EQ(*store_->test_log(1, 0, 0), "");
}

TEST_F(LadderRunnerTest, VersionsWithoutTheirFolderWait) {
    for (const int version : {0, 1}) fs::remove_all(store_->bot_folder(version));
    start();
    EXPECT_EQ(runner_->standings().size(), 1u);
    fs::create_directories(store_->bot_folder(0));
    ASSERT_TRUE(store_->touch());
    EXPECT_TRUE(until([&] { return runner_->standings().size() == 2; }));
    EXPECT_TRUE(until([&] { return runner_->games() > 0; }));
}

}  // namespace
}  // namespace xttt
