#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cluster/host_report.h"
#include "cluster/nats/jetstream.h"

namespace xttt {

// What a worker publishes every few seconds.
struct WorkerStatus {
    std::string worker;
    HostReport host;
    int jobs = 0;
    int playing = 0;
    std::uint64_t games = 0;       // results it has published
    std::uint64_t duplicates = 0;  // somebody else's result was there before its own
    std::uint64_t set_aside = 0;
    std::uint64_t given_back = 0;
    std::string trouble;  // the last, if there was any
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

// What a coordinator publishes every few seconds.
struct RunStatus {
    std::string run;
    bool passing = false;      // nobody will go on with it once its coordinator is gone:
    std::string host;          // where that runs,
    std::int64_t process = 0;  // as which process
    std::uint64_t collected = 0;
    std::uint64_t unfinished = 0;
    std::uint64_t duplicates = 0;
    std::uint64_t rejected = 0;
    std::uint64_t set_aside = 0;
    std::uint64_t republished = 0;
    std::vector<WorkerFinding> workers;
};
std::string status_text(const RunStatus& status);
Result<RunStatus> parse_run_status(std::string_view text);

template <class T>
struct Seen {
    T status;
    std::chrono::system_clock::time_point at;  // by the server's clock
};

struct ClusterStatus {
    std::vector<Seen<WorkerStatus>> workers;
    std::vector<Seen<RunStatus>> runs;
    ConsumerState queue;          // orders waiting and given out
    std::uint64_t results = 0;    // published and not yet taken by a coordinator
    std::uint64_t bot_bytes = 0;  // files kept for workers
};
Result<ClusterStatus> read_cluster_status(const JetStream& streams);

// Removes every order and result of a run, and what the server knows about it.
Result<void> forget_run(const JetStream& streams, std::string_view run);

// Forgets runs that nobody will go on with and whose coordinator has gone: its process is not here
// any more, or nothing was heard of it for a minute. Leaves the run `own` alone.
Result<void> forget_abandoned(const JetStream& streams, std::string_view own);

}  // namespace xttt
