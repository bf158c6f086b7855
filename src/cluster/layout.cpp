#include "cluster/layout.h"

#include <algorithm>
#include <random>

#include <fmt/format.h>

#include "base/clock.h"

namespace xttt {

using namespace std::chrono_literals;

bool is_cluster_name(std::string_view text) {
    return !text.empty() && text.size() <= 64 && std::ranges::all_of(text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '-' || c == '_';
    });
}

std::string work_subject(std::string_view run, std::string_view item) {
    return fmt::format("xttt.work.{}.{}", run, item);
}
std::string result_subject(std::string_view run, std::string_view item) {
    return fmt::format("xttt.result.{}.{}", run, item);
}
std::string worker_subject(std::string_view worker) {
    return fmt::format("xttt.status.worker.{}", worker);
}
std::string run_subject(std::string_view run) {
    return fmt::format("xttt.status.run.{}", run);
}

ConsumerSpec results_consumer(std::string_view run) {
    return {.stream = std::string(kResultStream),
            .name = fmt::format("run-{}", run),
            .filter = result_subject(run, "*"),
            .lease = 60s};
}

ConsumerSpec workers_consumer(std::chrono::milliseconds lease) {
    return {.stream = std::string(kWorkStream),
            .name = std::string(kWorkersConsumer),
            .filter = "xttt.work.>",
            .lease = lease};
}

std::string run_name(std::string_view name, std::string_view id) {
    std::string run;
    for (const char c : name.substr(0, 40))
        run += is_cluster_name(std::string_view(&c, 1)) ? c : '-';
    return fmt::format("{}-{}", run, id);
}

std::string random_id() {
    std::random_device random;
    return fmt::format("{:08x}{:04x}", random(), random() & 0xffff);
}

Result<void> ensure_layout(const JetStream& streams) {
    const StreamSpec specs[] = {
        {.name = std::string(kWorkStream),
         .subjects = {"xttt.work.*.*"},
         .work_queue = true,
         .max_messages = 1'000'000,
         .max_bytes = kStreamSizes[0].size.initial,
         .max_per_subject = 1,
         .refuse_when_full = true,
         .refuse_same_subject = true},
        {.name = std::string(kResultStream),
         .subjects = {"xttt.result.*.*"},
         .work_queue = true,
         .max_messages = 1'000'000,
         .max_bytes = kStreamSizes[1].size.initial,
         .max_per_subject = 1,
         .refuse_when_full = true,
         .refuse_same_subject = true,
         // A result that was not fetched for a month belongs to an abandoned run.
         .max_age = 24h * 30},
        {.name = std::string(kStatusStream),
         .subjects = {"xttt.status.>"},
         .in_memory = true,
         .max_messages = 100'000,
         .max_bytes = std::int64_t{16} << 20,
         .max_per_subject = 1,
         .max_age = 1h},
    };
    for (const auto& spec : specs) TRY_VOID(streams.ensure_stream(spec));
    return {};
}

Result<ClusterServer> connect_to_cluster(const NatsOptions& server) {
    TRY(auto connection, NatsConnection::open(server));
    const JetStream streams(std::move(connection));
    const auto give_up = Clock::now() + server.connect_timeout;
    TRY(auto files,
        persist([&] { return ObjectStore::open(streams, kBotBucket, kStreamSizes[2].size); },
                [&] { return Clock::now() > give_up; }));
    return ClusterServer{streams, std::move(files)};
}

}  // namespace xttt
