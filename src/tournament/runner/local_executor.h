#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>

#include "tournament/runner/concurrency.h"
#include "tournament/runner/game_executor.h"
#include "tournament/runner/live_games.h"

namespace xttt {

// Plays on this machine: one thread per concurrent game, pinned together with its players to
// separate cores if there are enough.
class LocalExecutor final : public GameExecutor {
public:
    // Throws std::system_error if this machine has no threads left.
    // Publishes running games in `live`, if not null. `listen` and `make` provide listeners of
    // games and players of another kind.
    explicit LocalExecutor(const ConcurrencyPlan& plan, std::unique_ptr<LiveGames> live = nullptr,
                           MakeListener listen = {}, MakePlayer make = {});
    // Waits for the running games to finish; after stop(), only for their current moves.
    ~LocalExecutor() override;

    std::size_t free_slots() const override;
    void submit(GameTask task) override;
    Result<void> collect(std::vector<FinishedGame>& finished, Deadline until) override;
    void stored(std::span<const std::uint64_t>) override {}
    std::size_t unfinished() const override;
    std::vector<std::uint64_t> cancel_pending() override;
    void stop() override;
    std::string description() const override;

private:
    void work(const std::vector<int>& cores);
    void close();

    const std::size_t jobs_;
    const std::size_t capacity_;
    mutable std::mutex mutex_;
    std::condition_variable work_added_, game_ended_;
    std::deque<GameTask> waiting_;
    std::vector<FinishedGame> finished_;
    std::size_t unfinished_ = 0;
    bool closing_ = false;
    std::atomic<bool> stopped_ = false;
    std::unique_ptr<LiveGames> live_;
    MakeListener listen_;
    MakePlayer make_;
    std::vector<std::jthread> threads_;
};

}  // namespace xttt
