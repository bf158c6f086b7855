#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/result.h"
#include "cluster/cluster_client.h"
#include "cluster/nats/connection.h"
#include "command.h"
#include "tournament/runner/game_executor.h"

namespace xttt {

// Address and credentials of the cluster: --cluster, --credentials, --tls-ca, --tls-cert,
// --tls-key, --insecure. Returns the --cluster option, so that it can be made required.
Argument& add_cluster_options(Command& command, NatsOptions& options);

// For commands whose games may be played on a cluster: where it is, and --run, --attempts; for
// games with clocks also --scale-time.
struct CoordinatorFlags {
    NatsOptions server;
    std::string run;
    int attempts = 5;
    bool scale_time = false;
    bool ephemeral = false;  // not an option: the store ends with this process

    bool given() const { return !server.url.empty(); }
};
// Options that only make sense on one machine are excluded where the cluster is chosen.
// Returns --cluster.
Argument& add_coordinator_options(Command& command, CoordinatorFlags& flags,
                                  const std::vector<const Argument*>& of_one_machine);
void add_scale_time_option(Command& command, CoordinatorFlags& flags, const Argument& cluster);

// The executor of a run's games.
struct RunExecutor {
    std::unique_ptr<GameExecutor> executor;
    // All games have been played: leaves nothing of the run on a server.
    std::function<void()> conclude = [] {};
};
// Options of a run's coordinator. The run is called by --run or `name`, and by `id`, the random
// identity of what keeps its results, so that it never takes results of another run.
ClusterOptions cluster_options(const CoordinatorFlags& flags, const std::string& name,
                               const std::string& id, std::function<void(const std::string&)> warn);
// The random id of a file of results that cannot store one: kept in FILE.run, and created again
// together with FILE.
Result<std::string> run_id_beside(const std::string& file);
// The workers of a cluster, for the games of a store.
Result<RunExecutor> cluster_executor(ClusterOptions options);

}  // namespace xttt
