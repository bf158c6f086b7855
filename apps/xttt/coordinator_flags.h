#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/result.h"
#include "cluster/exchange.h"
#include "command.h"
#include "tournament/runner/game_executor.h"

namespace xttt {

// For commands whose games may be played on a cluster: where it is, and --run, --attempts; for
// games with clocks also --scale-time.
struct CoordinatorFlags {
    NatsOptions server;
    std::string run;
    int attempts = 5;
    bool scale_time = false;
    bool passing = false;  // no option: the store is gone with this process

    bool given() const { return !server.url.empty(); }
};
// Options that only make sense on one machine are excluded where the cluster is chosen.
// Returns --cluster.
Argument& add_coordinator_options(Command& command, CoordinatorFlags& flags,
                                  const std::vector<const Argument*>& of_one_machine);
void add_scale_time_option(Command& command, CoordinatorFlags& flags, const Argument& cluster);

// Those who play the games of a run.
struct RunExecutor {
    std::unique_ptr<GameExecutor> executor;
    // All games have been played: leaves nothing of the run on a server.
    std::function<void()> conclude = [] {};
};
// What the coordinator of a run is told: `name` and the file that keeps the results name the run,
// unless --run does.
ClusterOptions cluster_options(const CoordinatorFlags& flags, const std::string& name,
                               const std::string& file,
                               std::function<void(const std::string&)> warn);
// The workers of a cluster, for the games of a store.
Result<RunExecutor> cluster_executor(ClusterOptions options);

}  // namespace xttt
