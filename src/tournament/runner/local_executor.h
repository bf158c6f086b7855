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

// The executor of this machine: a thread for each game at a time, each bound to processors of its
// own as far as there are enough, and with it the players it starts.
class LocalExecutor final : public GameExecutor {
public:
    // Shows the games being played in `live`, if there is one.
    explicit LocalExecutor(const ConcurrencyPlan& plan, std::unique_ptr<LiveGames> live = nullptr);
    // Waits for the games being played, unless stop() was called: then for the present moves.
    ~LocalExecutor() override;

    std::size_t free_slots() const override;
    void submit(GameTask task) override;
    Result<void> collect(std::vector<FinishedGame>& finished, Deadline until) override;
    std::size_t unfinished() const override;
    std::vector<std::uint64_t> cancel_pending() override;
    void stop() override;
    std::string description() const override;

private:
    void work(const std::vector<int>& cores);

    const std::size_t jobs_;
    const std::size_t capacity_;
    mutable std::mutex mutex_;
    std::condition_variable work_came_, game_ended_;
    std::deque<GameTask> waiting_;
    std::vector<FinishedGame> finished_;
    std::size_t unfinished_ = 0;
    bool closing_ = false;
    std::atomic<bool> stopped_ = false;
    std::unique_ptr<LiveGames> live_;
    std::vector<std::jthread> threads_;
};

}  // namespace xttt
