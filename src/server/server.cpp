#include "server/server.h"

#include <fmt/format.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>
#include <sys/resource.h>

#include "base/text.h"
#include "server/net/address.h"
#include "server/page/page.h"
#include "server/site.h"
#include "server/tournaments/tournament_watch.h"

namespace xttt {
namespace {

constexpr std::chrono::milliseconds kTick{100};
constexpr std::chrono::seconds kSweep{10};
// For connected clients to hear that the server goes, and for the network to take it.
constexpr std::chrono::seconds kGoodbye{3};

// Every connection is a descriptor; the usual soft limit is for programs that need few.
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

// Ends the loop when all have gone, or when they had time enough to.
class Goodbye {
public:
    Goodbye(EventLoop& loop, Listener& listener, Hub& hub, TournamentWatch& tournaments)
        : loop_(loop), listener_(listener), hub_(hub), tournaments_(tournaments) {}

    void begin() {
        if (until_) return loop_.stop();  // asked twice: at once
        spdlog::info("stopping: {} connections", listener_.connections().served());
        until_ = Clock::now() + kGoodbye;
        listener_.stop();
        hub_.close_all(CloseCode::GoingAway, "the server stops or restarts");
        tournaments_.close_all(CloseCode::GoingAway, "the server stops or restarts");
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
    Hub& hub_;
    TournamentWatch& tournaments_;
    std::optional<Clock::time_point> until_;
};

}  // namespace

Result<void> run_server(const ServerOptions& options, std::ostream& out) {
    raise_descriptor_limit();
    const std::string& address = options.listener.address;
    if (!is_address(address))
        return fail(Errc::Usage, fmt::format("{} is no address; 127.0.0.1 is this machine only, "
                                             "0.0.0.0 or :: all networks",
                                             quote(address)));
    auto origins = OriginPolicy::make(options.public_urls, is_loopback(address));
    if (!origins) return std::unexpected(origins.error());

    start_log(options.log_level);
    EventLoop loop;
    const auto post = [&loop](std::function<void()> done) { loop.post(std::move(done)); };
    auto tournaments = TournamentWatch::open(options.tournaments, post);
    if (!tournaments) return std::unexpected(tournaments.error());
    auto journal = Journal::open(options.data, post);
    if (!journal) return std::unexpected(journal.error());
    Metrics metrics;
    Hub hub(**journal, metrics, options.games);
    Site site(hub, metrics,
              {.origins = std::move(*origins),
               .requests_per_second = options.requests_per_second,
               .games_per_minute = options.games_per_minute,
               .public_metrics = options.public_metrics});
    (*tournaments)->add_routes(site.router());
    auto listener = Listener::open(loop, site, metrics, options.listener);
    if (!listener) return std::unexpected(listener.error());
    site.set_gauges([&] {
        return Metrics::Now{.connections = (*listener)->connections().served(),
                            .web_sockets = (*listener)->connections().web_sockets(),
                            .rooms = hub.rooms(),
                            .open_games = hub.open_games(),
                            .batches = (*journal)->batches()};
    });
    site.set_health([&] { return (*journal)->is_healthy(); });

    Goodbye goodbye(loop, **listener, hub, **tournaments);
    loop.on_stop_signal([&] { goodbye.begin(); });
    loop.every(kTick, [&] { hub.tick(Clock::now()); });
    loop.every(kSweep, [&] { site.sweep(Clock::now()); });
    out << fmt::format("http://{}/", (*listener)->address()) << std::endl;
    spdlog::info("serving {} files of the page, data in {}, {} open games", page_files().size(),
                 options.data.string(), hub.open_games());
    loop.run();
    spdlog::info("stopped");
    return {};
}

}  // namespace xttt
