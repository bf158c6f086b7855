#include <cmath>

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "tournament/report/markup.h"
#include "tournament/report/report_parts.h"

namespace xttt {
namespace {

using Json = nlohmann::ordered_json;

double rounded(double value, double unit) {
    return std::round(value / unit) * unit;
}

Json counts(const Trinomial& results) {
    return {results.wins, results.draws, results.losses};
}

Json bot_json(const ReportBot& bot, const BotSummary& summary, const Rating& rating) {
    Json json;
    json["name"] = to_utf8(bot.name);
    json["player"] = to_utf8(bot.player);
    json["rank"] = summary.rank;
    json["points"] = {summary.points, summary.against};
    json["asX"] = counts(summary.results[0]);
    json["asO"] = counts(summary.results[1]);
    json["elo"] = {std::lround(rating.elo.value), std::lround(rating.elo.low),
                   std::lround(rating.elo.high)};
    json["time"] = {duration_text(summary.mean_time()), duration_text(summary.time.longest),
                    duration_text(summary.time.total)};
    json["forfeits"] = summary.forfeits;
    return json;
}

Json stage_json(const ReportStage& stage) {
    Json groups = Json::array();
    for (const ReportGroup& group : stage.groups) groups.push_back(to_utf8(group.name));
    return {{"name", to_utf8(stage.name)}, {"groups", groups}};
}

int index_of(std::vector<const Variant*>& variants, const Variant* variant) {
    const auto found = std::find(variants.begin(), variants.end(), variant);
    if (found != variants.end()) return static_cast<int>(found - variants.begin());
    variants.push_back(variant);
    return static_cast<int>(variants.size()) - 1;
}

// A game is an array in the order of GameRow in web/src/report/data.ts, because there may be
// thousands.
Json game_json(const ReportGame& game, int variant) {
    return {game.number,
            variant,
            game.stage,
            game.group,
            game.round,
            game.x,
            game.o,
            game.points[0],
            game.points[1],
            ending_name(game),
            game.forfeit ? index(game.forfeit->offender) : -1,
            game.forfeit ? to_utf8(game.forfeit->detail) : "",
            game.host_was_busy ? 1 : 0,
            rounded(game.time[0].total, 0.1),
            rounded(game.time[1].total, 0.1),
            game.moves,
            to_utf8(game.start_fen)};
}

}  // namespace

std::string report_json(const ReportData& data, const Summary& summary,
                        const ReportBundle& bundle) {
    Json json;
    json["bots"] = Json::array();
    for (std::size_t b = 0; b < data.bots.size(); ++b)
        json["bots"].push_back(
            bot_json(data.bots[b], summary.bots[b], summary.ratings[static_cast<int>(b)]));
    json["stages"] = Json::array();
    for (const ReportStage& stage : data.stages) json["stages"].push_back(stage_json(stage));

    std::vector<const Variant*> variants;
    json["games"] = Json::array();
    for (const ReportGame& game : data.games)
        if (game.in_file)
            json["games"].push_back(game_json(game, index_of(variants, game.variant)));
    json["variants"] = Json::array();
    for (const Variant* variant : variants) {
        const auto rules = bundle.rules.find(variant->name);
        json["variants"].push_back(
            {{"name", variant->name},
             {"rules", rules == bundle.rules.end() ? "" : base64(rules->second)}});
    }
    return script_json(json.dump(-1, ' ', true, Json::error_handler_t::replace));
}

}  // namespace xttt
