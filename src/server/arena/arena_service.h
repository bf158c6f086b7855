#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "arena/arena_store.h"
#include "arena/cup.h"
#include "arena/ladder_runner.h"
#include "arena/submission_checker.h"
#include "base/result.h"
#include "server/background_thread.h"
#include "server/net/http.h"
#include "server/net/rate_limit.h"
#include "server/net/router.h"
#include "tournament/runner/executor_factory.h"
#include "tournament/store/store_reader.h"

namespace xttt {

struct ArenaOptions {
    std::string folder;                                   // empty: no arena
    int jobs = 1;                                         // games at a time; 0: no ladder games
    std::uint64_t memory_limit = std::uint64_t{1} << 30;  // bytes of a bot
    bool secure_cookies = false;                          // the page is served over TLS
    // Opens the executors of a cluster, which log messages from any thread; null: the games are
    // played on this machine.
    using Log = std::function<void(const std::string&)>;
    std::function<Result<std::unique_ptr<ExecutorFactory>>(Log)> open_cluster;
    Log log = [](const std::string&) {};
    // Shows a tournament store on the page; called by the network thread.
    std::function<void(const std::string& store)> show_tournament = [](const std::string&) {};
};

// The arena over HTTP: routes with their roles, answered by a separate thread. docs/openapi.yaml
// describes them.
class ArenaService {
public:
    using Post = std::function<void(std::function<void()>)>;

    // Who may call a route. Team: the team that the path names, and staff.
    enum class Role { Visitor, Team, Staff };
    enum class Body { None, Json, EmptyObject, Csv, Bytes };
    struct Call {
        const HttpRequest& request;
        const PathValues& values;
        Identity identity;
        int number = 0;  // the first value of the path
    };
    struct Route {
        std::string_view method;
        std::string_view path;
        Role role;
        Body body;
        HttpResponse (ArenaService::*handler)(const Call&);
    };
    // All routes; nothing else is served below /api/arena.
    static const std::vector<Route>& routes();
    // Adds the routes of a server without an arena: all of them answer 404.
    static void add_absent_routes(Router& router);

    static Result<std::unique_ptr<ArenaService>> open(const ArenaOptions& options, Post post);
    ~ArenaService();

    // The service must outlive the router.
    void add_routes(Router& router);
    // Larger bodies are for uploads of teams and lists of staff only, a few at a time.
    std::optional<LargeBody> large_body(const HttpRequest& request);
    ArenaStore& store() { return *store_; }

private:
    using Json = nlohmann::ordered_json;
    // Teams and versions, read again when they change.
    struct Directory {
        std::int64_t revision = -1;
        ArenaSettings settings;
        CupState cup = CupState::None;
        std::map<int, Team> teams;
        std::map<int, Version> versions;
    };
    class LargeBodies;

    ArenaService(const ArenaOptions& options, Post post, std::unique_ptr<ArenaStore> store);
    HttpResponse answer(const Route& route, const HttpRequest& request, const PathValues& values);
    Result<void> refresh_directory();
    Identity identify(const HttpRequest& request);
    // Whether the caller may make another expensive request; staff always may.
    bool may_call_often(const Identity& identity);
    std::optional<int> owner(const Route& route, int number) const;
    std::string who(const Identity& identity) const;

    std::string shown_name(const Team& team, const Identity& viewer) const;
    Json side_json(int version, const Identity& viewer) const;
    Json game_json(const StoredGame& game, const Identity& viewer) const;
    Json row_json(const Ladder::Standing& row, int rank, const Identity& viewer) const;
    Json rows_json(const Identity& viewer) const;
    Json version_json(const Version& version) const;
    Json you_json(const Identity& identity) const;
    Json info_json(const Identity& identity) const;
    bool may_see(int version, const Identity& viewer) const;
    bool shows_notes(int version, const Identity& viewer) const;
    Result<std::vector<StoredGame>> games_of_team(int team, int limit) const;
    Result<std::vector<StoredGame>> test_games_of_team(int team) const;
    Json team_game_json(const StoredGame& game, int team, const Identity& viewer) const;
    // Adds games as .jsonl.
    Result<void> add_games(std::string& text, const StoreReader& store,
                           const std::vector<StoredGame>& games, const std::string& event,
                           const Identity& viewer) const;
    HttpResponse game_response(
        const StoreReader& games, const StoredGame& game, const Call& call,
        const std::function<Result<std::string>(int side, int version)>& log) const;
    Json test_json(const UnratedGames::Match& known, const Identity& viewer) const;
    HttpResponse add_match(const Call& call, UnratedMatch match);
    bool plays_on_ladder(const Version& version) const;
    std::optional<UnratedGames::Match> test_of(const Call& call) const;
    HttpResponse change_settings(ArenaSettings settings, const Call& call);
    void show_cup();

    HttpResponse info(const Call& call);
    HttpResponse login(const Call& call);
    HttpResponse logout(const Call& call);
    HttpResponse ladder(const Call& call);
    HttpResponse results(const Call& call);
    HttpResponse live(const Call& call);
    HttpResponse game(const Call& call);
    HttpResponse team(const Call& call);
    HttpResponse versions(const Call& call);
    HttpResponse upload(const Call& call);
    HttpResponse activate(const Call& call);
    HttpResponse team_games(const Call& call);
    HttpResponse start_test_games(const Call& call);
    HttpResponse start_comparison(const Call& call);
    HttpResponse tests(const Call& call);
    HttpResponse test(const Call& call);
    HttpResponse cancel_test(const Call& call);
    HttpResponse test_game(const Call& call);
    HttpResponse staff_teams(const Call& call);
    HttpResponse export_teams(const Call& call);
    HttpResponse import_teams(const Call& call);
    HttpResponse add_team(const Call& call);
    HttpResponse change_team(const Call& call);
    HttpResponse new_token(const Call& call);
    HttpResponse settings(const Call& call);
    HttpResponse hold(const Call& call);
    HttpResponse release(const Call& call);
    HttpResponse discount(const Call& call);
    HttpResponse replay(const Call& call);
    HttpResponse replay_cup_game(const Call& call);
    HttpResponse cup_games(const Call& call);
    HttpResponse cup_game(const Call& call);
    HttpResponse start_cup(const Call& call);
    HttpResponse cup_grades(const Call& call);
    HttpResponse cup_report(const Call& call);
    HttpResponse audit(const Call& call);
    HttpResponse similarity(const Call& call);
    HttpResponse source(const Call& call);

    ArenaOptions options_;
    Post post_;
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);  // outlives the threads below
    std::unique_ptr<ArenaStore> store_;
    std::unique_ptr<ExecutorFactory> executors_;
    std::unique_ptr<LadderRunner> ladder_;
    std::unique_ptr<SubmissionChecker> checker_;
    std::unique_ptr<CupRunner> cup_;
    std::optional<StoreReader> games_, test_games_;
    Directory directory_;
    RateLimiter logins_;
    RateLimiter costly_calls_;  // by team
    std::shared_ptr<LargeBodies> large_bodies_;
    BackgroundThread thread_;  // last member: uses all others
};

}  // namespace xttt
