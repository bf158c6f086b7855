#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/result.h"
#include "tournament/runner/concurrency.h"
#include "tournament/runner/game_executor.h"

namespace xttt {

// The executors of several runs: of this machine, or of the workers of a cluster. Thread-safe.
class ExecutorFactory {
public:
    struct Run {
        std::string name;   // for messages
        std::string store;  // of its games, to resume it; empty: the run ends with the executor
        MakeListener listen = {};  // for games on this machine
    };
    struct Status {
        bool on_cluster = false;
        int workers = 0;      // of the cluster
        int games = 0;        // maximum number of games at the same time
        std::string problem;  // why no games are played; empty if all is well
        bool operator==(const Status&) const = default;
    };

    virtual ~ExecutorFactory() = default;
    // The factory must outlive the executor.
    virtual Result<RunExecutor> open(Run run) = 0;
    virtual Status status() const = 0;
};

// Plays on this machine. Each run has all cores of the plan: only one should have games at a time.
class LocalExecutorFactory final : public ExecutorFactory {
public:
    explicit LocalExecutorFactory(ConcurrencyPlan plan) : plan_(std::move(plan)) {}
    // A run with a store publishes its running games beside it (live_file.h).
    Result<RunExecutor> open(Run run) override;
    Status status() const override { return {.games = plan_.jobs}; }

private:
    const ConcurrencyPlan plan_;
};

}  // namespace xttt
