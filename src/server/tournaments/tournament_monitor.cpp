#include "server/tournaments/tournament_monitor.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/clock.h"
#include "base/text.h"
#include "server/game/messages.h"
#include "server/tournaments/tournament_view.h"
#include "tournament/store/database.h"
#include "tournament/store/live_file.h"
#include "tournament/store/store.h"

namespace xttt {
namespace {

constexpr std::chrono::milliseconds kPollInterval{500};
constexpr std::size_t kMaxTournamentSubscribers = 2000;
constexpr std::size_t kMaxQueries = 100;
constexpr std::string_view kNotRead = "{}";  // of a store that has not been read yet

HttpResponse tournament_response(std::string body) {
    return {.body = std::move(body) + "\n", .headers = {{"Cache-Control", "no-store"}}};
}

HttpResponse no_such_tournament() {
    return error_response(404, "no-such-tournament", "no such tournament");
}

}  // namespace

struct TournamentMonitor::Source {
    std::string id;
    StoreReader store;
    // Its data_version changes when another connection writes.
    std::unique_ptr<Database> version_probe;
    std::int64_t version = -1;
    bool running = false;
    Clock::time_point next_poll{};
    std::vector<LiveGame> live;
    Evidence evidence = Evidence::Shown;
};

class TournamentMonitor::Subscriber : public SocketHandler {
public:
    Subscriber(std::shared_ptr<Published> published, Client& client)
        : published_(std::move(published)), client_(client) {
        published_->subscribers.push_back(this);
        client_.send(published_->view);
        client_.send(published_->live);
    }
    ~Subscriber() override { std::erase(published_->subscribers, this); }
    void on_text(std::string_view) override { client_.send(shared_text(pong_text())); }
    Client& client() { return client_; }

private:
    std::shared_ptr<Published> published_;
    Client& client_;
};

Result<std::unique_ptr<TournamentMonitor::Source>> TournamentMonitor::open_source(
    const std::string& path) {
    TRY(auto store, StoreReader::open(path));
    TRY(auto version_probe, Database::open(path, Database::Access::ReadOnly));
    const std::string id = std::filesystem::path(path).stem().string();
    return std::make_unique<Source>(Source{id, std::move(store), std::move(version_probe)});
}

Result<std::unique_ptr<TournamentMonitor>> TournamentMonitor::open(
    const std::vector<std::string>& stores, Post post) {
    std::vector<std::unique_ptr<Source>> sources;
    for (const std::string& path : stores) {
        TRY(auto source, open_source(path));
        const std::string& id = source->id;
        if (std::ranges::any_of(sources, [&](const auto& other) { return other->id == id; }))
            return fail(Errc::Usage,
                        fmt::format("two tournaments are named {}; rename one file", quote(id)));
        sources.push_back(std::move(source));
    }
    return std::unique_ptr<TournamentMonitor>(
        new TournamentMonitor(std::move(sources), std::move(post)));
}

TournamentMonitor::TournamentMonitor(std::vector<std::unique_ptr<Source>> sources, Post post)
    : sources_(std::move(sources)), post_(std::move(post)) {
    for (const auto& tournament : sources_) publish_new(tournament->id);
    thread_ = std::thread([this] { run(); });
}

void TournamentMonitor::publish_new(const std::string& id) {
    published_[id] = std::make_shared<Published>(Published{shared_text(std::string(kNotRead)),
                                                           shared_text(std::string(kNotRead)),
                                                           shared_text(live_games_text({})),
                                                           {}});
}

Result<void> TournamentMonitor::add(const std::string& store) {
    if (published_.contains(std::filesystem::path(store).stem().string())) return {};
    TRY(auto source, open_source(store));
    source->evidence = Evidence::Hidden;
    publish_new(source->id);
    {
        const std::lock_guard lock(mutex_);
        added_.push_back(std::move(source));
    }
    woken_.notify_one();
    return {};
}

TournamentMonitor::~TournamentMonitor() {
    *alive_ = false;
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    woken_.notify_one();
    thread_.join();
}

void TournamentMonitor::run() {
    for (;;) {
        for (const auto& tournament : sources_) poll(*tournament);
        std::vector<GameQuery> asked;
        {
            std::unique_lock lock(mutex_);
            woken_.wait_for(lock, kPollInterval,
                            [&] { return stopping_ || !queries_.empty() || !added_.empty(); });
            if (stopping_) return;
            asked.swap(queries_);
            std::ranges::move(added_, std::back_inserter(sources_));
            added_.clear();
        }
        for (GameQuery& query : asked) answer(std::move(query));
    }
}

void TournamentMonitor::poll(Source& source) {
    const auto began = Clock::now();
    const bool running = Store::in_use(source.store.path());
    poll_live_games(source, running);
    if (began < source.next_poll) return;
    source.next_poll = began + kPollInterval;
    const auto version = source.version_probe->number("PRAGMA data_version");
    if (!version || (*version == source.version && running == source.running)) return;
    auto summary = tournament_summary(source.store, source.id, running);
    auto view = tournament_view(source.store, source.id, running, source.evidence);
    // A store that cannot be read now is polled again; clients keep the last state.
    if (!summary || !view) return;
    source.version = *version;
    source.running = running;
    // Large tournaments are polled less often, to use at most a tenth of a core.
    source.next_poll =
        Clock::now() + std::max<Clock::duration>(kPollInterval, 9 * (Clock::now() - began));
    post_([this, alive = std::weak_ptr(alive_), id = source.id, summary = std::move(*summary),
           view = std::move(*view)] {
        if (const auto still = alive.lock(); still && *still) publish(id, summary, view);
    });
}

// Ignores a file left over by a killed run.
void TournamentMonitor::poll_live_games(Source& source, bool running) {
    auto live = running ? read_live_games(source.store.path()) : std::vector<LiveGame>{};
    if (live == source.live) return;
    source.live = std::move(live);
    post_(
        [this, alive = std::weak_ptr(alive_), id = source.id, text = live_games_text(source.live)] {
            if (const auto still = alive.lock(); still && *still) publish_live(id, text);
        });
}

void TournamentMonitor::publish_live(const std::string& id, std::string live) {
    Published& published = *published_.at(id);
    published.live = shared_text(std::move(live));
    for (Subscriber* subscriber : published.subscribers) subscriber->client().send(published.live);
}

void TournamentMonitor::publish(const std::string& id, std::string summary, std::string view) {
    Published& published = *published_.at(id);
    published.summary = shared_text(std::move(summary));
    published.view = shared_text(std::move(view));
    for (Subscriber* subscriber : published.subscribers) subscriber->client().send(published.view);
}

void TournamentMonitor::answer(GameQuery query) {
    const auto found =
        std::ranges::find(sources_, query.tournament, [](const auto& w) { return w->id; });
    // The callback is moved out of this thread: it owns objects of the network thread.
    post_([answer = std::move(query.answer),
           text = tournament_game((*found)->store, query.game, (*found)->evidence)] {
        answer(text);
    });
}

void TournamentMonitor::add_routes(Router& router) {
    router.add("GET", "/api/tournaments", [this](const auto&, const auto&, const HttpReply& reply) {
        std::string list;
        for (const auto& [id, published] : published_)
            if (*published->summary != kNotRead)
                list += (list.empty() ? "" : ",") + *published->summary;
        const std::string arena =
            arena_.empty() ? "" : ",\"arena\":" + nlohmann::json(arena_).dump();
        reply(tournament_response("{\"tournaments\":[" + list + "]" + arena + "}"));
    });
    router.add("GET", "/api/tournaments/{tournament}",
               [this](const auto&, const PathValues& values, const HttpReply& reply) {
                   const auto found = published_.find(values[0]);
                   reply(found == published_.end() ? no_such_tournament()
                                                   : tournament_response(*found->second->view));
               });
    router.add("GET", "/api/tournaments/{tournament}/games/{number}",
               [this](const auto&, const PathValues& values, const HttpReply& reply) {
                   const auto number = to_number<std::int64_t>(values[1]);
                   if (!published_.contains(values[0]) || !number)
                       return reply(no_such_tournament());
                   {
                       const std::lock_guard lock(mutex_);
                       if (queries_.size() >= kMaxQueries)
                           return reply(error_response(
                               503, "busy", "too many requests for games; try again later"));
                       queries_.push_back({values[0], *number, [reply](const auto& game) {
                                               reply(game ? tournament_response(*game)
                                                          : error_response(404, "no-such-game",
                                                                           game.error().message));
                                           }});
                   }
                   woken_.notify_one();
               });
    router.add_socket("/api/tournaments/{tournament}/socket",
                      [this](const auto&, const PathValues& values, const SocketReply& reply) {
                          const auto found = published_.find(values[0]);
                          if (found == published_.end()) return reply(no_such_tournament());
                          const auto& published = found->second;
                          if (published->subscribers.size() >= kMaxTournamentSubscribers)
                              return reply(error_response(
                                  503, "full", "too many connections to this tournament"));
                          reply(SocketAcceptor([published](Client& client) {
                              return std::make_unique<Subscriber>(published, client);
                          }));
                      });
}

void TournamentMonitor::close_all(CloseCode code, std::string_view reason) {
    for (const auto& [id, published] : published_)
        for (Subscriber* subscriber : published->subscribers)
            subscriber->client().close(code, reason);
}

}  // namespace xttt
