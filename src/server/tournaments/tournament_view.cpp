#include "server/tournaments/tournament_view.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "record/jsonl_names.h"
#include "record/record_io.h"
#include "stats/encounters.h"
#include "stats/ratings.h"

namespace xttt {
namespace {

using Json = nlohmann::ordered_json;

// Entries of the latest lists.
constexpr int kLatestGames = 40;
constexpr std::size_t kLatestEvents = 20;

std::string text_of(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::int64_t unix_milliseconds(std::chrono::sys_time<std::chrono::milliseconds> time) {
    return time.time_since_epoch().count();
}

Json facts_json(const TournamentFacts& facts, const std::string& id, bool running) {
    return {{"id", id},
            {"name", facts.name},
            {"variant", facts.variant->name},
            {"time_control", facts.time_control},
            {"created", facts.created},
            {"running", running}};
}

Json game_json(const StoredGame& game, Evidence evidence) {
    Json json{{"id", game.id},         {"x", game.entrants[0]},
              {"o", game.entrants[1]}, {"result", result_name(game.result)},
              {"reason", game.reason}, {"points", game.points},
              {"plies", game.plies},   {"ended_ms", unix_milliseconds(game.ended)}};
    if (game.place) json["stage"] = game.place->stage;
    if (game.place) json["round"] = game.place->round;
    if (evidence == Evidence::Shown && !game.detail.empty()) json["detail"] = game.detail;
    return json;
}

// The standings of games between entrants, best first; entrants without games are left out.
Json standings_json(const std::vector<ScoredGame>& games, int entrants) {
    const auto met = encounters(entrants, games);
    const Ratings ratings = rate(entrants, met);
    Json rows = Json::array();
    for (const TableRow& row : points_table(entrants, met)) {
        if (row.results.games() == 0) continue;
        const Estimate& elo = ratings[row.player].elo;
        rows.push_back({{"entrant", row.player},
                        {"rank", row.rank},
                        {"points", row.points},
                        {"against", row.against},
                        {"wins", row.results.wins},
                        {"draws", row.results.draws},
                        {"losses", row.results.losses},
                        {"elo", elo.value},
                        {"elo_low", elo.low},
                        {"elo_high", elo.high}});
    }
    return rows;
}

// The standings of each stage that has begun, or one of all games where there are no stages.
Result<Json> all_standings(const StoreReader& store, const std::vector<StoredStage>& stages,
                           int entrants, std::int64_t& games) {
    std::vector<std::vector<ScoredGame>> by_stage(std::max<std::size_t>(stages.size(), 1));
    games = 0;
    TRY_VOID(store.for_each_game({}, [&](const StoredGame& game) {
        ++games;
        const auto stage = game.place ? static_cast<std::size_t>(game.place->stage) : 0;
        if (stage < by_stage.size())
            by_stage[stage].push_back({game.entrants[0], game.entrants[1], game.points});
    }));
    Json list = Json::array();
    for (std::size_t i = 0; i < by_stage.size(); ++i) {
        Json table{{"name", i < stages.size() ? stages[i].name : ""},
                   {"format", i < stages.size() ? stages[i].format : ""},
                   {"games", by_stage[i].size()}};
        table["rows"] = standings_json(by_stage[i], entrants);
        list.push_back(std::move(table));
    }
    return list;
}

}  // namespace

Result<std::string> tournament_view(const StoreReader& store, const std::string& id, bool running,
                                    Evidence evidence) {
    TRY(const auto facts, store.facts());
    TRY(const auto entrants, store.entrants());
    TRY(const auto stages, store.stages());
    TRY(const auto latest, store.games({.limit = kLatestGames, .newest_first = true}));
    TRY(const auto events, store.events());

    Json json = facts_json(facts, id, running);
    json["entrants"] = Json::array();
    int ids = 0;
    for (const Entrant& entrant : entrants) {
        json["entrants"].push_back({{"id", entrant.id}, {"name", entrant.name}});
        ids = std::max(ids, entrant.id + 1);
    }
    std::int64_t games = 0;
    TRY(auto standings, all_standings(store, stages, ids, games));
    json["games"] = games;
    json["stages"] = std::move(standings);
    json["latest"] = Json::array();
    for (const StoredGame& game : latest) json["latest"].push_back(game_json(game, evidence));
    json["events"] = Json::array();
    const std::size_t skipped = events.size() - std::min(events.size(), kLatestEvents);
    for (std::size_t i = events.size(); i > skipped; --i) {
        const StoredEvent& event = events[i - 1];
        json["events"].push_back(
            {{"at_ms", unix_milliseconds(event.at)}, {"kind", event.kind}, {"text", event.text}});
    }
    return text_of(json);
}

Result<std::string> tournament_summary(const StoreReader& store, const std::string& id,
                                       bool running) {
    TRY(const auto facts, store.facts());
    TRY(const auto games, store.count());
    Json json = facts_json(facts, id, running);
    json["games"] = games;
    return text_of(json);
}

std::string live_games_text(std::span<const LiveGame> games) {
    Json list = Json::array();
    for (const LiveGame& game : games) {
        Json json{{"id", game.id}, {"x", game.entrants[0]}, {"o", game.entrants[1]}};
        if (!game.start_fen.empty()) json["fen"] = game.start_fen;
        json["moves"] = game.moves;
        list.push_back(std::move(json));
    }
    return text_of({{"live", std::move(list)}});
}

Result<std::string> tournament_game(const StoreReader& store, std::int64_t id, Evidence evidence) {
    TRY(const auto game, store.game(id));
    if (!game) return fail(Errc::BadInput, "no such game");
    TRY(auto record, store.record(id));
    if (evidence == Evidence::Hidden) {
        if (record.forfeit) record.forfeit->detail.clear();
        for (RecordedMove& move : record.moves)
            move.note = {.time = move.note.time, .clock = move.note.clock};
    }
    TRY(const auto text_line, jsonl_text(record));
    Json json = game_json(*game, evidence);
    json["record"] = Json::parse(text_line);
    return text_of(json);
}

}  // namespace xttt
