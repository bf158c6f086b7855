#include "server/arena/arena_service.h"

#include <algorithm>

#include "base/text.h"
#include "record/json_fields.h"
#include "server/arena/arena_responses.h"

namespace xttt {
namespace {

constexpr std::size_t kMaxWaiting = 500;
constexpr std::size_t kMaxLoginAddresses = 10'000;
constexpr Rate kLoginRate{.burst = 20, .per_second = 0.5};
// Each activation makes all readers load all versions again, and adds to the audit log; an export
// reads thousands of games.
constexpr Rate kCostlyRate{.burst = 10, .per_second = 0.1};
constexpr std::size_t kMostTeams = 10'000;
constexpr std::size_t kMaxListBytes = 256 * 1024;
constexpr std::string_view kBearer = "Bearer ";

// The value of a cookie; empty if it is absent.
std::string_view cookie_value(std::string_view cookies, std::string_view name) {
    for (std::string_view part : split(cookies, ';')) {
        while (part.starts_with(' ')) part.remove_prefix(1);
        if (part.starts_with(name) && part.substr(name.size()).starts_with('='))
            return part.substr(name.size() + 1);
    }
    return {};
}

std::optional<HttpResponse> check_body(const HttpRequest& request, ArenaService::Body body) {
    const auto words = split_words(split(request.content_type, ';')[0]);
    const std::string type = words.size() == 1 ? to_lower(words[0]) : "";
    // Forms of other sites cannot send these types without a CORS preflight.
    const bool is_json =
        body == ArenaService::Body::Json || body == ArenaService::Body::EmptyObject;
    const char* expected = is_json                             ? "application/json"
                           : body == ArenaService::Body::Csv   ? "text/csv"
                           : body == ArenaService::Body::Bytes ? "application/octet-stream"
                                                               : nullptr;
    if (expected != nullptr && (type != expected || !request.content_encoding.empty()))
        return error_response(415, "wrong-type",
                              fmt::format("the body must be {}, not compressed", expected));
    if (is_json) {
        const auto unknown =
            body == ArenaService::Body::EmptyObject ? UnknownFields::Refuse : UnknownFields::Ignore;
        const auto object = JsonFields(std::string_view(request.body)).finish(unknown);
        if (!object) return error_response(400, "bad-request", object.error().message);
    }
    return std::nullopt;
}

Result<std::unique_ptr<ExecutorFactory>> open_executors(const ArenaOptions& options) {
    if (options.open_cluster) return options.open_cluster(options.log);
    TRY(auto plan,
        plan_concurrency({.jobs = std::max(1, options.jobs)},
                         {.cores = 1, .memory = 2 * options.memory_limit}, this_machine()));
    return std::make_unique<LocalExecutorFactory>(std::move(plan));
}

}  // namespace

// Counts the large bodies that are being received or answered: their senders choose how long that
// takes, and each one is in memory. Used by the network's thread; connections may outlive the
// service.
class ArenaService::LargeBodies : public std::enable_shared_from_this<LargeBodies> {
public:
    static constexpr int kMostOfTeam = 3, kMost = 32;

    bool is_full() const { return all_ >= kMost; }
    bool is_full_for(int team) const {
        const auto found = by_team_.find(team);
        return found != by_team_.end() && found->second >= kMostOfTeam;
    }
    // Counts one until the pointer is released.
    std::shared_ptr<void> take(int team) {
        ++all_;
        ++by_team_[team];
        return {this, [counts = shared_from_this(), team](void*) {
                    --counts->all_;
                    if (--counts->by_team_[team] == 0) counts->by_team_.erase(team);
                }};
    }

private:
    int all_ = 0;
    std::map<int, int> by_team_;  // staff are team 0
};

const std::vector<ArenaService::Route>& ArenaService::routes() {
    using enum Role;
    using S = ArenaService;
    static const std::vector<Route> all{
        {"GET", "/api/arena", Visitor, Body::None, &S::info},
        {"POST", "/api/arena/login", Visitor, Body::Json, &S::login},
        {"POST", "/api/arena/logout", Visitor, Body::EmptyObject, &S::logout},
        {"GET", "/api/arena/ladder", Visitor, Body::None, &S::ladder},
        {"GET", "/api/arena/results", Visitor, Body::None, &S::results},
        {"GET", "/api/arena/live", Visitor, Body::None, &S::live},
        {"GET", "/api/arena/games/{game}", Visitor, Body::None, &S::game},
        {"GET", "/api/arena/teams/{team}", Visitor, Body::None, &S::team},
        {"GET", "/api/arena/teams/{team}/versions", Team, Body::None, &S::versions},
        {"POST", "/api/arena/teams/{team}/versions", Team, Body::Bytes, &S::upload},
        {"GET", "/api/arena/teams/{team}/games.jsonl", Team, Body::None, &S::team_games},
        {"POST", "/api/arena/versions/{version}/activate", Team, Body::EmptyObject, &S::activate},
        {"POST", "/api/arena/versions/{version}/test-games", Team, Body::Json,
         &S::start_test_games},
        {"POST", "/api/arena/versions/{version}/comparisons", Team, Body::Json,
         &S::start_comparison},
        {"GET", "/api/arena/teams/{team}/tests", Team, Body::None, &S::tests},
        {"GET", "/api/arena/teams/{team}/tests/{test}", Team, Body::None, &S::test},
        {"POST", "/api/arena/teams/{team}/tests/{test}/cancel", Team, Body::EmptyObject,
         &S::cancel_test},
        {"GET", "/api/arena/teams/{team}/test-games/{game}", Team, Body::None, &S::test_game},
        {"GET", "/api/arena/teams/{team}/cup-games", Team, Body::None, &S::cup_games},
        {"GET", "/api/arena/teams/{team}/cup-games/{game}", Team, Body::None, &S::cup_game},
        {"GET", "/api/arena/staff/teams", Staff, Body::None, &S::staff_teams},
        {"POST", "/api/arena/staff/teams", Staff, Body::Json, &S::add_team},
        {"GET", "/api/arena/staff/teams.csv", Staff, Body::None, &S::export_teams},
        {"POST", "/api/arena/staff/teams.csv", Staff, Body::Csv, &S::import_teams},
        {"POST", "/api/arena/staff/teams/{team}", Staff, Body::Json, &S::change_team},
        {"POST", "/api/arena/staff/teams/{team}/token", Staff, Body::EmptyObject, &S::new_token},
        {"POST", "/api/arena/staff/settings", Staff, Body::Json, &S::settings},
        {"POST", "/api/arena/staff/versions/{version}/hold", Staff, Body::Json, &S::hold},
        {"POST", "/api/arena/staff/versions/{version}/release", Staff, Body::EmptyObject,
         &S::release},
        {"POST", "/api/arena/staff/games/{game}/discount", Staff, Body::EmptyObject, &S::discount},
        {"POST", "/api/arena/staff/games/{game}/replay", Staff, Body::EmptyObject, &S::replay},
        {"POST", "/api/arena/staff/cup/games/{game}/replay", Staff, Body::EmptyObject,
         &S::replay_cup_game},
        {"POST", "/api/arena/staff/cup", Staff, Body::EmptyObject, &S::start_cup},
        {"GET", "/api/arena/staff/cup/grades.csv", Staff, Body::None, &S::cup_grades},
        {"GET", "/api/arena/staff/cup/report.html", Staff, Body::None, &S::cup_report},
        {"GET", "/api/arena/staff/audit", Staff, Body::None, &S::audit},
        {"GET", "/api/arena/staff/similarity", Staff, Body::None, &S::similarity},
        {"GET", "/api/arena/staff/versions/{version}/source", Staff, Body::None, &S::source},
    };
    return all;
}

void ArenaService::add_absent_routes(Router& router) {
    for (const Route& route : routes())
        router.add(std::string(route.method), std::string(route.path),
                   [](const auto&, const auto&, const HttpReply& reply) {
                       reply(error_response(404, "no-arena", "this server has no arena"));
                   });
}

ArenaService::ArenaService(const ArenaOptions& options, Post post,
                           std::unique_ptr<ArenaStore> store)
    : options_(options),
      post_(std::move(post)),
      store_(std::move(store)),
      logins_(kLoginRate, kMaxLoginAddresses),
      costly_calls_(kCostlyRate, kMostTeams),
      large_bodies_(std::make_shared<LargeBodies>()) {}

Result<std::unique_ptr<ArenaService>> ArenaService::open(const ArenaOptions& options, Post post) {
    TRY(auto store, ArenaStore::open(options.folder));
    TRY_VOID(store->remove_unconfirmed_uploads());
    std::unique_ptr<ArenaService> service(
        new ArenaService(options, std::move(post), std::move(store)));
    TRY(service->executors_, open_executors(options));
    ExecutorFactory& executors = *service->executors_;
    const auto open_ladder = [&](MakeListener listen) -> Result<std::unique_ptr<GameExecutor>> {
        TRY(auto run, executors.open({.name = "ladder", .store = {}, .listen = std::move(listen)}));
        return std::move(run.executor);
    };
    TRY(service->ladder_,
        LadderRunner::start(*service->store_,
                            {.jobs = options.jobs, .memory_limit = options.memory_limit},
                            open_ladder));
    TRY(service->games_, StoreReader::open(service->store_->games_path()));
    TRY(service->test_games_, StoreReader::open(UnratedGames::path(*service->store_)));
    service->checker_ = std::make_unique<SubmissionChecker>(
        *service->store_, CheckOptions{.memory_limit = options.memory_limit});
    TRY(const auto cup, service->store_->cup_state());
    if (cup == CupState::Finished) service->show_cup();
    service->cup_ = std::make_unique<CupRunner>(
        *service->store_, executors, CupOptions{.memory_limit = options.memory_limit},
        [service = service.get()](bool playing) {
            service->ladder_->suspend(playing);
            if (playing) service->show_cup();
        },
        [ladder = service->ladder_.get()] { return ladder->is_idle(); });
    return service;
}

ArenaService::~ArenaService() {
    *alive_ = false;
}

// Shows the cup among the tournaments of the server.
void ArenaService::show_cup() {
    post_([alive = alive_, show = options_.show_tournament, store = CupFiles(*store_).store] {
        if (*alive) show(store);
    });
}

void ArenaService::add_routes(Router& router) {
    for (const Route& route : routes())
        router.add(
            std::string(route.method), std::string(route.path),
            [this, &route](const HttpRequest& request, const PathValues& values,
                           const HttpReply& reply) {
                if (thread_.waiting() >= kMaxWaiting)
                    return reply(error_response(503, "busy", "too many requests are waiting"));
                thread_.run(
                    [this, &route, request = request, values = values, reply = reply]() mutable {
                        HttpResponse response = answer(route, request, values);
                        post_([alive = alive_, reply = std::move(reply),
                               response = std::move(response)]() mutable {
                            if (*alive) reply(std::move(response));
                        });
                    });
            });
}

Identity ArenaService::identify(const HttpRequest& request) {
    std::string_view text = cookie_value(request.cookie, kArenaCookie);
    if (request.authorization.starts_with(kBearer))
        text = std::string_view(request.authorization).substr(kBearer.size());
    const auto token = Token::parse(text);
    if (!token) return {};
    return store_->identify(*token).value_or(Identity{});
}

std::optional<LargeBody> ArenaService::large_body(const HttpRequest& request) {
    const bool is_upload =
        request.target.starts_with("/api/arena/teams/") && request.target.ends_with("/versions");
    const bool is_list = request.target == "/api/arena/staff/teams.csv";
    if (request.method != "POST" || (!is_upload && !is_list)) return std::nullopt;
    const Identity identity = identify(request);
    if (identity.role == Identity::Role::Visitor) return std::nullopt;
    LargeBody body{.limit = kMaxListBytes};
    if (is_upload) {
        const auto settings = store_->settings();
        if (!settings) return std::nullopt;
        body.limit = static_cast<std::size_t>(settings->max_upload);
    }
    if (large_bodies_->is_full_for(identity.team))
        body.refusal =
            error_response(429, "too-many-uploads",
                           "your team has other uploads in progress; wait until they finish");
    else if (large_bodies_->is_full())
        body.refusal =
            error_response(503, "busy", "too many uploads are in progress; try again later");
    else
        body.slot = large_bodies_->take(identity.team);
    return body;
}

bool ArenaService::may_call_often(const Identity& identity) {
    return identity.is_staff() || costly_calls_.allow(std::to_string(identity.team), Clock::now());
}

// The team that the path of a Team route names.
std::optional<int> ArenaService::owner(const Route& route, int number) const {
    if (route.path.starts_with("/api/arena/teams/")) return number;
    const auto version = directory_.versions.find(number);
    return version == directory_.versions.end() ? std::nullopt : version->second.team;
}

Result<void> ArenaService::refresh_directory() {
    TRY(const auto revision, store_->revision());
    if (revision == directory_.revision) return {};
    Directory fresh{.revision = revision};
    TRY(fresh.settings, store_->settings());
    TRY(fresh.cup, store_->cup_state());
    TRY(const auto teams, store_->teams());
    for (const xttt::Team& team : teams) fresh.teams.emplace(team.id, team);
    TRY(auto versions, store_->versions());
    for (Version& version : versions) fresh.versions.emplace(version.id, std::move(version));
    directory_ = std::move(fresh);
    return {};
}

HttpResponse ArenaService::answer(const Route& route, const HttpRequest& request,
                                  const PathValues& values) {
    if (const auto fresh = refresh_directory(); !fresh) return storage_error(fresh.error());
    Call call{request, values, identify(request)};
    using enum Identity::Role;
    if (route.role != Role::Visitor && call.identity.role == Visitor)
        return error_response(401, "no-token", "send your token, or open your personal link again");
    if (route.role == Role::Staff && !call.identity.is_staff())
        return error_response(403, "not-allowed", "this requires the staff role");
    if (!values.empty()) {
        const auto number = to_number<int>(values[0]);
        if (!number || *number < 0)
            return error_response(404, "not-found", "invalid number in the path");
        call.number = *number;
    }
    if (route.role == Role::Team && !call.identity.is_staff() &&
        !call.identity.owns(owner(route, call.number)))
        return error_response(403, "not-allowed", "this belongs to another team");
    if (auto error = check_body(request, route.body)) return std::move(*error);
    return (this->*route.handler)(call);
}

std::string ArenaService::who(const Identity& identity) const {
    if (identity.is_staff()) return "staff";
    const auto team = directory_.teams.find(identity.team);
    return team == directory_.teams.end() ? "visitor" : team->second.name;
}

}  // namespace xttt
