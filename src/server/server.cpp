#include "server/server.h"

#include <fmt/format.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <sys/resource.h>

#include "base/text.h"
#include "server/game/online_openings.h"
#include "server/net/address.h"
#include "server/page.h"
#include "server/tournaments/testing_routes.h"
#include "server/tournaments/tournament_monitor.h"
#include "server/web_server.h"

namespace xttt {
namespace {

constexpr std::chrono::milliseconds kTick{100};
constexpr std::chrono::seconds kSweep{10};
// For clients to receive the close frame.
constexpr std::chrono::seconds kShutdownTimeout{3};

// Each connection needs a descriptor.
void raise_descriptor_limit() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);
}

void start_log(const std::string& level) {
    const auto log = spdlog::stderr_color_mt("xttt");
    log->set_level(spdlog::level::from_str(level == "warn" ? "warning" : level));
    spdlog::set_default_logger(log);
}

// Closes all WebSockets and stops the loop when they are gone, or after kShutdownTimeout.
class GracefulShutdown {
public:
    GracefulShutdown(EventLoop& loop, Listener& listener, GameRegistry& registry,
                     TournamentMonitor& tournaments)
        : loop_(loop), listener_(listener), registry_(registry), tournaments_(tournaments) {}

    void begin() {
        if (until_) return loop_.stop();  // second signal: stop now
        spdlog::info("stopping: {} connections", listener_.connections().served());
        until_ = Clock::now() + kShutdownTimeout;
        listener_.stop();
        registry_.close_all(CloseCode::GoingAway, "server shutting down");
        tournaments_.close_all(CloseCode::GoingAway, "server shutting down");
        wait();
    }

private:
    void wait() {
        if (listener_.connections().web_sockets() == 0 || Clock::now() > *until_)
            return loop_.stop();
        loop_.after(std::chrono::milliseconds(20), [this] { wait(); });
    }

    EventLoop& loop_;
    Listener& listener_;
    GameRegistry& registry_;
    TournamentMonitor& tournaments_;
    std::optional<Clock::time_point> until_;
};

// Serves /metrics only, on a separate port that no proxy forwards.
class MetricsService : public HttpService {
public:
    explicit MetricsService(const WebServer& server) : server_(server) {}

    void handle(const HttpRequest& request, HttpReply reply) override {
        const bool reads = request.method == "GET" || request.method == "HEAD";
        if (!reads || request.target != "/metrics" || !request.is_local)
            return reply(error_response(404, "not-found", "only /metrics is served here"));
        reply(server_.metrics_response());
    }
    void accept_socket(const HttpRequest&, SocketReply reply) override {
        reply(error_response(404, "not-found", "only /metrics is served here"));
    }
    const std::vector<std::pair<std::string, std::string>>& common_headers() const override {
        return server_.common_headers();
    }

private:
    const WebServer& server_;
};

MetricsAccess metrics_access(const ServerOptions& options) {
    if (options.public_metrics) return MetricsAccess::Everybody;
    const bool may_have_proxy = options.listener.behind_proxy || !options.public_urls.empty();
    return may_have_proxy ? MetricsAccess::Nobody : MetricsAccess::LocalRequests;
}

Result<std::unique_ptr<Listener>> open_metrics_listener(EventLoop& loop, MetricsService& service,
                                                        Metrics& metrics,
                                                        std::optional<std::uint16_t> port) {
    if (!port) return nullptr;
    return Listener::open(loop, service, metrics, {.address = "127.0.0.1", .port = *port});
}

}  // namespace

Result<void> run_server(const ServerOptions& options, std::ostream& out) {
    raise_descriptor_limit();
    const std::string& address = options.listener.address;
    if (!is_address(address))
        return fail(Errc::Usage, fmt::format("{} is not an IP address (127.0.0.1: this machine "
                                             "only; 0.0.0.0 or ::: all networks)",
                                             quote(address)));
    TRY(auto origins, OriginPolicy::make(options.public_urls, is_loopback(address)));

    start_log(options.log_level);
    EventLoop loop;
    const auto post = [&loop](std::function<void()> done) { loop.post(std::move(done)); };
    TRY(const auto tournaments, TournamentMonitor::open(options.tournaments, post));
    TRY(const auto journal, Journal::open(options.data, post));
    Metrics metrics;
    TRY(const auto bots, BotPool::start(options.bots, post));
    GameRegistry registry(*journal, metrics, options.games, bots.get());
    OnlineOpenings openings(*journal, registry, post);
    WebServer server(
        registry, metrics,
        {.origins = std::move(origins),
         .requests_per_second = options.requests_per_second,
         .metrics = metrics_access(options),
         .previews = {
             .post = post,
             .public_url = options.public_urls.empty() ? "" : options.public_urls.front()}});
    openings.add_routes(server.router());
    tournaments->add_routes(server.router());
    add_testing_routes(server.router(), options.testing);
    std::unique_ptr<ArenaService> arena;
    if (options.arena.folder.empty()) {
        ArenaService::add_absent_routes(server.router());
    } else {
        ArenaOptions arena_options = options.arena;
        arena_options.show_tournament = [&tournaments](const std::string& store) {
            if (const auto added = tournaments->add(store); !added)
                spdlog::warn("the cup cannot be shown: {}", added.error().message);
        };
        arena_options.log = [](const std::string& text) { spdlog::warn("arena: {}", text); };
        TRY(arena, ArenaService::open(arena_options, post));
        arena->add_routes(server.router());
        TRY(const auto settings, arena->store().settings());
        tournaments->set_arena(settings.name);
        server.set_large_body([&](const HttpRequest& head) { return arena->large_body(head); });
    }
    TRY(const auto listener, Listener::open(loop, server, metrics, options.listener));
    MetricsService metrics_service(server);
    TRY(const auto metrics_listener,
        open_metrics_listener(loop, metrics_service, metrics, options.metrics_port));
    server.set_gauges([&] {
        return Metrics::Gauges{.connections = listener->connections().served(),
                               .web_sockets = listener->connections().web_sockets(),
                               .sessions = registry.sessions(),
                               .open_games = registry.open_games(),
                               .commits = journal->commits()};
    });
    server.set_health([&] { return journal->is_healthy(); });

    GracefulShutdown shutdown(loop, *listener, registry, *tournaments);
    loop.on_stop_signal([&] { shutdown.begin(); });
    loop.every(kTick, [&] { registry.tick(Clock::now()); });
    loop.every(kSweep, [&] { server.sweep(Clock::now()); });
    out << fmt::format("http://{}/", listener->address()) << std::endl;
    if (const int port = options.listener.port;
        port != 0 && !listener->address().ends_with(fmt::format(":{}", port)))
        spdlog::warn("port {} is in use; --port chooses another than this one", port);
    spdlog::info("serving {} files of the page, data in {}, {} open games", page_files().size(),
                 options.data.string(), registry.open_games());
    if (metrics_listener) spdlog::info("metrics at http://{}/metrics", metrics_listener->address());
    loop.run();
    spdlog::info("stopped");
    return {};
}

}  // namespace xttt
