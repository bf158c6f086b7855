#pragma once

#include <condition_variable>
#include <deque>
#include <list>
#include <memory>
#include <mutex>
#include <thread>
#include <unordered_map>

#include "tournament/runner/concurrency.h"
#include "tournament/runner/local_executor.h"

namespace xttt {

// Plays the games of several runs on this machine, together never more than planned at a time, so
// that they do not spoil each other's clocks. A free thread plays a game of the run that has begun
// the fewest games relative to its share. Thread-safe.
class SharedExecutor {
public:
    // `listen` and `make` as for LocalExecutor.
    explicit SharedExecutor(ConcurrencyRequest wish, MachineResources offer = this_machine(),
                            MakeListener listen = {}, MakePlayer make = {});
    // Waits for the running games. Its executors must have ended.
    ~SharedExecutor();

    // How many games are played at a time.
    std::size_t jobs() const;
    // The executor of one run. The number of games at a time and their CPUs follow the largest
    // needs of the runs that play; they change between two games. Fails if the machine is too
    // small.
    struct Opened {
        std::unique_ptr<GameExecutor> executor;
        std::string warning;  // a message for the user; may be empty
    };
    Result<Opened> open(int share, const GameRequirements& needs);

private:
    class View;
    struct Run {
        GameRequirements needs;
        double share = 1;
        double begun = 0;  // games, divided by the share
        std::deque<GameTask> waiting;
        std::vector<FinishedGame> finished;
        std::size_t unfinished = 0;
        bool open = true;  // its executor exists and was not stopped
    };
    struct Playing {
        std::shared_ptr<Run> run;
        std::uint64_t id = 0;  // of the run
    };

    // Requires that mutex_ is held, like the next function.
    Result<ConcurrencyPlan> plan_with(const GameRequirements& more) const;
    void begin_games();
    void replan();
    void work(const std::stop_token& stop);

    const ConcurrencyRequest wish_;
    const MachineResources offer_;
    const MakeListener listen_;
    const MakePlayer make_;

    mutable std::mutex mutex_;
    std::condition_variable_any changed_;
    std::list<std::shared_ptr<Run>> runs_;
    std::unordered_map<std::uint64_t, Playing> playing_;
    std::uint64_t next_id_ = 1;
    double now_ = 0;  // `begun` of the run whose game began last
    ConcurrencyPlan plan_;
    bool replanned_ = false;  // plan_ is not that of executor_ yet
    std::unique_ptr<LocalExecutor> executor_;
    std::jthread thread_;
};

}  // namespace xttt
