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

// For commands that can play on a cluster: its address, --run and --attempts; for games with clocks
// also --scale-time.
struct CoordinatorFlags {
    NatsOptions server;
    std::string run;
    int attempts = 5;
    bool scale_time = false;
    bool ephemeral = false;  // set by commands: the store is deleted at exit

    bool given() const { return !server.url.empty(); }
};
// Excludes options that only apply to one machine when a cluster is used. Returns --cluster.
Argument& add_coordinator_options(Command& command, CoordinatorFlags& flags,
                                  const std::vector<const Argument*>& of_one_machine);
void add_scale_time_option(Command& command, CoordinatorFlags& flags, const Argument& cluster);

// Options of the coordinator of a run. The name of the run is --run or `name`, followed by `id`,
// the random id of its store, so that it never receives results of another run.
ClusterOptions cluster_options(const CoordinatorFlags& flags, const std::string& name,
                               const std::string& id, std::function<void(const std::string&)> warn);
// The random id of a results file that cannot store one: kept in FILE.run, and created again
// together with FILE.
Result<std::string> run_id_beside(const std::string& file);
// The workers of a cluster, for the games of a store.
Result<RunExecutor> cluster_executor(ClusterOptions options);

}  // namespace xttt
