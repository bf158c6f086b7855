#include "cluster/cluster_workers.h"

#include "cluster/status.h"

namespace xttt {
namespace {

using namespace std::chrono_literals;

constexpr auto kInterval = 3s;
// A worker that has ended without a word.
constexpr auto kGone = 15s;

}  // namespace

ClusterWorkers::ClusterWorkers(const NatsOptions& server) : server_(server) {
    server_.connect_timeout = 1s;
}

Result<void> ClusterWorkers::connect() {
    if (streams_ || Clock::now() < next_attempt_) return connected_;
    auto connected = connect_to_cluster(server_);
    next_attempt_ = Clock::now() + kInterval;
    if (connected) {
        streams_ = std::move(connected->streams);
        connected_ = {};
    } else {
        connected_ = std::unexpected(connected.error());
    }
    return connected_;
}

Result<void> ClusterWorkers::update() {
    TRY_VOID(connect());
    if (Clock::now() < next_update_) return updated_;
    const auto status = read_cluster_status(*streams_);
    next_update_ = Clock::now() + kInterval;
    if (!status) return updated_ = std::unexpected(status.error());
    count_ = {};
    for (const auto& worker : status->workers) {
        if (std::chrono::system_clock::now() - worker.at >= kGone || worker.status.stopping)
            continue;
        ++count_.workers;
        count_.games += worker.status.jobs;
    }
    return updated_ = {};
}

}  // namespace xttt
