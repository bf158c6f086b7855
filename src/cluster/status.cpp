#include "cluster/status.h"

#include <cerrno>
#include <csignal>
#include <thread>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/clock.h"
#include "base/text.h"
#include "cluster/layout.h"
#include "cluster/object_store.h"

namespace xttt {
namespace {

using Json = nlohmann::json;

// Status is informational: malformed text is an error, but unknown fields are not.
template <class F>
auto read_json(std::string_view text, F&& read) -> Result<decltype(read(Json()))> {
    const auto json = Json::parse(text, nullptr, false);
    if (!json.is_object()) return fail(Errc::BadInput, "malformed status: not a JSON object");
    try {
        return read(json);
    } catch (const Json::exception& error) {
        return fail(Errc::BadInput, fmt::format("malformed status: {}", error.what()));
    }
}

std::string dumped(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

// A host is part of its worker's object.
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(HostReport, host, build, processor, cores, speed,
                                   clock_drift_ppm, late_us, synchronised)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(WorkerStatus, worker, jobs, playing, games, duplicates,
                                   set_aside, given_back, trouble, stopping)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(WorkerFinding, worker, games, forfeits, rejected, suspicion)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(RunStatus, run, session, ended, ephemeral, host,
                                                process, collected, unfinished, duplicates,
                                                rejected, set_aside, republished, workers)

std::string status_text(const WorkerStatus& status) {
    Json json = status;
    json.update(Json(status.host));
    return dumped(json);
}

Result<WorkerStatus> parse_worker_status(std::string_view text) {
    return read_json(text, [](const Json& json) {
        auto status = json.get<WorkerStatus>();
        json.get_to(status.host);
        return status;
    });
}

std::string status_text(const RunStatus& status) {
    return dumped(status);
}

Result<RunStatus> parse_run_status(std::string_view text) {
    TRY(auto status, read_json(text, [](const Json& json) { return json.get<RunStatus>(); }));
    if (status.run.empty()) return fail(Errc::BadInput, "a status names no run");
    return status;
}

Result<ClusterStatus> read_cluster_status(const JetStream& streams) {
    ClusterStatus status;
    const std::string stream(kStatusStream);
    TRY(const auto listing, streams.state(stream, "xttt.status.>"));
    for (const auto& [subject, count] : listing.subjects) {
        TRY(const auto message, streams.last(stream, subject));
        if (!message) continue;  // expired in the meantime
        if (subject.starts_with("xttt.status.worker.")) {
            TRY(auto worker, parse_worker_status(message->data));
            status.workers.push_back({std::move(worker), message->time});
        } else {
            TRY(auto run, parse_run_status(message->data));
            status.runs.push_back({std::move(run), message->time});
        }
    }
    // The consumer is created by the first worker or coordinator.
    const auto queue =
        streams.consumer_state(std::string(kWorkStream), std::string(kWorkersConsumer));
    if (queue) status.queue = *queue;
    TRY(const auto results, streams.state(std::string(kResultStream)));
    status.results = results.messages;
    if (const auto bots = streams.state(fmt::format("OBJ_{}", kBotBucket)))
        status.bot_bytes = bots->bytes;
    return status;
}

Result<std::optional<LastRunStatus>> last_run_status(const JetStream& streams,
                                                     std::string_view run) {
    const std::string stream(kStatusStream), subject = run_subject(run);
    // nats-server 2.9 does not answer when asked for the last message of an empty stream.
    TRY(const auto listing, streams.state(stream, subject));
    if (listing.subjects.empty()) return std::nullopt;
    TRY(const auto message, streams.last(stream, subject));
    if (!message) return std::nullopt;
    auto status = parse_run_status(message->data);
    return LastRunStatus{message->sequence,
                         status ? std::optional(std::move(*status)) : std::nullopt};
}

bool has_ended(const RunStatus& status) {
    if (status.ended) return true;
    return status.host == host_name() && ::kill(static_cast<pid_t>(status.process), 0) != 0 &&
           errno == ESRCH;
}

Result<bool> coordinator_is_alive(const JetStream& streams, std::string_view run) {
    const auto give_up = Clock::now() + 3 * kAnnounceInterval;
    TRY(const auto first, last_run_status(streams, run));
    for (auto last = first; last && last->status && !has_ended(*last->status);) {
        if (last->sequence != first->sequence) return true;
        if (Clock::now() > give_up) return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        TRY(last, last_run_status(streams, run));
    }
    return false;
}

namespace {

std::string coordinator_text(const RunStatus& status) {
    return fmt::format("process {} on {}", status.process, status.host);
}

// Removes a run, whether its coordinator is running or not; returns the number of messages.
Result<std::size_t> remove_run(const JetStream& streams, std::string_view run) {
    const auto consumer = results_consumer(run);
    TRY(const auto orders, streams.remove_all(std::string(kWorkStream), work_subject(run, "*")));
    TRY_VOID(streams.forget_consumer(consumer.stream, consumer.name));
    TRY(const auto results, streams.remove_all(consumer.stream, result_subject(run, "*")));
    TRY(const auto status, last_run_status(streams, run));
    TRY_VOID(streams.purge(std::string(kStatusStream), run_subject(run)));
    return orders + results + (status ? 1 : 0);
}

}  // namespace

Result<void> forget_run(const JetStream& streams, std::string_view run) {
    const auto unknown = [&] {
        return fail(
            Errc::Usage,
            fmt::format("no such run: {}; 'xttt cluster status' lists the runs", quote(run)));
    };
    if (!is_cluster_name(run)) return unknown();
    TRY(const bool alive, coordinator_is_alive(streams, run));
    if (alive) {
        TRY(const auto last, last_run_status(streams, run));
        return fail(Errc::Usage,
                    fmt::format("run {} is still running ({}); stop it first", run,
                                last && last->status ? coordinator_text(*last->status) : "?"));
    }
    TRY(const auto removed, remove_run(streams, run));
    if (removed == 0) return unknown();
    return {};
}

Result<void> forget_abandoned(const JetStream& streams, std::string_view own) {
    constexpr std::chrono::seconds kSilent(60);
    const std::string stream(kStatusStream);
    TRY(const auto listing, streams.state(stream, run_subject("*")));
    // By the clock of the server: our own last status is recent.
    std::optional<std::chrono::system_clock::time_point> now;
    if (const auto mine = streams.last(stream, run_subject(own)); mine && *mine)
        now = (*mine)->time;
    if (!now) return {};
    for (const auto& [subject, count] : listing.subjects) {
        if (subject == run_subject(own)) continue;
        TRY(const auto message, streams.last(stream, subject));
        if (!message) continue;  // expired in the meantime
        const auto run = parse_run_status(message->data);
        // A status of another run than its subject's is ignored.
        if (!run || !run->ephemeral || subject != run_subject(run->run)) continue;
        if (!has_ended(*run) && *now - message->time < kSilent) continue;
        TRY_VOID(remove_run(streams, run->run));
    }
    return {};
}

}  // namespace xttt
