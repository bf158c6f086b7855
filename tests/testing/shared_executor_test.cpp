#include "testing/shared_executor.h"

#include <algorithm>

#include <gmock/gmock.h>

namespace xttt {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr auto kPatience = 60s;

GameTask random_game(std::uint64_t id, const std::string& run = "r") {
    const auto player = std::make_shared<const Entrant>(Entrant{0, run, "random:1"});
    GameTask task{.id = id, .players = {player, player}, .setup = {}, .conditions = {}};
    task.setup.variant = &kUltimate;
    task.setup.seed = id;
    return task;
}

// Counts the games that are being played, and can hold them.
class Games {
public:
    MakeListener listener() {
        return [this](const GameTask& task) -> std::unique_ptr<GameListener> {
            return std::make_unique<Listener>(*this, task.players[0]->name);
        };
    }
    // Until this number of games is being played at the same time.
    bool wait_for(int playing) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, kPatience, [&] { return playing_ >= playing; });
    }
    void release() {
        const std::lock_guard lock(mutex_);
        held_ = false;
        changed_.notify_all();
    }
    int most() {
        const std::lock_guard lock(mutex_);
        return most_;
    }
    // The runs of the games in the order in which they began.
    std::vector<std::string> begun() {
        const std::lock_guard lock(mutex_);
        return begun_;
    }

private:
    class Listener final : public GameListener {
    public:
        Listener(Games& games, const std::string& run) : games_(games) {
            std::unique_lock lock(games_.mutex_);
            games_.begun_.push_back(run);
            games_.most_ = std::max(games_.most_, ++games_.playing_);
            games_.changed_.notify_all();
            games_.changed_.wait(lock, [&] { return !games_.held_; });
        }
        ~Listener() override {
            const std::lock_guard lock(games_.mutex_);
            --games_.playing_;
        }

    private:
        Games& games_;
    };

    std::mutex mutex_;
    std::condition_variable changed_;
    bool held_ = true;
    int playing_ = 0, most_ = 0;
    std::vector<std::string> begun_;
};

// The ids of the games that come back.
std::vector<std::uint64_t> collect(GameExecutor& executor, std::size_t count) {
    std::vector<FinishedGame> finished;
    const auto give_up = after(kPatience);
    while (finished.size() < count && Clock::now() < give_up)
        if (!executor.collect(finished, after(1s))) break;
    std::vector<std::uint64_t> ids;
    for (const auto& game : finished)
        if (game.game) ids.push_back(game.id);
    return ids;
}

TEST(SharedExecutor, PlaysNoMoreGamesAtATimeThanPlannedHoweverManyRunsThereAre) {
    Games games;
    SharedExecutor machine({.jobs = 2, .cores = {}, .memory = {}}, this_machine(),
                           games.listener());
    EXPECT_EQ(machine.jobs(), 2u);
    std::vector<std::unique_ptr<GameExecutor>> runs;
    for (int i = 0; i < 10; ++i) {
        runs.push_back(machine.open(100, {}).value().executor);
        for (std::uint64_t id = 0; id < 4; ++id) runs.back()->submit(random_game(id));
    }
    ASSERT_TRUE(games.wait_for(2));
    games.release();
    for (const auto& run : runs)
        EXPECT_THAT(collect(*run, 4), testing::UnorderedElementsAre(0u, 1u, 2u, 3u));
    EXPECT_EQ(games.most(), 2);
}

TEST(SharedExecutor, DividesTheGamesByShare) {
    Games games;
    SharedExecutor machine({.jobs = 1, .cores = {}, .memory = {}}, this_machine(),
                           games.listener());
    const auto small = machine.open(100, {}).value().executor;
    const auto large = machine.open(300, {}).value().executor;
    for (std::uint64_t id = 0; id < 40; ++id) {
        small->submit(random_game(id, "small"));
        large->submit(random_game(id, "large"));
    }
    games.release();
    EXPECT_EQ(collect(*large, 40).size(), 40u);
    EXPECT_EQ(collect(*small, 40).size(), 40u);
    const auto begun = games.begun();
    ASSERT_EQ(begun.size(), 80u);
    for (const int all : {8, 16, 40})
        EXPECT_NEAR(std::count(begun.begin(), begun.begin() + all, "small"), all / 4, 1) << all;
}

TEST(SharedExecutor, TakesBackTheGamesOfOneRunOnly) {
    Games games;
    SharedExecutor machine({.jobs = 1, .cores = {}, .memory = {}}, this_machine(),
                           games.listener());
    auto one = machine.open(100, {}).value().executor;
    const auto other = machine.open(100, {}).value().executor;
    one->submit(random_game(7));
    ASSERT_TRUE(games.wait_for(1));
    one->submit(random_game(8));
    other->submit(random_game(7));
    EXPECT_THAT(one->cancel_pending(), ElementsAre(8u));
    EXPECT_EQ(one->unfinished(), 1u);
    EXPECT_EQ(other->unfinished(), 1u);
    // The running game of a run that ends is discarded.
    one.reset();
    games.release();
    EXPECT_THAT(collect(*other, 1), ElementsAre(7u));
    EXPECT_EQ(other->unfinished(), 0u);
}

TEST(SharedExecutor, GivesEachGameTheCoresThatTheLargestRunNeeds) {
    const MachineResources eight{.cores = {0, 1, 2, 3, 4, 5, 6, 7}, .memory = 1 << 30};
    Games games;
    games.release();
    SharedExecutor machine({}, eight, games.listener());
    EXPECT_EQ(machine.jobs(), 8u);
    const auto small = machine.open(100, {.cores = 1}).value().executor;
    EXPECT_EQ(machine.jobs(), 8u);
    auto large = machine.open(100, {.cores = 4}).value().executor;
    EXPECT_EQ(machine.jobs(), 2u);
    for (std::uint64_t id = 0; id < 4; ++id) {
        small->submit(random_game(id));
        large->submit(random_game(id));
    }
    EXPECT_EQ(collect(*small, 4).size(), 4u);
    EXPECT_EQ(collect(*large, 4).size(), 4u);
    EXPECT_LE(games.most(), 2);
    large.reset();
    EXPECT_EQ(machine.jobs(), 8u);
    EXPECT_THAT(machine.open(100, {.memory = 1 << 29}).value().warning, HasSubstr("memory"));
}

}  // namespace
}  // namespace xttt
