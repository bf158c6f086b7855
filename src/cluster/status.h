#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cluster/host_report.h"
#include "cluster/nats/jetstream.h"

namespace xttt {

// The status that a worker publishes every few seconds.
struct WorkerStatus {
    std::string worker;  // its name
    HostReport host;
    int jobs = 0;
    int playing = 0;
    std::uint64_t games = 0;       // results it has published
    std::uint64_t duplicates = 0;  // another worker was first
    std::uint64_t set_aside = 0;
    std::uint64_t given_back = 0;
    std::string trouble;  // why it cannot work, or could not recently; may be empty
    bool stopping = false;
};
std::string status_text(const WorkerStatus& status);
Result<WorkerStatus> parse_worker_status(std::string_view text);

// How a worker's results compare with those of all others; see worker_audit.h.
struct WorkerFinding {
    std::string worker;
    std::uint64_t games = 0;
    std::uint64_t forfeits = 0;
    std::uint64_t rejected = 0;
    std::string suspicion;  // empty: none
};

// The status that a coordinator publishes at this interval.
inline constexpr std::chrono::seconds kAnnounceInterval{3};
struct RunStatus {
    std::string run;
    std::string session;       // random; identifies the process of the coordinator
    bool ended = false;        // the coordinator has ended
    bool ephemeral = false;    // cannot be resumed once its coordinator is gone
    std::string host;          // of the coordinator
    std::int64_t process = 0;  // of the coordinator
    std::uint64_t collected = 0;
    std::uint64_t unfinished = 0;
    std::uint64_t duplicates = 0;  // results that came after another one of the same order
    std::uint64_t withdrawn = 0;   // results of orders that had been withdrawn
    std::uint64_t rejected = 0;
    std::uint64_t set_aside = 0;
    std::uint64_t republished = 0;  // orders that the server had lost or skipped
    std::vector<WorkerFinding> workers;
};
std::string status_text(const RunStatus& status);
Result<RunStatus> parse_run_status(std::string_view text);

template <class T>
struct Timestamped {
    T status;
    std::chrono::system_clock::time_point at;  // by the server's clock
};

struct ClusterStatus {
    std::vector<Timestamped<WorkerStatus>> workers;
    std::vector<Timestamped<RunStatus>> runs;
    std::vector<std::string> malformed;  // statuses that were skipped, each with the reason
    ConsumerState queue;                 // orders waiting and given out
    std::uint64_t results = 0;           // published and not yet taken by a coordinator
    std::uint64_t bot_bytes = 0;         // files kept for workers
};
Result<ClusterStatus> read_cluster_status(const JetStream& streams);

// Removes all data of a run from the server, including orders and results. Errc::Usage if there is
// no such run, or if its coordinator is running.
Result<void> forget_run(const JetStream& streams, std::string_view run);

// The last status of a run and its sequence number; empty if there is none.
struct LastRunStatus {
    std::uint64_t sequence = 0;
    std::optional<RunStatus> status;  // empty: malformed
};
Result<std::optional<LastRunStatus>> last_run_status(const JetStream& streams,
                                                     std::string_view run);
// Whether the coordinator that published this status is known to have ended.
bool has_ended(const RunStatus& status);
// Whether a coordinator of the run is publishing its status. To detect that none is takes up to
// three intervals, except on the host of the coordinator.
Result<bool> coordinator_is_alive(const JetStream& streams, std::string_view run);

// Removes ephemeral runs whose coordinator has ended: its process no longer exists on this host, or
// it has not published anything for a minute. Skips the run `own`.
Result<void> forget_abandoned(const JetStream& streams, std::string_view own);

}  // namespace xttt
