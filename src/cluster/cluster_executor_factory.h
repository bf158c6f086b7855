#pragma once

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "cluster/cluster_client.h"
#include "cluster/cluster_workers.h"
#include "tournament/runner/executor_factory.h"

namespace xttt {

// Plays on the workers of a cluster. Each bot must be alone in its folder.
//
// Runs outlast their connections: if the server refuses a run or cannot be reached, the games wait
// and are ordered again. Runs without a store are ephemeral.
class ClusterExecutorFactory final : public ExecutorFactory {
public:
    struct Options {
        NatsOptions server;
        int games = 1024;  // maximum number of games at the same time
        bool scale_time = false;
        // Messages for users; called by any thread.
        std::function<void(const std::string&)> log = [](const std::string&) {};
    };
    // The server may be unreachable. Fails with Errc::Usage if it will never accept this
    // connection.
    static Result<std::unique_ptr<ClusterExecutorFactory>> connect(Options options);
    ~ClusterExecutorFactory() override;

    Result<RunExecutor> open(Run run) override;
    Status status() const override;

private:
    class Executor;

    ClusterExecutorFactory(Options options, std::unique_ptr<ClusterWorkers> workers);
    void watch(const std::stop_token& stop);
    void set_problem(const Executor* run, const std::string& problem);
    // How many games a run may have, so that no worker waits for an order.
    std::size_t slots() const;
    // The same message, which may come from several runs, at most every few seconds.
    void log(const std::string& text);

    const Options options_;
    mutable std::mutex mutex_;
    Status status_{.on_cluster = true};                // without the problems of runs
    std::map<const Executor*, std::string> problems_;  // of runs
    std::map<std::string, Clock::time_point> logged_;
    std::unique_ptr<ClusterWorkers> workers_;  // used by the thread
    std::condition_variable_any changed_;
    std::jthread thread_;
};

}  // namespace xttt
