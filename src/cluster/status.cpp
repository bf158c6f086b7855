#include "cluster/status.h"

#include <cerrno>
#include <csignal>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cluster/layout.h"
#include "cluster/object_store.h"

namespace xttt {
namespace {

using Json = nlohmann::json;

// Status is for looking at: text that cannot be understood is an error, but new fields are not.
template <class F>
auto read_json(std::string_view text, F&& read) -> Result<decltype(read(Json()))> {
    const auto json = Json::parse(text, nullptr, false);
    if (!json.is_object()) return fail(Errc::BadInput, "a status is not a JSON object");
    try {
        return read(json);
    } catch (const Json::exception& error) {
        return fail(Errc::BadInput, fmt::format("a status is malformed: {}", error.what()));
    }
}

std::string dumped(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string status_text(const WorkerStatus& status) {
    const HostReport& host = status.host;
    return dumped({{"worker", status.worker},
                   {"host", host.host},
                   {"build", host.build},
                   {"processor", host.processor},
                   {"cores", host.cores},
                   {"speed", host.speed},
                   {"clock_drift_ppm", host.clock_drift_ppm},
                   {"late_us", host.late_us},
                   {"synchronised", host.synchronised},
                   {"jobs", status.jobs},
                   {"playing", status.playing},
                   {"games", status.games},
                   {"duplicates", status.duplicates},
                   {"set_aside", status.set_aside},
                   {"given_back", status.given_back},
                   {"trouble", status.trouble},
                   {"stopping", status.stopping}});
}

Result<WorkerStatus> parse_worker_status(std::string_view text) {
    return read_json(text, [](const Json& json) {
        return WorkerStatus{.worker = json.at("worker"),
                            .host = {.host = json.at("host"),
                                     .build = json.at("build"),
                                     .processor = json.at("processor"),
                                     .cores = json.at("cores"),
                                     .speed = json.at("speed"),
                                     .clock_drift_ppm = json.at("clock_drift_ppm"),
                                     .late_us = json.at("late_us"),
                                     .synchronised = json.at("synchronised")},
                            .jobs = json.at("jobs"),
                            .playing = json.at("playing"),
                            .games = json.at("games"),
                            .duplicates = json.at("duplicates"),
                            .set_aside = json.at("set_aside"),
                            .given_back = json.at("given_back"),
                            .trouble = json.at("trouble"),
                            .stopping = json.at("stopping")};
    });
}

std::string status_text(const RunStatus& status) {
    Json workers = Json::array();
    for (const auto& each : status.workers)
        workers.push_back({{"worker", each.worker},
                           {"games", each.games},
                           {"forfeits", each.forfeits},
                           {"rejected", each.rejected},
                           {"suspicion", each.suspicion}});
    return dumped({{"run", status.run},
                   {"passing", status.passing},
                   {"host", status.host},
                   {"process", status.process},
                   {"collected", status.collected},
                   {"unfinished", status.unfinished},
                   {"duplicates", status.duplicates},
                   {"rejected", status.rejected},
                   {"set_aside", status.set_aside},
                   {"republished", status.republished},
                   {"workers", workers}});
}

Result<RunStatus> parse_run_status(std::string_view text) {
    return read_json(text, [](const Json& json) {
        RunStatus status{.run = json.at("run"),
                         .passing = json.at("passing"),
                         .host = json.at("host"),
                         .process = json.at("process"),
                         .collected = json.at("collected"),
                         .unfinished = json.at("unfinished"),
                         .duplicates = json.at("duplicates"),
                         .rejected = json.at("rejected"),
                         .set_aside = json.at("set_aside"),
                         .republished = json.at("republished"),
                         .workers = {}};
        for (const auto& each : json.at("workers"))
            status.workers.push_back({.worker = each.at("worker"),
                                      .games = each.at("games"),
                                      .forfeits = each.at("forfeits"),
                                      .rejected = each.at("rejected"),
                                      .suspicion = each.at("suspicion")});
        return status;
    });
}

Result<ClusterStatus> read_cluster_status(const JetStream& streams) {
    ClusterStatus status;
    const std::string stream(kStatusStream);
    const auto listing = streams.state(stream, "xttt.status.>");
    if (!listing) return std::unexpected(listing.error());
    for (const auto& [subject, count] : listing->subjects) {
        const auto message = streams.last(stream, subject);
        if (!message) return std::unexpected(message.error());
        if (!*message) continue;  // it has expired meanwhile
        if (subject.starts_with("xttt.status.worker.")) {
            auto worker = parse_worker_status((*message)->data);
            if (!worker) return std::unexpected(worker.error());
            status.workers.push_back({std::move(*worker), (*message)->time});
        } else {
            auto run = parse_run_status((*message)->data);
            if (!run) return std::unexpected(run.error());
            status.runs.push_back({std::move(*run), (*message)->time});
        }
    }
    // The consumer comes into being with the first worker or coordinator.
    const auto queue =
        streams.consumer_state(std::string(kWorkStream), std::string(kWorkersConsumer));
    if (queue) status.queue = *queue;
    const auto results = streams.state(std::string(kResultStream));
    if (!results) return std::unexpected(results.error());
    status.results = results->messages;
    if (const auto bots = streams.state(fmt::format("OBJ_{}", kBotBucket)))
        status.bot_bytes = bots->bytes;
    return status;
}

Result<void> forget_run(const JetStream& streams, std::string_view run) {
    if (!is_cluster_name(run))
        return fail(Errc::Usage,
                    fmt::format("{} is no run; 'xttt cluster status' lists them", quote(run)));
    const std::string work(kWorkStream), results(kResultStream), status(kStatusStream);
    if (auto done = streams.purge(work, work_subject(run, "*")); !done) return done;
    if (auto done = streams.forget_consumer(results, results_consumer(run).name); !done)
        return done;
    if (auto done = streams.purge(results, result_subject(run, "*")); !done) return done;
    return streams.purge(status, run_subject(run));
}

Result<void> forget_abandoned(const JetStream& streams, std::string_view own) {
    constexpr std::chrono::seconds kSilent(60);
    const std::string stream(kStatusStream);
    const auto listing = streams.state(stream, run_subject("*"));
    if (!listing) return std::unexpected(listing.error());
    // By the server's clock: our own last word was a moment ago.
    std::optional<std::chrono::system_clock::time_point> now;
    if (const auto word = streams.last(stream, run_subject(own)); word && *word)
        now = (*word)->time;
    if (!now) return {};
    for (const auto& [subject, count] : listing->subjects) {
        if (subject == run_subject(own)) continue;
        const auto message = streams.last(stream, subject);
        if (!message) return std::unexpected(message.error());
        if (!*message) continue;  // it has expired meanwhile
        const auto run = parse_run_status((*message)->data);
        // What a message says of another run than its subject's is not believed.
        if (!run || !run->passing || subject != run_subject(run->run)) continue;
        const bool dead = run->host == host_name() &&
                          ::kill(static_cast<pid_t>(run->process), 0) != 0 && errno == ESRCH;
        if (!dead && *now - (*message)->time < kSilent) continue;
        if (auto forgotten = forget_run(streams, run->run); !forgotten) return forgotten;
    }
    return {};
}

}  // namespace xttt
