#include "cluster/status.h"

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <thread>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/clock.h"
#include "base/text.h"
#include "cluster/layout.h"
#include "cluster/object_store.h"
#include "record/json_fields.h"

namespace xttt {
namespace {

using Json = nlohmann::json;

constexpr const char* kMalformed = "malformed status";
constexpr std::size_t kLongestName = 64;
constexpr std::size_t kLongestText = std::size_t{1} << 16;
constexpr int kMostJobs = 1 << 16;
constexpr double kLargestNumber = 1e18;

// Status is informational: malformed text is an error, but unknown fields are not.
template <class T>
Result<T> finished(JsonFields& json, T status) {
    TRY_VOID(json.finish(UnknownFields::Ignore));
    return status;
}

std::string cluster_name(JsonFields& json, const char* field) {
    std::string name = json.text(field, kLongestName);
    if (!is_cluster_name(name)) json.expect(field, "a name");
    return name;
}

HostReport read_host(JsonFields& json) {
    return {.host = json.text("host", kLongestText),
            .build = json.text("build", kLongestText),
            .processor = json.text("processor", kLongestText),
            .cores = static_cast<int>(json.integer("cores", 0, kMostJobs)),
            .speed = json.number("speed", 0, kLargestNumber),
            .clock_drift_ppm = json.number("clock_drift_ppm", 0, kLargestNumber),
            .late_us = json.number("late_us", -kLargestNumber, kLargestNumber),
            .synchronised = json.boolean("synchronised")};
}

Result<WorkerFinding> read_finding(const Json& object) {
    JsonFields json(object, kMalformed);
    return finished(json, WorkerFinding{.worker = cluster_name(json, "worker"),
                                        .games = json.unsigned_integer("games"),
                                        .forfeits = json.unsigned_integer("forfeits"),
                                        .rejected = json.unsigned_integer("rejected"),
                                        .suspicion = json.text("suspicion", kLongestText)});
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
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(RunStatus, run, session, ended, ephemeral, host, process,
                                   collected, unfinished, duplicates, withdrawn, rejected,
                                   set_aside, republished, workers)

std::string status_text(const WorkerStatus& status) {
    Json json = status;
    json.update(Json(status.host));
    return dumped(json);
}

Result<WorkerStatus> parse_worker_status(std::string_view text) {
    JsonFields json(text, kMalformed);
    return finished(json,
                    WorkerStatus{.worker = cluster_name(json, "worker"),
                                 .host = read_host(json),
                                 .jobs = static_cast<int>(json.integer("jobs", 0, kMostJobs)),
                                 .playing = static_cast<int>(json.integer("playing", 0, kMostJobs)),
                                 .games = json.unsigned_integer("games"),
                                 .duplicates = json.unsigned_integer("duplicates"),
                                 .set_aside = json.unsigned_integer("set_aside"),
                                 .given_back = json.unsigned_integer("given_back"),
                                 .trouble = json.text("trouble", kLongestText),
                                 .stopping = json.boolean("stopping")});
}

std::string status_text(const RunStatus& status) {
    return dumped(status);
}

Result<RunStatus> parse_run_status(std::string_view text) {
    JsonFields json(text, kMalformed);
    RunStatus status{.run = cluster_name(json, "run"),
                     .session = json.text("session", kLongestName, ""),
                     .ended = json.boolean("ended", false),
                     .ephemeral = json.boolean("ephemeral", false),
                     .host = json.text("host", kLongestText, ""),
                     .process = json.integer("process", 0, INT32_MAX, 0),
                     .collected = json.unsigned_integer("collected", 0),
                     .unfinished = json.unsigned_integer("unfinished", 0),
                     .duplicates = json.unsigned_integer("duplicates", 0),
                     .withdrawn = json.unsigned_integer("withdrawn", 0),
                     .rejected = json.unsigned_integer("rejected", 0),
                     .set_aside = json.unsigned_integer("set_aside", 0),
                     .republished = json.unsigned_integer("republished", 0),
                     .workers = {}};
    if (json.has("workers")) {
        const Json workers = json.value("workers");
        if (!workers.is_array()) json.expect("workers", "an array");
        for (const Json& object : workers) {
            TRY(auto finding, read_finding(object));
            status.workers.push_back(std::move(finding));
        }
    }
    return finished(json, std::move(status));
}

Result<ClusterStatus> read_cluster_status(const JetStream& streams) {
    ClusterStatus status;
    const std::string stream(kStatusStream);
    TRY(const auto listing, streams.state(stream, "xttt.status.>"));
    for (const auto& [subject, count] : listing.subjects) {
        TRY(const auto message, streams.last(stream, subject));
        if (!message) continue;  // expired in the meantime
        // Everyone who may publish a status can publish any text under any name.
        const auto take = [&](auto parsed, auto& statuses, auto&& own_subject) {
            if (parsed && own_subject(*parsed) == subject)
                statuses.push_back({std::move(*parsed), message->time});
            else
                status.malformed.push_back(fmt::format(
                    "{}: {}", subject,
                    parsed ? "the status names another sender" : parsed.error().message));
        };
        if (subject.starts_with("xttt.status.worker."))
            take(parse_worker_status(message->data), status.workers,
                 [](const WorkerStatus& worker) { return worker_subject(worker.worker); });
        else
            take(parse_run_status(message->data), status.runs,
                 [](const RunStatus& run) { return run_subject(run.run); });
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
