#include <array>
#include <ostream>

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "cluster/layout.h"
#include "cluster/nats/connection.h"
#include "cluster/status.h"
#include "commands.h"
#include "common_options.h"
#include "coordinator_flags.h"

namespace xttt {
namespace {

struct ClusterStatusOptions {
    NatsOptions server;
    bool json = false;
    bool metrics = false;  // in the text format of Prometheus
};

// Limits of the streams in MiB; 0: unchanged.
struct StreamLimits {
    int orders = 0;
    int results = 0;
    int files = 0;
};

double seconds_since(std::chrono::system_clock::time_point time) {
    return to_seconds(std::chrono::system_clock::now() - time);
}

// Seconds without a status after which a worker is shown as silent.
constexpr double kSilent = 15;

std::string text_of(const ClusterStatus& status) {
    std::string text = fmt::format(
        "orders: {} waiting, {} in progress ({} redelivered); results waiting: {}; bot files: "
        "{:.1f} MB\n",
        status.queue.waiting, status.queue.given_out, status.queue.redelivered, status.results,
        static_cast<double>(status.bot_bytes) / 1e6);
    text += fmt::format("\n{:24} {:>5} {:>7} {:>8} {:>10} {:>9} {:>8}  {}\n", "worker", "jobs",
                        "playing", "games", "duplicates", "set aside", "Mmoves/s", "remarks");
    for (const auto& [worker, at] : status.workers) {
        std::string remarks;
        const auto remark = [&](std::string part) {
            remarks += (remarks.empty() ? "" : "; ") + part;
        };
        if (worker.stopping)
            remark("stopped");
        else if (seconds_since(at) > kSilent)
            remark(fmt::format("no status for {:.0f} s", seconds_since(at)));
        if (!worker.host.synchronised) remark("clock not synchronised");
        if (worker.host.late_us > 5000)
            remark(fmt::format("scheduling delay {:.1f} ms", worker.host.late_us / 1000));
        if (!worker.trouble.empty()) remark(terminal_safe(worker.trouble));
        text += fmt::format("{:24} {:>5} {:>7} {:>8} {:>10} {:>9} {:>8.1f}  {}\n", worker.worker,
                            worker.jobs, worker.playing, worker.games, worker.duplicates,
                            worker.set_aside, worker.host.speed / 1e6, remarks);
    }
    if (status.workers.empty()) text += "no workers; start one with 'xttt worker --cluster URL'\n";
    for (const auto& [run, at] : status.runs) {
        text += fmt::format(
            "\nrun {}{}: {} games collected, {} outstanding; {} duplicates, {} withdrawn, {} "
            "rejected, {} set aside, {} published again; last status {:.0f} s ago\n",
            run.run, run.ended ? " (ended)" : "", run.collected, run.unfinished, run.duplicates,
            run.withdrawn, run.rejected, run.set_aside, run.republished,
            std::max(0.0, seconds_since(at)));
        for (const auto& worker : run.workers)
            if (!worker.suspicion.empty())
                text += fmt::format("  worker {} is suspicious: {}\n", worker.worker,
                                    terminal_safe(worker.suspicion));
    }
    if (!status.malformed.empty()) text += '\n';
    for (const std::string& each : status.malformed)
        text += fmt::format("skipped {}\n", terminal_safe(each));
    return text;
}

std::string json_of(const ClusterStatus& status) {
    using Json = nlohmann::ordered_json;
    Json json = {{"waiting", status.queue.waiting},
                 {"given_out", status.queue.given_out},
                 {"redelivered", status.queue.redelivered},
                 {"results", status.results},
                 {"bot_bytes", status.bot_bytes},
                 {"workers", Json::array()},
                 {"runs", Json::array()},
                 {"malformed", Json::array()}};
    for (const auto& [worker, at] : status.workers) {
        json["workers"].push_back(Json::parse(status_text(worker)));
        json["workers"].back()["seconds_ago"] = seconds_since(at);
    }
    for (const auto& [run, at] : status.runs) {
        json["runs"].push_back(Json::parse(status_text(run)));
        json["runs"].back()["seconds_ago"] = seconds_since(at);
    }
    for (const std::string& each : status.malformed) json["malformed"].push_back(to_utf8(each));
    return json.dump() + "\n";
}

// Labels need no escapes: read_cluster_status() skips names with other characters than letters,
// digits, '-' and '_'.
std::string metrics_of(const ClusterStatus& status) {
    std::string text;
    const auto family = [&](const char* name, const char* type, const char* help) {
        text += fmt::format("# HELP {0} {2}\n# TYPE {0} {1}\n", name, type, help);
    };
    const auto plain = [&](const char* name, const char* help, std::uint64_t value) {
        family(name, "gauge", help);
        text += fmt::format("{} {}\n", name, value);
    };
    plain("xttt_orders_waiting", "Orders waiting for a worker", status.queue.waiting);
    plain("xttt_orders_given_out", "Orders that workers are processing", status.queue.given_out);
    plain("xttt_results_waiting", "Results waiting for their coordinator", status.results);
    plain("xttt_malformed_statuses", "Malformed statuses that were ignored",
          status.malformed.size());
    const auto workers = [&](const char* name, const char* type, const char* help, auto&& value) {
        family(name, type, help);
        for (const auto& [worker, at] : status.workers)
            text += fmt::format("{}{{worker=\"{}\"}} {}\n", name, worker.worker, value(worker, at));
    };
    workers("xttt_worker_games_total", "counter", "Results a worker has published",
            [](const auto& worker, auto) { return worker.games; });
    workers("xttt_worker_playing", "gauge", "Games a worker plays now",
            [](const auto& worker, auto) { return worker.playing; });
    workers("xttt_worker_set_aside_total", "counter", "Orders a worker has set aside",
            [](const auto& worker, auto) { return worker.set_aside; });
    workers("xttt_worker_core_moves_per_second", "gauge", "Random moves per second of one core",
            [](const auto& worker, auto) { return worker.host.speed; });
    workers("xttt_worker_seconds_silent", "gauge", "Seconds since the last status",
            [](const auto&, auto at) { return std::max(0.0, seconds_since(at)); });
    const auto runs = [&](const char* name, const char* type, const char* help, auto&& value) {
        family(name, type, help);
        for (const auto& [run, at] : status.runs)
            text += fmt::format("{}{{run=\"{}\"}} {}\n", name, run.run, value(run));
    };
    runs("xttt_run_games_total", "counter", "Games a coordinator has collected",
         [](const auto& run) { return run.collected; });
    runs("xttt_run_unfinished", "gauge", "Games submitted and not yet collected",
         [](const auto& run) { return run.unfinished; });
    runs("xttt_run_rejected_total", "counter", "Results that were rejected",
         [](const auto& run) { return run.rejected; });
    runs("xttt_run_set_aside_total", "counter", "Games that no worker could play",
         [](const auto& run) { return run.set_aside; });
    return text;
}

Result<JetStream> streams_at(const NatsOptions& server) {
    TRY(auto connection, NatsConnection::open(server));
    JetStream streams(std::move(connection));
    TRY_VOID(ensure_layout(streams));
    TRY_VOID(ObjectStore::open(streams, kBotBucket, kStreamSizes[2].size));
    return streams;
}

Result<void> run_cluster_status(const ClusterStatusOptions& options, std::ostream& out) {
    TRY(const auto streams, streams_at(options.server));
    TRY(const auto status, read_cluster_status(streams));
    out << (options.json      ? json_of(status)
            : options.metrics ? metrics_of(status)
                              : text_of(status));
    return check_written(out, "standard output");
}

Result<void> run_cluster_resize(const NatsOptions& server, const StreamLimits& limits,
                                std::ostream& out) {
    TRY(const auto streams, streams_at(server));
    const std::array<int, 3> wanted{limits.orders, limits.results, limits.files};
    const std::array<const char*, 3> names{"orders", "results", "files"};
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const std::string stream(kStreamSizes[i].stream);
        if (wanted[i] > 0) TRY_VOID(streams.resize_stream(stream, std::int64_t{wanted[i]} << 20));
        TRY(const auto state, streams.state(stream));
        out << fmt::format("{:8} {:>8.1f} of {} MiB used\n", names[i],
                           static_cast<double>(state.bytes) / (1 << 20), state.max_bytes >> 20);
    }
    return check_written(out, "standard output");
}

Result<void> run_cluster_forget(const NatsOptions& server, const std::string& run,
                                std::ostream& out) {
    TRY(const auto streams, streams_at(server));
    TRY_VOID(forget_run(streams, run));
    out << fmt::format("Removed run {} from the server.\n", run);
    return check_written(out, "standard output");
}

}  // namespace

void add_cluster(Command& app) {
    auto& cluster = app.add("cluster", "Show and clean up a cluster of workers.",
                            {"xttt cluster status --cluster nats://localhost:4222",
                             "xttt cluster forget RUN --cluster nats://localhost:4222"});
    auto& status = cluster.add("status", "Show the workers, the queue and the runs of a cluster.",
                               {"xttt cluster status --cluster nats://localhost:4222",
                                "xttt cluster status --cluster tls://lab.example.org --json"});
    auto options = std::make_shared<ClusterStatusOptions>();
    add_cluster_options(status, options->server).required();
    status.group("Output");
    const auto& json = status.flag("--json", options->json, "Print one JSON object");
    status.flag("--metrics", options->metrics, "Print metrics in the Prometheus format")
        .excludes(json);
    status.run([options](Streams io) { return run_cluster_status(*options, io.out); });

    auto& resize =
        cluster.add("resize", "Show or set the storage limits of the server.",
                    {"xttt cluster resize --cluster nats://localhost:4222",
                     "xttt cluster resize --results 1024 --cluster nats://localhost:4222"});
    auto resized = std::make_shared<NatsOptions>();
    auto limits = std::make_shared<StreamLimits>();
    add_cluster_options(resize, *resized).required();
    resize.group("Limits");
    resize.option("--orders MIB", limits->orders, "Limit for orders in MiB")
        .range(1, 1 << 24)
        .default_text("grows as needed");
    resize.option("--results MIB", limits->results, "Limit for results in MiB")
        .range(1, 1 << 24)
        .default_text("grows as needed");
    resize.option("--files MIB", limits->files, "Limit for bots and networks in MiB")
        .range(1, 1 << 24)
        .default_text("grows as needed");
    resize.run(
        [resized, limits](Streams io) { return run_cluster_resize(*resized, *limits, io.out); });

    auto server = std::make_shared<NatsOptions>();
    auto run = std::make_shared<std::string>();
    auto& forget =
        cluster.add("forget", "Remove the data of a run from the server.",
                    {"xttt cluster forget cup-1a2b3c4d5e6f --cluster nats://localhost:4222",
                     "xttt cluster forget sprt-1a2b3c4d5e6f --cluster tls://lab.example.org"});
    forget.option("RUN", *run, "Name of the run, as 'xttt cluster status' shows it").required();
    add_cluster_options(forget, *server).required();
    forget.run([server, run](Streams io) { return run_cluster_forget(*server, *run, io.out); });
}

}  // namespace xttt
