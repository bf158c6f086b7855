#include <algorithm>
#include <array>

#include "arena/similarity.h"
#include "arena/submission.h"
#include "base/file.h"
#include "record/jsonl_names.h"
#include "record/record_io.h"
#include "rules/with_variant.h"
#include "server/arena/arena_responses.h"
#include "server/arena/arena_service.h"

namespace xttt {
namespace {

constexpr int kLatestGames = 50;
constexpr int kMaxExported = 10'000;
constexpr int kAuditEntries = 500;
constexpr std::size_t kMaxSimilar = 100;
constexpr std::array<std::string_view, 3> kVerdicts{"good", "note", "bad"};

std::int64_t milliseconds_of(SystemTime time) {
    return time.time_since_epoch().count();
}

// Removes the notes of a side that is not shown, except the times: its scores and variations would
// help its opponents.
void hide_notes(GameRecord& record, const std::array<bool, 2>& shown) {
    std::vector<bool> keep;
    const auto read = with_variant(record.variant->name, [&]<const Variant & V>() -> Result<void> {
        TRY_VOID(replay<V>(record, [&](const Position<V>& pos, const RecordedMove&) {
            keep.push_back(shown[static_cast<std::size_t>(pos.side_to_move())]);
        }));
        return {};
    });
    for (std::size_t i = 0; i < record.moves.size(); ++i) {
        MoveNote& note = record.moves[i].note;
        if (!read || i >= keep.size() || !keep[i]) note = {.time = note.time, .clock = note.clock};
    }
}

// Elo with one decimal.
double rounded(double elo) {
    return std::round(elo * 10) / 10;
}

}  // namespace

std::string ArenaService::shown_name(const xttt::Team& team, const Identity& viewer) const {
    const bool hidden =
        directory_.settings.shows_aliases && !viewer.is_staff() && !viewer.owns(team.id);
    return hidden ? team.alias : team.name;
}

ArenaService::Json ArenaService::side_json(int id, const Identity& viewer) const {
    const auto found = directory_.versions.find(id);
    if (found == directory_.versions.end())
        return {{"team", nullptr}, {"name", "?"}, {"version", id}, {"number", 1}};
    const Version& version = found->second;
    Json json{{"team", nullptr},
              {"name", version.file_name},
              {"version", version.id},
              {"number", version.number}};
    if (!version.team) return json;
    const auto team = directory_.teams.find(*version.team);
    json["team"] = *version.team;
    json["name"] = team == directory_.teams.end() ? "?" : shown_name(team->second, viewer);
    return json;
}

bool ArenaService::may_see(int version, const Identity& viewer) const {
    const auto found = directory_.versions.find(version);
    return viewer.is_staff() ||
           (found != directory_.versions.end() && viewer.owns(found->second.team));
}

// The notes of the levels of the engine are visible to all.
bool ArenaService::shows_notes(int version, const Identity& viewer) const {
    const auto found = directory_.versions.find(version);
    return may_see(version, viewer) || (found != directory_.versions.end() && !found->second.team);
}

ArenaService::Json ArenaService::game_json(const StoredGame& game, const Identity& viewer) const {
    Json json{{"id", game.id},
              {"x", side_json(game.entrants[0], viewer)},
              {"o", side_json(game.entrants[1], viewer)},
              {"result", result_name(game.result)},
              {"reason", game.reason},
              {"points", game.points},
              {"plies", game.plies},
              {"ended_ms", milliseconds_of(game.ended)},
              {"counts", game.counts}};
    // Evidence may quote the bot's code.
    const int offender = game.entrants[game.result == GameResult::XWins ? 1 : 0];
    if (!game.detail.empty() && may_see(offender, viewer)) json["detail"] = game.detail;
    return json;
}

ArenaService::Json ArenaService::row_json(const Ladder::Standing& row, int rank,
                                          const Identity& viewer) const {
    Json json{{"rank", rank}};
    const Json side = side_json(row.version, viewer);
    json["kind"] = side["team"].is_null() ? "level" : "team";
    json.update(side);
    const bool played = row.results.games() > 0 || side["team"].is_null();
    json["elo"] = played ? Json(rounded(row.elo.value)) : Json(nullptr);
    json["elo_low"] = played ? Json(rounded(row.elo.low)) : Json(nullptr);
    json["elo_high"] = played ? Json(rounded(row.elo.high)) : Json(nullptr);
    json["wins"] = row.results.wins;
    json["draws"] = row.results.draws;
    json["losses"] = row.results.losses;
    json["forfeits"] = ladder_->forfeits(row.version);
    return json;
}

ArenaService::Json ArenaService::rows_json(const Identity& viewer) const {
    Json rows = Json::array();
    for (const Ladder::Standing& row : ladder_->standings())
        rows.push_back(row_json(row, static_cast<int>(rows.size()) + 1, viewer));
    return rows;
}

ArenaService::Json ArenaService::version_json(const Version& version) const {
    Json checks = Json::array();
    for (const CheckedItem& check : version.checks)
        checks.push_back({{"name", check.name},
                          {"verdict", kVerdicts[static_cast<std::size_t>(check.verdict)]},
                          {"text", check.text}});
    bool active = false;
    if (version.team) {
        const auto team = directory_.teams.find(*version.team);
        active = team != directory_.teams.end() && team->second.active == version.id;
    }
    return {{"version", version.id},
            {"number", version.number},
            {"file_name", version.file_name},
            {"size", version.size},
            {"sha256", version.digest},
            {"uploaded_ms", milliseconds_of(version.uploaded)},
            {"notes", version.notes},
            {"state", name(version.state)},
            {"active", active},
            {"reason", version.reason},
            {"checks", std::move(checks)}};
}

ArenaService::Json ArenaService::you_json(const Identity& identity) const {
    if (identity.is_staff()) return {{"role", "staff"}};
    const auto team = directory_.teams.find(identity.team);
    if (identity.role != Identity::Role::Team || team == directory_.teams.end())
        return {{"role", "visitor"}};
    return {{"role", "team"}, {"team", identity.team}, {"name", team->second.name}};
}

ArenaService::Json ArenaService::info_json(const Identity& identity) const {
    const ArenaSettings& settings = directory_.settings;
    Json json{{"name", settings.name},
              {"variant", settings.variant->name},
              {"move_time_ms", settings.move_time.count()},
              {"deadline_ms", nullptr},
              {"late", settings.accepts_late ? "accept" : "refuse"},
              {"phase", settings.accepts_uploads(system_now()) ? "open" : "closed"},
              {"ladder", settings.is_paused ? "paused" : "on"},
              {"cup",
               {{"state", name(directory_.cup)},
                {"at_deadline", settings.plays_cup},
                {"tournament", directory_.cup == CupState::None ? Json(nullptr) : Json("cup")}}},
              {"aliases", settings.shows_aliases},
              {"announcement", settings.announcement},
              {"max_upload_bytes", settings.max_upload},
              {"games", ladder_->games()},
              {"teams", directory_.teams.size()},
              {"you", you_json(identity)}};
    if (settings.deadline) json["deadline_ms"] = milliseconds_of(*settings.deadline);
    if (identity.is_staff()) {
        const ExecutorFactory::Status machines = executors_->status();
        json["machines"] = {{"place", machines.on_cluster ? "cluster" : "server"},
                            {"workers", machines.workers},
                            {"games", machines.games}};
        json["problem"] = "";
        for (const std::string& problem :
             {ladder_->problem(), checker_->problem(), cup_->problem(), machines.problem})
            if (!problem.empty() && json["problem"] == "") json["problem"] = problem;
    }
    return json;
}

HttpResponse ArenaService::info(const Call& call) {
    return arena_response(info_json(call.identity));
}

HttpResponse ArenaService::ladder(const Call& call) {
    return arena_response({{"games", ladder_->games()}, {"rows", rows_json(call.identity)}});
}

HttpResponse ArenaService::results(const Call& call) {
    const auto latest =
        games_->games({.counted_only = false, .limit = kLatestGames, .newest_first = true});
    if (!latest) return storage_error(latest.error());
    Json games = Json::array();
    for (const StoredGame& game : *latest) games.push_back(game_json(game, call.identity));
    return arena_response({{"games", std::move(games)}});
}

HttpResponse ArenaService::live(const Call& call) {
    Json games = Json::array();
    for (const LiveGame& game : ladder_->live()) {
        Json json{{"id", game.id},
                  {"x", side_json(game.entrants[0], call.identity)},
                  {"o", side_json(game.entrants[1], call.identity)}};
        if (!game.start_fen.empty()) json["fen"] = game.start_fen;
        json["moves"] = game.moves;
        games.push_back(std::move(json));
    }
    return arena_response({{"live", std::move(games)}});
}

HttpResponse ArenaService::game(const Call& call) {
    const auto found = games_->game(call.number);
    if (!found) return storage_error(found.error());
    if (!*found) return not_found("game");
    return game_response(*games_, **found, call, [&](int side, int version) {
        return store_->log(call.number, side, version);
    });
}

HttpResponse ArenaService::game_response(
    const StoreReader& games, const StoredGame& stored, const Call& call,
    const std::function<Result<std::string>(int side, int version)>& find_log) const {
    auto record = games.record(stored.id);
    if (!record) return storage_error(record.error());
    Json json = game_json(stored, call.identity);
    record->tags["X"] = json["x"]["name"].get<std::string>();
    record->tags["O"] = json["o"]["name"].get<std::string>();
    if (record->forfeit && !json.contains("detail")) record->forfeit->detail.clear();
    hide_notes(*record, {shows_notes(stored.entrants[0], call.identity),
                         shows_notes(stored.entrants[1], call.identity)});
    const auto text = jsonl_text(*record);
    if (!text) return storage_error(text.error());
    json["record"] = Json::parse(*text);
    Json log = Json::object();
    for (const int side : {0, 1}) {
        const int version = stored.entrants[static_cast<std::size_t>(side)];
        if (!may_see(version, call.identity)) continue;
        const auto lines = find_log(side, version);
        if (!lines) return arena_error(lines.error());
        log[side == 0 ? "x" : "o"] = *lines;
    }
    if (!log.empty()) json["log"] = std::move(log);
    return arena_response(json);
}

Result<std::vector<StoredGame>> ArenaService::games_of_team(int team, int limit) const {
    std::vector<StoredGame> games;
    for (const auto& [id, version] : directory_.versions) {
        if (version.team != team) continue;
        TRY(auto some,
            games_->games(
                {.entrant = id, .counted_only = false, .limit = limit, .newest_first = true}));
        std::ranges::move(some, std::back_inserter(games));
    }
    std::ranges::sort(games, std::greater{}, &StoredGame::id);
    if (games.size() > static_cast<std::size_t>(limit))
        games.resize(static_cast<std::size_t>(limit));
    return games;
}

HttpResponse ArenaService::team(const Call& call) {
    const auto found = directory_.teams.find(call.number);
    if (found == directory_.teams.end()) return not_found("team");
    const xttt::Team& team = found->second;
    const auto owned = [&](int version) {
        const auto at = directory_.versions.find(version);
        return at != directory_.versions.end() && at->second.team == team.id;
    };
    Json json{{"team", team.id}, {"name", shown_name(team, call.identity)}, {"row", nullptr}};
    for (const Json& row : rows_json(call.identity))
        if (row["team"] == team.id) json["row"] = row;

    const auto points = store_->ratings(team.id);
    if (!points) return arena_error(points.error());
    json["history"] = Json::array();
    for (const RatingPoint& point : *points) {
        const auto version = directory_.versions.find(point.version);
        json["history"].push_back(
            {{"at_ms", milliseconds_of(point.at)},
             {"version", point.version},
             {"number", version == directory_.versions.end() ? 0 : version->second.number},
             {"elo", rounded(point.elo)},
             {"elo_low", rounded(point.low)},
             {"elo_high", rounded(point.high)}});
    }

    // Totals over all versions of the team; levels of the engine by name.
    std::map<std::pair<int, std::string>, Trinomial> opponents;
    std::map<std::string, long> wins, losses;
    for (const auto& [id, version] : directory_.versions) {
        if (!owned(id)) continue;
        const VersionTally tally = ladder_->tally(id);
        for (const auto& [other, score] : tally.opponents) {
            const Json side = side_json(other, call.identity);
            const int other_team = side["team"].is_null() ? -1 : side["team"].get<int>();
            opponents[{other_team, side["name"].get<std::string>()}] += score;
        }
        for (const auto& [reason, count] : tally.wins) wins[reason] += count;
        for (const auto& [reason, count] : tally.losses) losses[reason] += count;
    }
    json["opponents"] = Json::array();
    for (const auto& [key, score] : opponents)
        json["opponents"].push_back({{"team", key.first < 0 ? Json(nullptr) : Json(key.first)},
                                     {"name", key.second},
                                     {"wins", score.wins},
                                     {"draws", score.draws},
                                     {"losses", score.losses}});
    json["endings"] = {{"wins", wins}, {"losses", losses}};

    const auto latest = games_of_team(team.id, kLatestGames);
    if (!latest) return storage_error(latest.error());
    json["games"] = Json::array();
    for (const StoredGame& game : *latest)
        json["games"].push_back(team_game_json(game, team.id, call.identity));
    return arena_response(json);
}

// A game with the thinking time of the team.
ArenaService::Json ArenaService::team_game_json(const StoredGame& game, int team,
                                                const Identity& viewer) const {
    Json json = game_json(game, viewer);
    const auto x = directory_.versions.find(game.entrants[0]);
    const bool plays_x = x != directory_.versions.end() && x->second.team == team;
    const TimeUsed& used = game.used[plays_x ? 0 : 1];
    json["mean_ms"] = used.moves == 0 ? 0 : std::round(to_milliseconds(used.total) / used.moves);
    json["longest_ms"] = std::round(to_milliseconds(used.longest));
    return json;
}

HttpResponse ArenaService::versions(const Call& call) {
    if (!directory_.teams.contains(call.number)) return not_found("team");
    Json list = Json::array();
    for (auto it = directory_.versions.rbegin(); it != directory_.versions.rend(); ++it)
        if (it->second.team == call.number) list.push_back(version_json(it->second));
    return arena_response({{"team", call.number}, {"versions", std::move(list)}});
}

// Newest first.
Result<std::vector<StoredGame>> ArenaService::test_games_of_team(int team) const {
    std::vector<StoredGame> games;
    for (const UnratedGames::Match& match : ladder_->unrated_games().matches(team))
        for (auto id = match.games.rbegin(); id != match.games.rend(); ++id) {
            if (games.size() == static_cast<std::size_t>(kMaxExported)) return games;
            TRY(const auto game, test_games_->game(*id));
            if (game) games.push_back(*game);
        }
    return games;
}

Result<void> ArenaService::add_games(std::string& text, const StoreReader& store,
                                     const std::vector<StoredGame>& games, const std::string& event,
                                     const Identity& viewer) const {
    for (const StoredGame& game : games) {
        TRY(auto record, store.record(game.id));
        const Json shown = game_json(game, viewer);
        record.tags["Event"] = event;
        record.tags["X"] = shown["x"]["name"].get<std::string>();
        record.tags["O"] = shown["o"]["name"].get<std::string>();
        if (record.forfeit && !shown.contains("detail")) record.forfeit->detail.clear();
        hide_notes(record,
                   {shows_notes(game.entrants[0], viewer), shows_notes(game.entrants[1], viewer)});
        TRY(const auto text_line, jsonl_text(record));
        text += text_line;
    }
    return {};
}

HttpResponse ArenaService::team_games(const Call& call) {
    if (!directory_.teams.contains(call.number)) return not_found("team");
    if (!may_call_often(call.identity)) return too_many_calls();
    const auto games = games_of_team(call.number, kMaxExported);
    if (!games) return storage_error(games.error());
    const auto tests = test_games_of_team(call.number);
    if (!tests) return storage_error(tests.error());
    const std::string& name = directory_.settings.name;
    std::string text;
    auto done = add_games(text, *games_, *games, name + " ladder", call.identity);
    if (done) done = add_games(text, *test_games_, *tests, name + " test games", call.identity);
    const auto cup = CupGames::open(*store_);
    if (done && !cup) done = std::unexpected(cup.error());
    if (done && *cup) {
        const auto played = (*cup)->games(call.number, kMaxExported);
        done = played ? add_games(text, (*cup)->store(), *played, name + " cup", call.identity)
                      : std::unexpected(played.error());
    }
    if (!done) return storage_error(done.error());
    return {.content_type = "application/x-ndjson",
            .body = std::move(text),
            .headers = {{"Content-Disposition", "attachment; filename=\"games.jsonl\""},
                        {"Cache-Control", "no-store"}}};
}

HttpResponse ArenaService::staff_teams(const Call&) {
    Json list = Json::array();
    for (const auto& [id, team] : directory_.teams) {
        Json json{{"team", id},
                  {"name", team.name},
                  {"alias", team.alias},
                  {"disabled", team.disabled},
                  {"active_version", team.active ? Json(*team.active) : Json(nullptr)},
                  {"versions", 0},
                  {"last_upload_ms", nullptr},
                  {"state", nullptr}};
        for (const auto& [number, version] : directory_.versions) {
            if (version.team != id) continue;
            json["versions"] = version.number;
            json["last_upload_ms"] = milliseconds_of(version.uploaded);
            json["state"] = name(version.state);
        }
        list.push_back(std::move(json));
    }
    return arena_response({{"teams", std::move(list)}});
}

HttpResponse ArenaService::export_teams(const Call&) {
    std::string text = "name,alias,disabled\n";
    for (const auto& [id, team] : directory_.teams)
        text += fmt::format("{},{},{}\n", csv_field(team.name), csv_field(team.alias),
                            team.disabled ? "yes" : "no");
    return {.content_type = "text/csv; charset=utf-8",
            .body = std::move(text),
            .headers = {{"Content-Disposition", "attachment; filename=\"teams.csv\""},
                        {"Cache-Control", "no-store"}}};
}

namespace {

// A file that the cup wrote when it ended.
HttpResponse cup_file(const std::string& path, std::string type, const char* name) {
    auto content = read_input_file(path);
    if (!content) return error_response(404, "not-found", "the cup has not ended");
    return {.content_type = std::move(type),
            .body = std::move(*content),
            .headers = {{"Content-Disposition", fmt::format("attachment; filename=\"{}\"", name)},
                        {"Cache-Control", "no-store"}}};
}

}  // namespace

HttpResponse ArenaService::cup_grades(const Call&) {
    return cup_file(CupFiles(*store_).grades, "text/csv; charset=utf-8", "grades.csv");
}

HttpResponse ArenaService::cup_report(const Call&) {
    return cup_file(CupFiles(*store_).report, "text/html; charset=utf-8", "cup.html");
}

HttpResponse ArenaService::similarity(const Call& call) {
    std::vector<int> ids;
    std::vector<Fingerprints> programs;
    for (const auto& [id, team] : directory_.teams) {
        if (!team.active) continue;
        const std::string text = source_of(store_->bot_folder(*team.active));
        ids.push_back(*team.active);
        programs.push_back(fingerprints(text, !text.starts_with("//")));
    }
    Json list = Json::array();
    for (const SimilarPair& pair : similar_pairs(programs, kMaxSimilar))
        list.push_back({{"a", side_json(ids[pair.first], call.identity)},
                        {"b", side_json(ids[pair.second], call.identity)},
                        {"share", std::round(pair.share * 1000) / 1000},
                        {"common", pair.common},
                        {"lines", pair.lines}});
    return arena_response({{"pairs", std::move(list)}});
}

HttpResponse ArenaService::source(const Call& call) {
    const auto version = directory_.versions.find(call.number);
    if (version == directory_.versions.end() || !version->second.team) return not_found("version");
    return {.content_type = "text/plain; charset=utf-8",
            .body = source_of(store_->bot_folder(call.number)),
            .headers = {{"Cache-Control", "no-store"}}};
}

HttpResponse ArenaService::audit(const Call&) {
    const auto entries = store_->audit(kAuditEntries);
    if (!entries) return arena_error(entries.error());
    Json list = Json::array();
    for (const AuditEntry& entry : *entries)
        list.push_back({{"at_ms", milliseconds_of(entry.at)},
                        {"who", entry.who},
                        {"action", entry.action},
                        {"text", entry.text}});
    return arena_response({{"entries", std::move(list)}});
}

}  // namespace xttt
