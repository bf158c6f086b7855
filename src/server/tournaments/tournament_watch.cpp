#include "server/tournaments/tournament_watch.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "base/text.h"
#include "process/deadline.h"
#include "server/game/messages.h"
#include "server/tournaments/tournament_view.h"
#include "tournament/store/database.h"
#include "tournament/store/live_file.h"
#include "tournament/store/store.h"

namespace xttt {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks{500};
constexpr std::size_t kMostVisitors = 2000;
constexpr std::size_t kMostQuestions = 100;

SharedText shared(std::string text) {
    return std::make_shared<const std::string>(std::move(text));
}

HttpResponse json_response(std::string body) {
    return {.body = std::move(body) + "\n", .headers = {{"Cache-Control", "no-store"}}};
}

HttpResponse no_such_tournament() {
    return error_response(404, "no-such-tournament", "there is no such tournament");
}

}  // namespace

struct TournamentWatch::Watched {
    std::string id;
    StoreReader store;
    // A connection of its own: its data_version changes when others write.
    std::unique_ptr<Database> pulse;
    std::int64_t version = -1;
    bool running = false;
    Clock::time_point next_look{};
    std::vector<LiveGame> live;
};

// Somebody who watches a tournament.
class TournamentWatch::Visitor : public SocketHandler {
public:
    Visitor(std::shared_ptr<Shown> shown, Client& client)
        : shown_(std::move(shown)), client_(client) {
        shown_->visitors.push_back(this);
        client_.send(shown_->view);
        client_.send(shown_->live);
    }
    ~Visitor() override { std::erase(shown_->visitors, this); }
    void on_text(std::string_view) override { client_.send(shared(pong_text())); }
    Client& client() { return client_; }

private:
    std::shared_ptr<Shown> shown_;
    Client& client_;
};

Result<std::unique_ptr<TournamentWatch>> TournamentWatch::open(
    const std::vector<std::string>& stores, Post post) {
    std::vector<std::unique_ptr<Watched>> watched;
    for (const std::string& path : stores) {
        auto store = StoreReader::open(path);
        if (!store) return std::unexpected(store.error());
        auto pulse = Database::open(path, Database::Access::ReadOnly);
        if (!pulse) return std::unexpected(pulse.error());
        const std::string id = std::filesystem::path(path).stem().string();
        if (std::ranges::any_of(watched, [&](const auto& other) { return other->id == id; }))
            return fail(Errc::Usage,
                        fmt::format("two tournaments are called {}; rename one file", quote(id)));
        watched.push_back(
            std::make_unique<Watched>(Watched{id, std::move(*store), std::move(*pulse)}));
    }
    return std::unique_ptr<TournamentWatch>(
        new TournamentWatch(std::move(watched), std::move(post)));
}

TournamentWatch::TournamentWatch(std::vector<std::unique_ptr<Watched>> watched, Post post)
    : watched_(std::move(watched)), post_(std::move(post)) {
    for (const auto& tournament : watched_)
        shown_[tournament->id] = std::make_shared<Shown>(
            Shown{shared("{}"), shared("{}"), shared(live_games_text({})), {}});
    thread_ = std::thread([this] { run(); });
}

TournamentWatch::~TournamentWatch() {
    *alive_ = false;
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    woken_.notify_one();
    thread_.join();
}

void TournamentWatch::run() {
    for (;;) {
        for (const auto& tournament : watched_) look(*tournament);
        std::vector<Question> asked;
        {
            std::unique_lock lock(mutex_);
            woken_.wait_for(lock, kBetweenLooks, [&] { return stopping_ || !questions_.empty(); });
            if (stopping_) return;
            asked.swap(questions_);
        }
        for (Question& question : asked) answer(std::move(question));
    }
}

void TournamentWatch::look(Watched& watched) {
    const auto began = Clock::now();
    const bool running = Store::in_use(watched.store.path());
    look_at_games(watched, running);
    if (began < watched.next_look) return;
    watched.next_look = began + kBetweenLooks;
    const auto version = watched.pulse->number("PRAGMA data_version");
    if (!version || (*version == watched.version && running == watched.running)) return;
    auto summary = tournament_summary(watched.store, watched.id, running);
    auto view = tournament_view(watched.store, watched.id, running);
    // A store that cannot be read just now is looked at again; the page keeps what it has.
    if (!summary || !view) return;
    watched.version = *version;
    watched.running = running;
    // A large tournament is added up less often: no more than a tenth of a core goes into it.
    watched.next_look =
        Clock::now() + std::max<Clock::duration>(kBetweenLooks, 9 * (Clock::now() - began));
    post_([this, alive = std::weak_ptr(alive_), id = watched.id, summary = std::move(*summary),
           view = std::move(*view)] {
        if (const auto still = alive.lock(); still && *still) show(id, summary, view);
    });
}

// A file that was left over by a run that was killed means nothing.
void TournamentWatch::look_at_games(Watched& watched, bool running) {
    auto live = running ? read_live_games(watched.store.path()) : std::vector<LiveGame>{};
    if (live == watched.live) return;
    watched.live = std::move(live);
    post_([this, alive = std::weak_ptr(alive_), id = watched.id,
           text = live_games_text(watched.live)] {
        if (const auto still = alive.lock(); still && *still) show_live(id, text);
    });
}

void TournamentWatch::show_live(const std::string& id, std::string live) {
    Shown& shown = *shown_.at(id);
    shown.live = shared(std::move(live));
    for (Visitor* visitor : shown.visitors) visitor->client().send(shown.live);
}

void TournamentWatch::show(const std::string& id, std::string summary, std::string view) {
    Shown& shown = *shown_.at(id);
    shown.summary = shared(std::move(summary));
    shown.view = shared(std::move(view));
    for (Visitor* visitor : shown.visitors) visitor->client().send(shown.view);
}

void TournamentWatch::answer(Question question) {
    const auto found =
        std::ranges::find(watched_, question.tournament, [](const auto& w) { return w->id; });
    // The answer leaves this thread altogether: what it holds belongs to the other one.
    post_([answer = std::move(question.answer),
           text = tournament_game((*found)->store, question.game)] { answer(text); });
}

void TournamentWatch::add_routes(Router& router) {
    router.add("GET", "/api/tournaments", [this](const auto&, const auto&, const HttpReply& reply) {
        std::string list;
        for (const auto& [id, shown] : shown_) list += (list.empty() ? "" : ",") + *shown->summary;
        reply(json_response("{\"tournaments\":[" + list + "]}"));
    });
    router.add("GET", "/api/tournaments/{tournament}",
               [this](const auto&, const PathValues& values, const HttpReply& reply) {
                   const auto found = shown_.find(values[0]);
                   reply(found == shown_.end() ? no_such_tournament()
                                               : json_response(*found->second->view));
               });
    router.add("GET", "/api/tournaments/{tournament}/games/{number}",
               [this](const auto&, const PathValues& values, const HttpReply& reply) {
                   const auto number = to_number<std::int64_t>(values[1]);
                   if (!shown_.contains(values[0]) || !number) return reply(no_such_tournament());
                   {
                       const std::lock_guard lock(mutex_);
                       if (questions_.size() >= kMostQuestions)
                           return reply(error_response(503, "busy", "too many games asked for"));
                       questions_.push_back({values[0], *number, [reply](const auto& game) {
                                                 reply(game ? json_response(*game)
                                                            : error_response(404, "no-such-game",
                                                                             game.error().message));
                                             }});
                   }
                   woken_.notify_one();
               });
    router.add_socket(
        "/api/tournaments/{tournament}/socket",
        [this](const auto&, const PathValues& values, const HttpService::SocketReply& reply) {
            const auto found = shown_.find(values[0]);
            if (found == shown_.end()) return reply(no_such_tournament());
            const auto& shown = found->second;
            if (shown->visitors.size() >= kMostVisitors)
                return reply(error_response(503, "full", "too many people watch"));
            reply(SocketAcceptor(
                [shown](Client& client) { return std::make_unique<Visitor>(shown, client); }));
        });
}

void TournamentWatch::close_all(CloseCode code, std::string_view reason) {
    for (const auto& [id, shown] : shown_)
        for (Visitor* visitor : shown->visitors) visitor->client().close(code, reason);
}

}  // namespace xttt
