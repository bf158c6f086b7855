#include "tournament/runner/tournament_runner.h"

#include <map>

#include <gmock/gmock.h>

#include "support/fresh_folder.h"
#include "support/paths.h"
#include "tournament/runner/local_executor.h"

namespace xttt {
namespace {

using ::testing::HasSubstr;

class HallTest : public ::testing::Test {
protected:
    HallTest() {
        plan_.variant = &kUltimate;
        plan_.seed = 5;
        plan_.opening_plies = 2;
        plan_.limits.move_time = std::chrono::seconds(10);
        plan_.stages = {{.name = "pools", .games = 4, .pools = 2, .promote = 2},
                        {.name = "final", .games = 2}};
        for (int i = 0; i < 6; ++i) add("p" + std::to_string(i), "random");
    }
    void add(const std::string& name, const std::string& player) {
        plan_.contestants.push_back(std::make_shared<const Contestant>(
            static_cast<int>(plan_.contestants.size()), name, player));
    }
    Store open(const std::string& name) {
        auto store = Store::open(folder_ / name);
        if (!store) throw std::runtime_error(store.error().message);
        if (store->is_new()) {
            std::vector<StoredEntrant> entrants;
            for (const auto& c : plan_.contestants)
                entrants.push_back({c->entrant, c->name, c->player});
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

// Asks for the runner to stop after so many games.
class Closer final : public TournamentListener {
public:
    Closer(std::atomic<int>& interrupts, long games) : interrupts_(interrupts), games_(games) {}
    void on_games(std::span<const StoredNews> news, const Progress&) override {
        games_ -= static_cast<long>(news.size());
        if (games_ <= 0) interrupts_ = 1;
    }

private:
    std::atomic<int>& interrupts_;
    long games_;
};

TEST_F(HallTest, PlaysAllStagesAndPairsShareTheirOpenings) {
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

TEST_F(HallTest, GoesOnWhereItWasInterrupted) {
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

TEST_F(HallTest, AFailingBotForfeitsAndTheOthersPlayOn) {
    plan_.contestants.clear();
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

TEST_F(HallTest, EndsWhenEnoughIsKnown) {
    Store store = open("a.db");
    const auto end =
        run(store, {.decided = [](const Progress& p) { return p.games_recorded() >= 5; }});
    EXPECT_EQ(end, RunEnd::Decided);
    EXPECT_GE(store.read().count().value(), 5);
    EXPECT_LT(store.read().count().value(), 36);
}

TEST_F(HallTest, PausesUntilItMayGoOn) {
    Store store = open("a.db");
    std::atomic<int> asked = 0;
    const auto end = run(store, {.paused = [&] { return ++asked < 4; }});
    EXPECT_EQ(end, RunEnd::Finished);
    std::vector<std::string> kinds;
    const auto events = store.read().events().value();
    for (const auto& event : events) kinds.push_back(event.kind);
    EXPECT_THAT(kinds, ::testing::ElementsAre("paused", "resumed", "finished"));
}

TEST_F(HallTest, StopsAtOnceWhenToldTwice) {
    Store store = open("a.db");
    std::atomic<int> interrupts = 2;
    EXPECT_EQ(run(store, {.interrupts = &interrupts}), RunEnd::Stopped);
}

TEST_F(HallTest, RefusesTheStoreOfAnotherTournament) {
    Store store = open("a.db");
    EXPECT_EQ(run(store), RunEnd::Finished);
    plan_.seed = 6;
    plan_.stages[0].draw = Draw::Random;
    const auto end = run(store);
    ASSERT_FALSE(end);
    EXPECT_THAT(end.error().message, HasSubstr("not those of this tournament"));
}

// Plays at once, and says of first attempts that the host was too busy.
class BusyHost final : public GameExecutor {
public:
    std::size_t free_slots() const override { return 4 - tasks_.size(); }
    void submit(GameTask task) override { tasks_.push_back(std::move(task)); }
    Result<void> collect(std::vector<FinishedGame>& finished, Deadline) override {
        for (const GameTask& task : tasks_) {
            FinishedGame done{.id = task.id};
            const auto key = std::pair(task.players[0]->entrant, task.setup.seed);
            done.host.too_busy = ++seen_[key] == 1;
            done.game = PlayedGame{};
            done.game->record.variant = task.setup.variant;
            done.game->record.forfeit = Forfeit{Side::O, ForfeitReason::TimeLimit, "late"};
            done.game->ending = ending_of(done.game->record).value();
            if (trouble_ > 0 && trouble_-- > 0) {
                done.game.reset();
                done.trouble = "no room";
                --seen_[key];
            }
            finished.push_back(std::move(done));
        }
        tasks_.clear();
        return {};
    }
    std::size_t unfinished() const override { return tasks_.size(); }
    std::vector<std::uint64_t> cancel_pending() override { return {}; }
    void stop() override {}
    std::string description() const override { return "a busy host"; }

    int trouble_ = 0;  // so many tasks cannot be played

private:
    std::vector<GameTask> tasks_;
    std::map<std::pair<int, std::uint64_t>, int> seen_;
};

class Warnings final : public TournamentListener {
public:
    void on_warning(const std::string& text) override { texts.push_back(text); }
    std::vector<std::string> texts;
};

TEST_F(HallTest, GamesOnABusyHostAreMarkedAndPlayedAgain) {
    plan_.stages = {{.name = "all"}};
    for (const bool replay : {true, false}) {
        plan_.replay_busy = replay;
        Store store = open(replay ? "replayed.db" : "marked.db");
        BusyHost host;
        host.trouble_ = 2;
        Warnings warnings;
        TournamentRunner runner(plan_, store, host, warnings, {});
        EXPECT_EQ(runner.run(), RunEnd::Finished);
        EXPECT_EQ(store.read().count(), 30);
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

TEST_F(HallTest, AGameThatCannotBePlayedEndsTheRun) {
    Store store = open("a.db");
    BusyHost host;
    host.trouble_ = 1000;
    TournamentListener nobody;
    TournamentRunner runner(plan_, store, host, nobody, {});
    const auto end = runner.run();
    ASSERT_FALSE(end);
    EXPECT_THAT(end.error().message, HasSubstr("no room"));
}

}  // namespace
}  // namespace xttt
