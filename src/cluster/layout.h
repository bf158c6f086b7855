#pragma once

#include <array>
#include <string>
#include <string_view>

#include "cluster/nats/jetstream.h"
#include "cluster/object_store.h"

namespace xttt {

// The names and limits of everything that the cluster keeps on the server.
// docs/reference/cluster.md describes them for users of the `nats` tool.
//
// A work item is a message xttt.work.RUN.ITEM: it is in the stream from its publication until its
// result is stored, and cannot be there twice. Its result is xttt.result.RUN.ITEM, there until the
// coordinator has written it to its own store.
inline constexpr std::string_view kWorkStream = "XTTT_WORK";
inline constexpr std::string_view kResultStream = "XTTT_RESULTS";
inline constexpr std::string_view kStatusStream = "XTTT_STATUS";
inline constexpr std::string_view kBotBucket = "xttt_bots";
inline constexpr std::string_view kFileStream = "OBJ_xttt_bots";  // of that bucket
inline constexpr std::string_view kWorkersConsumer = "workers";

// Names of runs, items and workers: letters, digits, '-' and '_', up to 64 of them, since they are
// part of subjects.
bool is_cluster_name(std::string_view text);

std::string work_subject(std::string_view run, std::string_view item);
std::string result_subject(std::string_view run, std::string_view item);
std::string worker_subject(std::string_view worker);
std::string run_subject(std::string_view run);
// The durable consumer of the results of a run.
ConsumerSpec results_consumer(std::string_view run);
// The consumer that all workers share.
ConsumerSpec workers_consumer(std::chrono::milliseconds lease);

// The name of a run: `name`, with '-' for what a name cannot have, followed by a random id, so that
// a run never receives results of another one.
std::string run_name(std::string_view name, std::string_view id);

// A random name of 12 hexadecimal digits.
std::string random_id();

// Streams start small; a coordinator enlarges a stream that is nearly full.
struct SizedStream {
    std::string_view stream;
    StreamSize size;
};
inline constexpr std::array<SizedStream, 3> kStreamSizes{{
    {kWorkStream, {std::int64_t{32} << 20, std::int64_t{4} << 30}},
    {kResultStream, {std::int64_t{128} << 20, std::int64_t{16} << 30}},
    {kFileStream, {std::int64_t{64} << 20, std::int64_t{4} << 30}},
}};

// Creates all streams that are missing.
Result<void> ensure_layout(const JetStream& streams);

// The part of the server that coordinators and workers use: the streams, and the files that orders
// refer to.
struct ClusterServer {
    JetStream streams;
    ObjectStore files;
};
// Waits up to NatsOptions::connect_timeout for a server that is not ready yet.
Result<ClusterServer> connect_to_cluster(const NatsOptions& server);

}  // namespace xttt
