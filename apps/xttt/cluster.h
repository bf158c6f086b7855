#pragma once

#include <ostream>
#include <string>

#include "base/result.h"
#include "cluster/nats/connection.h"

namespace xttt {

struct ClusterStatusOptions {
    NatsOptions server;
    bool json = false;
    bool metrics = false;  // in the text format of Prometheus
};

Result<void> run_cluster_status(const ClusterStatusOptions& options, std::ostream& out);
// Limits of the streams in MiB; 0: unchanged.
struct StreamLimits {
    int orders = 0;
    int results = 0;
    int files = 0;
};
Result<void> run_cluster_resize(const NatsOptions& server, const StreamLimits& limits,
                                std::ostream& out);
Result<void> run_cluster_forget(const NatsOptions& server, const std::string& run,
                                std::ostream& out);

}  // namespace xttt
