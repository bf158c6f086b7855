#include "tournament/runner/tournament_runner.h"

#include <map>
#include <set>

#include <gmock/gmock.h>

#include "support/fresh_folder.h"
#include "support/paths.h"
#include "tournament/runner/local_executor.h"

namespace xttt {
namespace {

using ::testing::HasSubstr;

class RunnerTest : public ::testing::Test {
protected:
    RunnerTest() {
        plan_.variant = &kUltimate;
        plan_.seed = 5;
        plan_.opening_plies = 2;
        plan_.limits.move_time = std::chrono::seconds(10);
        plan_.stages = {{.name = "pools", .games = 4, .pools = 2, .promote = 2},
                        {.name = "final", .games = 2}};
        for (int i = 0; i < 6; ++i) add("p" + std::to_string(i), "random");
    }
    void add(const std::string& name, const std::string& player) {
        plan_.entrants.push_back(
            std::make_shared<const Entrant>(static_cast<int>(plan_.entrants.size()), name, player));
    }
    Store open(const std::string& name) {
        auto store = Store::open(folder_ / name);
        if (!store) throw std::runtime_error(store.error().message);
        if (store->is_new()) {
            std::vector<Entrant> entrants;
            for (const auto& each : plan_.entrants) entrants.push_back(*each);
            EXPECT_TRUE(store->begin({.name = "cup", .variant = plan_.variant}, entrants));
        }
        return std::move(*store);
    }
    Result<RunEnd> run(Store& store, RunControl control = {},
                       TournamentListener* listener = nullptr) {
        LocalExecutor executor({.jobs = 2, .cores = {this_machine().cores, this_machine().cores}});
        TournamentListener nobody;
        TournamentRunner runner(plan_, store, executor, listener ? *listener : nobody,
                                std::move(control));
        auto end = runner.run();
        tables_.clear();
        for (int s = 0; s <= runner.progress().stage(); ++s)
            tables_.push_back(runner.progress().tables(s));
        return end;
    }
    // Every game by its place.
    std::map<GamePlace, std::vector<Move>> games(const Store& store) {
        std::map<GamePlace, std::vector<Move>> found;
        EXPECT_TRUE(store.read().for_each_record(
            {}, [&](const StoredGame& game, const GameRecord& record) -> Result<void> {
                std::vector<Move> moves;
                for (const RecordedMove& m : record.moves) moves.push_back(m.move);
                EXPECT_TRUE(found.emplace(*game.place, moves).second) << "played twice";
                return {};
            }));
        return found;
    }

    test::FreshFolder folder_;
    TournamentPlan plan_;
    std::vector<std::vector<std::vector<TableRow>>> tables_;
};

// Stops the runner after this many games.
class Closer final : public TournamentListener {
public:
    Closer(std::atomic<int>& interrupts, long games) : interrupts_(interrupts), games_(games) {}
    void on_games(std::span<const StoredGame> games, const Progress&) override {
        games_ -= static_cast<long>(games.size());
        if (games_ <= 0) interrupts_ = 1;
    }

private:
    std::atomic<int>& interrupts_;
    long games_;
};

TEST_F(RunnerTest, PlaysAllStagesAndPairsShareTheirOpenings) {
    Store store = open("a.db");
    EXPECT_EQ(run(store), RunEnd::Finished);
    const auto played = games(store);
    EXPECT_EQ(played.size(), 2u * 3 * 4 + 6u * 2);
    ASSERT_EQ(tables_.size(), 2u);
    EXPECT_EQ(tables_[1][0].size(), 4u);
    EXPECT_EQ(store.read().stages()->size(), 2u);
    for (const auto& [place, moves] : played) {
        GamePlace partner = place;
        partner.game ^= 1;
        EXPECT_TRUE(std::equal(moves.begin(), moves.begin() + 2, played.at(partner).begin()));
        EXPECT_NE(moves, played.at(partner));
    }
    const auto one = store.read().games({.limit = 1}).value();
    EXPECT_EQ(one[0].opening_plies, 2);
    // Once more there is nothing left to do.
    EXPECT_EQ(run(store), RunEnd::Finished);
    EXPECT_EQ(games(store), played);
}

TEST_F(RunnerTest, GoesOnWhereItWasInterrupted) {
    Store undisturbed = open("whole.db");
    EXPECT_EQ(run(undisturbed), RunEnd::Finished);
    const auto tables = tables_;
    for (int tries = 0, games_a_run = 1; tries < 100; ++tries, games_a_run += 2) {
        Store store = open("parts.db");
        std::atomic<int> interrupts = 0;
        Closer closer(interrupts, games_a_run);
        const auto end = run(store, {.interrupts = &interrupts}, &closer);
        ASSERT_TRUE(end) << end.error().message;
        if (*end == RunEnd::Finished) break;
        EXPECT_EQ(*end, RunEnd::Interrupted);
    }
    Store store = open("parts.db");
    EXPECT_EQ(games(store), games(undisturbed));
    EXPECT_EQ(run(store), RunEnd::Finished);
    EXPECT_EQ(tables_, tables);
}

TEST_F(RunnerTest, AFailingBotForfeitsAndTheOthersPlayOn) {
    plan_.entrants.clear();
    plan_.stages = {{.name = "all"}};
    add("good", "random");
    add("missing", "ugi:/nowhere/engine");
    add("crashes", "ugi:" + test::hostile_bot() + " exit");
    add("fine", "ugi:" + test::trivial_ugi());
    Store store = open("a.db");
    EXPECT_EQ(run(store), RunEnd::Finished);
    EXPECT_EQ(store.read().count(), 12);
    const auto forfeits = store.read().games({.forfeits_only = true}).value();
    EXPECT_EQ(forfeits.size(), 10u);
    for (const auto& game : forfeits) {
        const int loser = game.entrants[game.result == GameResult::XWins ? 1 : 0];
        EXPECT_TRUE(loser == 1 || loser == 2);
        EXPECT_NE(game.detail, "");
    }
}

TEST_F(RunnerTest, EndsWhenEnoughIsKnown) {
    Store store = open("a.db");
    const auto end = run(
        store, {.decided = [stored = std::size_t{0}](std::span<const StoredGame> games) mutable {
            return (stored += games.size()) >= 5;
        }});
    EXPECT_EQ(end, RunEnd::Decided);
    EXPECT_GE(store.read().count().value(), 5);
    EXPECT_LT(store.read().count().value(), 36);
    // The games of earlier runs are part of the decision.
    std::size_t seen = 0;
    const auto again = run(store, {.decided = [&](std::span<const StoredGame> games) {
                               seen += games.size();
                               return true;
                           }});
    EXPECT_EQ(again, RunEnd::Decided);
    EXPECT_EQ(seen, static_cast<std::size_t>(store.read().count().value()));
}

TEST_F(RunnerTest, PausesUntilItMayGoOn) {
    Store store = open("a.db");
    std::atomic<int> asked = 0;
    const auto end = run(store, {.paused = [&] { return ++asked < 4; }});
    EXPECT_EQ(end, RunEnd::Finished);
    std::vector<std::string> kinds;
    const auto events = store.read().events().value();
    for (const auto& event : events) kinds.push_back(event.kind);
    EXPECT_THAT(kinds, ::testing::ElementsAre("paused", "resumed", "finished"));
}

TEST_F(RunnerTest, StopsAtOnceWhenToldTwice) {
    Store store = open("a.db");
    std::atomic<int> interrupts = 2;
    EXPECT_EQ(run(store, {.interrupts = &interrupts}), RunEnd::Stopped);
}

TEST_F(RunnerTest, RefusesTheStoreOfAnotherTournament) {
    Store store = open("a.db");
    EXPECT_EQ(run(store), RunEnd::Finished);
    plan_.seed = 6;
    plan_.stages[0].draw = Draw::Random;
    const auto end = run(store);
    ASSERT_FALSE(end);
    EXPECT_THAT(end.error().message, HasSubstr("do not belong to this tournament"));
}

// Plays at once, and says of first attempts that the host was too busy.
class BusyHost final : public GameExecutor {
public:
    std::size_t free_slots() const override { return 4 - tasks_.size(); }
    void submit(GameTask task) override { tasks_.push_back(std::move(task)); }
    Result<void> collect(std::vector<FinishedGame>& finished, Deadline) override {
        for (const GameTask& task : tasks_) {
            if (failures_ > 0 && failures_-- > 0) {
                finished.push_back({task.id, fail(Errc::Process, "no room")});
                continue;
            }
            const auto key = std::pair(task.players[0]->id, task.setup.seed);
            PlayedGame game;
            game.record.variant = task.setup.variant;
            game.record.forfeit = Forfeit{Side::O, ForfeitReason::TimeLimit, "late"};
            game.ending = ending_of(game.record).value();
            game.host.too_busy = ++seen_[key] == 1;
            if (game.host.too_busy) game.host.longest_wait = frozen_;
            finished.push_back({task.id, std::move(game)});
            collected_.insert(task.id);
        }
        tasks_.clear();
        return {};
    }
    void stored(std::span<const std::uint64_t> ids) override {
        for (const auto id : ids) EXPECT_EQ(collected_.erase(id), 1u) << "stored but not collected";
    }
    std::size_t unfinished() const override { return tasks_.size(); }
    std::vector<std::uint64_t> cancel_pending() override { return {}; }
    void stop() override {}
    std::string description() const override { return "a busy host"; }

    std::chrono::microseconds frozen_{0};  // how long it stood still in first attempts
    int failures_ = 0;                     // so many tasks cannot be played
    std::set<std::uint64_t> collected_;    // and not reported as stored

private:
    std::vector<GameTask> tasks_;
    std::map<std::pair<int, std::uint64_t>, int> seen_;
};

class Warnings final : public TournamentListener {
public:
    void on_warning(const std::string& text) override { texts.push_back(text); }
    std::vector<std::string> texts;
};

TEST_F(RunnerTest, GamesOnABusyHostAreMarkedAndPlayedAgain) {
    plan_.stages = {{.name = "all"}};
    for (const bool replay : {true, false}) {
        plan_.replay_busy = replay;
        Store store = open(replay ? "replayed.db" : "marked.db");
        BusyHost host;
        host.failures_ = 2;
        Warnings warnings;
        TournamentRunner runner(plan_, store, host, warnings, {});
        EXPECT_EQ(runner.run(), RunEnd::Finished);
        EXPECT_EQ(store.read().count(), 30);
        EXPECT_TRUE(host.collected_.empty()) << "every stored game is reported to the executor";
        EXPECT_EQ(store.read().count({.counted_only = false}), replay ? 60 : 30);
        EXPECT_THAT(warnings.texts, ::testing::Contains(HasSubstr("too busy for a fair clock")));
        const auto counted = store.read().games().value();
        for (const auto& game : counted) {
            EXPECT_EQ(game.host.too_busy, !replay);
            EXPECT_EQ(game.place->attempt, replay ? 1 : 0);
        }
        // Another runner on it finds everything done.
        TournamentRunner again(plan_, store, host, warnings, {});
        EXPECT_EQ(again.run(), RunEnd::Finished);
        EXPECT_EQ(store.read().count({.counted_only = false}), replay ? 60 : 30);
    }
}

TEST_F(RunnerTest, AGameLostOnTimeWhileTheHostStoodStillIsAlwaysReplayed) {
    plan_.stages = {{.name = "all"}};
    plan_.replay_busy = false;
    for (const auto frozen : {std::chrono::seconds(4), std::chrono::seconds(5)}) {
        const bool replayed = 2 * frozen >= *plan_.limits.move_time;
        Store store = open(replayed ? "frozen.db" : "slow.db");
        BusyHost host;
        host.frozen_ = frozen;
        TournamentListener nobody;
        TournamentRunner runner(plan_, store, host, nobody, {});
        EXPECT_EQ(runner.run(), RunEnd::Finished);
        EXPECT_EQ(store.read().count(), 30);
        EXPECT_EQ(store.read().count({.counted_only = false}), replayed ? 60 : 30);
    }
}

TEST_F(RunnerTest, OneReasonOfManyFailuresIsReportedOnce) {
    plan_.stages = {{.name = "all"}};
    Store store = open("a.db");
    BusyHost host;
    host.failures_ = 8;  // two attempts of the four games that are played at a time
    Warnings warnings;
    TournamentRunner runner(plan_, store, host, warnings, {});
    EXPECT_EQ(runner.run(), RunEnd::Finished);
    std::erase_if(warnings.texts, [](const auto& text) { return !text.starts_with("retrying"); });
    EXPECT_THAT(warnings.texts, ::testing::ElementsAre("retrying a game: no room"));
}

TEST_F(RunnerTest, AGameThatCannotBePlayedEndsTheRun) {
    Store store = open("a.db");
    BusyHost host;
    host.failures_ = 1000;
    TournamentListener nobody;
    TournamentRunner runner(plan_, store, host, nobody, {});
    const auto end = runner.run();
    ASSERT_FALSE(end);
    EXPECT_THAT(end.error().message, HasSubstr("no room"));
}

}  // namespace
}  // namespace xttt
