#pragma once

#include <functional>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include "base/result.h"
#include "cluster/nats/connection.h"
#include "tournament/hall/workforce.h"

namespace xttt {

// For commands whose games may be played on a cluster: where it is, and --run, --attempts,
// --scale-time.
struct CoordinatorFlags {
    NatsOptions server;
    std::string run;
    int attempts = 5;
    bool scale_time = false;

    bool given() const { return !server.url.empty(); }
};
// Options that only make sense on one machine are excluded where the cluster is chosen.
void add_coordinator_options(CLI::App& command, CoordinatorFlags& flags,
                             const std::vector<CLI::Option*>& of_one_machine);

// Those who play the games of a run.
struct RunCrew {
    std::unique_ptr<Workforce> workforce;
    // All games have been played: leaves nothing of the run on a server.
    std::function<void()> conclude = [] {};
};
// The workers of a cluster, for the games of a store.
Result<RunCrew> cluster_crew(const CoordinatorFlags& flags, const std::string& name,
                             const std::string& store,
                             std::function<void(const std::string&)> warn);

}  // namespace xttt
