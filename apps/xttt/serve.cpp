#include <algorithm>
#include <filesystem>
#include <ostream>

#include "cluster/cluster_executor_factory.h"
#include "commands.h"
#include "common_options.h"
#include "coordinator_flags.h"
#include "server/server.h"
#include "tournament/runner/concurrency.h"

namespace xttt {
namespace {

struct ServeOptions {
    std::string address = "127.0.0.1";
    std::optional<int> port;  // empty: 8080, or a free one if it is taken
    std::string data;         // empty: the user's data folder
    std::vector<std::string> public_urls;
    std::vector<std::string> tournaments;
    std::string testing;
    std::vector<std::string> bots;
    Milliseconds bot_time{1000};
    int bot_threads = 1;
    int bot_games = 50;
    std::string arena;
    std::optional<int> arena_jobs;
    int arena_memory = 1024;  // MiB
    CoordinatorFlags cluster;
    bool no_sandbox = false;
    bool behind_proxy = false;
    bool public_metrics = false;
    std::optional<int> metrics_port;
    int connections = 10'000;
    int connections_per_address = 64;
    double requests_per_second = 20;
    double games_per_minute = 10;
    int open_games = 20'000;
    int storage = 8192;  // MiB
    std::chrono::minutes open_grace{10};
    int keep_days = 365;
    std::chrono::duration<double> request_timeout{15};
    std::chrono::duration<double> idle_timeout{40};
    std::string log_level = "info";
};

constexpr int kDefaultPort = 8080;
constexpr int kMostArenaJobs = 1024;

Result<std::filesystem::path> data_folder(const std::string& option) {
    if (!option.empty()) return option;
    if (const auto data = user_folder("XDG_DATA_HOME", ".local/share")) return *data / "xttt";
    return fail(Errc::Usage, "HOME is not set; name a folder for games with --data");
}

std::chrono::milliseconds milliseconds(std::chrono::duration<double> time) {
    return std::chrono::round<std::chrono::milliseconds>(time);
}

Result<BotOptions> bot_options(const ServeOptions& options) {
    BotOptions bots{.bots = {},
                    .threads = options.bot_threads,
                    .games = static_cast<std::size_t>(options.bot_games),
                    .move_time = options.bot_time,
                    .trust_all = options.no_sandbox};
    for (const std::string& text : options.bots) {
        TRY(auto bot, parse_bot(text));
        bots.bots.push_back(std::move(bot));
    }
    return bots;
}

Result<ArenaOptions> arena_options(const ServeOptions& options) {
    if (!options.arena.empty() && options.no_sandbox)
        return fail(Errc::Usage,
                    "the bots of an arena always run in the sandbox; leave out "
                    "--no-sandbox");
    // One core is left for the server and the checks of new versions.
    const int spare = std::max(1, static_cast<int>(this_machine().cores.size()) - 1);
    const bool on_cluster = options.cluster.given();
    const int jobs = options.arena_jobs.value_or(on_cluster ? kMostArenaJobs : spare);
    const auto is_secure = [](const std::string& url) { return url.starts_with("https://"); };
    ArenaOptions arena{.folder = options.arena,
                       .jobs = jobs,
                       .memory_limit = static_cast<std::uint64_t>(options.arena_memory) << 20,
                       .secure_cookies = std::ranges::any_of(options.public_urls, is_secure)};
    if (on_cluster)
        arena.open_cluster = [cluster = options.cluster, jobs](ArenaOptions::Log log) {
            return ClusterExecutorFactory::connect({.server = cluster.server,
                                                    .games = std::max(1, jobs),
                                                    .scale_time = cluster.scale_time,
                                                    .log = std::move(log)});
        };
    return arena;
}

// Runs until SIGINT or SIGTERM; writes the URL to `out`.
Result<void> run_serve(const ServeOptions& options, std::ostream& out) {
    TRY(const auto data, data_folder(options.data));
    TRY(auto bots, bot_options(options));
    TRY(auto arena, arena_options(options));
    return run_server(
        {.data = data,
         .listener = {.address = options.address,
                      .port = static_cast<std::uint16_t>(options.port.value_or(kDefaultPort)),
                      .other_port_if_taken = !options.port,
                      .behind_proxy = options.behind_proxy,
                      .limits = {.total = static_cast<std::size_t>(options.connections),
                                 .per_address =
                                     static_cast<std::size_t>(options.connections_per_address)},
                      .timeouts = {.request = milliseconds(options.request_timeout),
                                   .idle = milliseconds(options.idle_timeout)}},
         .games = {.open_games = options.open_games,
                   .open_grace = options.open_grace,
                   .keep = std::chrono::hours(24) * options.keep_days,
                   .created_per_minute = options.games_per_minute,
                   .storage = std::int64_t{options.storage} << 20},
         .public_urls = options.public_urls,
         .tournaments = options.tournaments,
         .testing = options.testing,
         .bots = std::move(bots),
         .arena = std::move(arena),
         .requests_per_second = options.requests_per_second,
         .public_metrics = options.public_metrics,
         .metrics_port = options.metrics_port,
         .log_level = options.log_level},
        out);
}

}  // namespace

void add_serve(Command& app) {
    auto& command =
        app.add("serve", "Serve the web page, online games, live tournaments and an arena.",
                {"xttt serve", "xttt serve --address 0.0.0.0 --tournament cup.db"});
    auto options = std::make_shared<ServeOptions>();
    command.group("Address");
    command.option("--address ADDRESS", options->address, "Address to listen on")
        .suggest_for({"--host", "--hostname", "--bind", "--listen"});
    command.option("--port N", options->port, "Port to listen on; 0 for any free port")
        .range(0, 65535)
        .default_text("8080, or another if it is in use");
    command.option("--public-url URL", options->public_urls,
                   "Public URL of the server, such as https://xttt.example.org");
    command.flag("--behind-proxy", options->behind_proxy,
                 "Identify clients by the X-Forwarded-For header of the proxy");
    command.group("Content");
    command.option("--data FOLDER", options->data, "Folder for the games")
        .default_text("xttt in the user's data folder");
    command.option("--tournament FILE", options->tournaments, "Tournament store to show");
    command.option("--testing FOLDER", options->testing,
                   "Folder of engine tests to show at /testing; see 'xttt testing'");
    command.option("--keep-days DAYS", options->keep_days, "Days to keep a game after its creation")
        .range(1, 36500);
    command.group("Bots");
    command.option("--bot NAME=PLAYER", options->bots,
                   "Player that people can choose as their opponent, such as Robin=engine:skill=8");
    command.option("--bot-time TIME", options->bot_time, "Thinking time of bots per move")
        .range(10, 60'000);
    command
        .option("--bot-threads N", options->bot_threads,
                "Maximum number of concurrent bot searches")
        .range(1, 64);
    command
        .option("--bot-games N", options->bot_games,
                "Maximum number of games against bots at the same time")
        .range(1, 10'000);
    add_no_sandbox_flag(command, options->no_sandbox);
    command.group("Arena");
    const auto& arena = command.option("--arena FOLDER", options->arena,
                                       "Arena to serve, created by 'xttt arena new'");
    command
        .option("--arena-jobs N", options->arena_jobs,
                "Ladder or cup games at the same time; 0 stops the ladder")
        .range(0, kMostArenaJobs)
        .default_text("all cores but one, or all that the workers of --cluster play")
        .suggest_for({"--jobs"})
        .needs(arena);
    command.option("--arena-memory MIB", options->arena_memory, "Memory limit of a bot in MiB")
        .range(16, 1 << 20)
        .suggest_for({"--memory"})
        .needs(arena);
    auto& cluster = add_cluster_options(command, options->cluster.server).needs(arena);
    add_scale_time_option(command, options->cluster, cluster);
    command.group("Limits");
    command.option("--connections N", options->connections, "Maximum number of connections")
        .range(1, 1'000'000);
    command
        .option("--connections-per-address N", options->connections_per_address,
                "Maximum number of connections per client address")
        .range(1, 1'000'000);
    command
        .option("--requests-per-second N", options->requests_per_second,
                "Request rate per client address")
        .range(0.1, 1e6);
    command
        .option("--games-per-minute N", options->games_per_minute,
                "Games that a client address may create per minute")
        .range(1, 1e6);
    command
        .option("--open-games N", options->open_games,
                "Maximum number of games without an opponent")
        .range(1, 10'000'000);
    command
        .option("--open-grace MINUTES", options->open_grace,
                "Time before a game without an opponent can be removed for a newer one, in minutes")
        .range(0, 1440);
    command
        .option("--storage MIB", options->storage,
                "Storage limit in MiB; above it no game is created")
        .range(1, 1 << 30);
    command
        .option("--request-timeout SECONDS", options->request_timeout,
                "Time limit for receiving a request, in seconds")
        .alias("--request-time")
        .range(0.1, 3600);
    command
        .option("--idle-timeout SECONDS", options->idle_timeout,
                "Time before an unresponsive WebSocket is closed, in seconds")
        .alias("--silence")
        .range(0.2, 3600);
    command.group("Monitoring");
    command.flag("--public-metrics", options->public_metrics,
                 "Show /metrics to everyone, not only to this machine");
    command
        .option("--metrics-port N", options->metrics_port,
                "Also serve /metrics on this port of 127.0.0.1; 0 for any free port")
        .range(0, 65535);
    command.option("--log-level LEVEL", options->log_level, "Minimum level to log")
        .choices({"debug", "info", "warn", "error", "off"});
    command.run([options](Streams io) { return run_serve(*options, io.out); });
}

}  // namespace xttt
