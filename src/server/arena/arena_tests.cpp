#include <algorithm>
#include <climits>
#include <cmath>

#include "base/text.h"
#include "record/json_fields.h"
#include "server/arena/arena_responses.h"
#include "server/arena/arena_service.h"

// Unrated games of a team: test games and comparisons.
namespace xttt {
namespace {

constexpr int kMaxOpenTests = 3;      // matches of a team that have not ended
constexpr int kMaxTestsPerHour = 20;  // new matches of a team
constexpr std::size_t kMaxListedTests = 50;
constexpr int kMaxElo = 500;
constexpr int kCompareGames = 400;
constexpr std::array<std::string_view, 4> kTestStates{"waiting", "running", "finished",
                                                      "cancelled"};
constexpr std::array<std::string_view, 3> kTestVerdicts{"undecided", "not-stronger", "stronger"};

HttpResponse not_possible(const std::string& why) {
    return error_response(409, "not-possible", why);
}

// JSON has no infinity.
nlohmann::ordered_json finite(double value) {
    if (!std::isfinite(value)) return nullptr;
    return std::round(value * 1000) / 1000;
}

nlohmann::ordered_json estimate_json(const std::optional<Estimate>& estimate) {
    if (!estimate) return nullptr;
    return {{"value", finite(estimate->value)},
            {"low", finite(estimate->low)},
            {"high", finite(estimate->high)}};
}

}  // namespace

ArenaService::Json ArenaService::test_json(const UnratedGames::Match& known,
                                           const Identity& viewer) const {
    const UnratedMatch& match = known.match;
    Json json{{"test", match.id},
              {"kind", match.test ? "comparison" : "games"},
              {"version", side_json(match.version, viewer)},
              {"opponent", side_json(match.opponent, viewer)},
              {"games", match.games},
              {"state", kTestStates[static_cast<std::size_t>(known.state)]},
              {"created_ms", match.created.time_since_epoch().count()},
              {"wins", known.results.wins},
              {"draws", known.results.draws},
              {"losses", known.results.losses}};
    if (!match.test) {
        json["score"] = estimate_json(share_estimate(known.results));
        return json;
    }
    const SequentialTest& test = known.test;
    json["score"] = estimate_json(share_estimate(test.pairs()));
    json["elo"] = estimate_json(elo_difference(test.pairs()));
    json["elo0"] = match.test->elo0;
    json["elo1"] = match.test->elo1;
    json["llr"] = finite(test.state().llr);
    json["llr_low"] = finite(test.bounds().lower());
    json["llr_high"] = finite(test.bounds().upper());
    json["verdict"] = kTestVerdicts[static_cast<std::size_t>(test.state().verdict)];
    return json;
}

HttpResponse ArenaService::add_match(const Call& call, UnratedMatch match) {
    const Version& version = directory_.versions.at(call.number);
    if (version.state != VersionState::Ready)
        return not_possible("only a version that is ready can play test games");
    match.team = *version.team;
    match.version = version.id;
    const auto now = system_now();
    int open = 0, recent = 0;
    for (const UnratedGames::Match& known : ladder_->unrated_games().matches(match.team)) {
        open += known.is_open();
        recent += now - known.match.created < std::chrono::hours(1);
    }
    if (open >= kMaxOpenTests)
        return error_response(429, "too-many-tests",
                              fmt::format("{} tests of your team have not ended; wait, or cancel "
                                          "one",
                                          open));
    if (recent >= kMaxTestsPerHour)
        return error_response(
            429, "too-many-tests",
            fmt::format("a team may start {} tests in an hour; try again later", kMaxTestsPerHour));
    const auto id = ladder_->unrated_games().add(match, who(call.identity));
    if (!id) return arena_error(id.error());
    return arena_response(test_json(*ladder_->unrated_games().match(*id), call.identity), 201);
}

bool ArenaService::plays_on_ladder(const Version& version) const {
    if (!version.team) return true;
    const auto team = directory_.teams.find(*version.team);
    return version.state == VersionState::Ready && team != directory_.teams.end() &&
           !team->second.disabled && team->second.active == version.id;
}

HttpResponse ArenaService::start_test_games(const Call& call) {
    const auto version = directory_.versions.find(call.number);
    if (version == directory_.versions.end() || !version->second.team) return not_found("version");
    JsonFields fields(std::string_view(call.request.body));
    const auto opponent =
        directory_.versions.find(static_cast<int>(fields.integer("opponent", 0, INT_MAX)));
    const auto games = static_cast<int>(fields.integer("games", 1, UnratedGames::kMaxTestGames));
    if (const auto end = fields.finish(); !end)
        return error_response(400, "bad-request", end.error().message);
    if (opponent == directory_.versions.end() || !plays_on_ladder(opponent->second))
        return not_possible(
            "the opponent must be on the ladder: the active version of a team, or a "
            "level of the engine");
    if (opponent->first == call.number) return not_possible("a version cannot play against itself");
    return add_match(call, {.opponent = opponent->first, .games = games});
}

HttpResponse ArenaService::start_comparison(const Call& call) {
    const auto version = directory_.versions.find(call.number);
    if (version == directory_.versions.end() || !version->second.team) return not_found("version");
    JsonFields fields(std::string_view(call.request.body));
    const auto opponent =
        directory_.versions.find(static_cast<int>(fields.integer("opponent", 0, INT_MAX)));
    UnratedMatch match{.games = static_cast<int>(fields.integer(
                           "games", 2, UnratedGames::kMaxCompareGames, kCompareGames))};
    UnratedMatch::Test test;
    test.elo0 = static_cast<int>(fields.integer("elo0", -kMaxElo, kMaxElo, test.elo0));
    test.elo1 = static_cast<int>(fields.integer("elo1", -kMaxElo, kMaxElo, test.elo1));
    if (fields.ok() && match.games % 2 != 0)
        fields.expect("games", "an even number, because games are played in pairs");
    if (fields.ok() && test.elo1 <= test.elo0) fields.expect("elo1", "greater than elo0");
    if (const auto end = fields.finish(); !end)
        return error_response(400, "bad-request", end.error().message);
    if (opponent == directory_.versions.end() || opponent->second.team != version->second.team ||
        opponent->second.state != VersionState::Ready)
        return not_possible("the opponent must be another version of the same team that is ready");
    if (opponent->first == call.number) return not_possible("a version cannot play against itself");
    match.opponent = opponent->first;
    match.test = test;
    return add_match(call, match);
}

HttpResponse ArenaService::tests(const Call& call) {
    if (!directory_.teams.contains(call.number)) return not_found("team");
    Json list = Json::array();
    for (const UnratedGames::Match& known : ladder_->unrated_games().matches(call.number)) {
        if (list.size() == kMaxListedTests) break;
        list.push_back(test_json(known, call.identity));
    }
    return arena_response({{"team", call.number}, {"tests", std::move(list)}});
}

// The test that the second value of the path names, if it is of the team.
std::optional<UnratedGames::Match> ArenaService::test_of(const Call& call) const {
    const auto id = to_number<int>(call.values[1]);
    auto known = id ? ladder_->unrated_games().match(*id) : std::nullopt;
    if (known && known->match.team != call.number) known.reset();
    return known;
}

HttpResponse ArenaService::test(const Call& call) {
    const auto known = test_of(call);
    if (!known) return not_found("test");
    Json json = test_json(*known, call.identity);
    json["list"] = Json::array();
    for (auto id = known->games.rbegin(); id != known->games.rend(); ++id) {
        if (json["list"].size() == kMaxListedTests) break;
        const auto game = test_games_->game(*id);
        if (!game) return storage_error(game.error());
        if (*game) json["list"].push_back(game_json(**game, call.identity));
    }
    return arena_response(json);
}

HttpResponse ArenaService::cancel_test(const Call& call) {
    const auto known = test_of(call);
    if (!known) return not_found("test");
    if (const auto done = ladder_->unrated_games().cancel(known->match.id, who(call.identity));
        !done)
        return arena_error(done.error());
    return arena_response(
        test_json(*ladder_->unrated_games().match(known->match.id), call.identity));
}

HttpResponse ArenaService::test_game(const Call& call) {
    const auto id = to_number<std::int64_t>(call.values[1]);
    if (!id) return not_found("game");
    const auto found = test_games_->game(*id);
    if (!found) return storage_error(found.error());
    if (!*found || !(*found)->place) return not_found("game");
    const auto known = ladder_->unrated_games().match((*found)->place->round);
    if (!known || known->match.team != call.number) return not_found("game");
    return game_response(*test_games_, **found, call, [&](int side, int version) {
        return store_->test_log(*id, side, version);
    });
}

}  // namespace xttt
