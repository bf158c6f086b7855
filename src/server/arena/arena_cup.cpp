#include "base/text.h"
#include "server/arena/arena_responses.h"
#include "server/arena/arena_service.h"

// The games of the cup, for the teams that played them and staff.
namespace xttt {
namespace {

constexpr int kMaxListed = 500;

}  // namespace

HttpResponse ArenaService::cup_games(const Call& call) {
    if (!directory_.teams.contains(call.number)) return not_found("team");
    const auto cup = CupGames::open(*store_);
    if (!cup) return storage_error(cup.error());
    Json json{{"team", call.number}, {"games", Json::array()}};
    if (*cup) {
        const auto games = (*cup)->games(call.number, kMaxListed);
        if (!games) return storage_error(games.error());
        for (const StoredGame& game : *games)
            json["games"].push_back(team_game_json(game, call.number, call.identity));
    }
    return arena_response(json);
}

HttpResponse ArenaService::cup_game(const Call& call) {
    const auto id = to_number<std::int64_t>(call.values[1]);
    const auto cup = CupGames::open(*store_);
    if (!cup) return storage_error(cup.error());
    if (!id || !*cup) return not_found("game");
    const auto game = (*cup)->game(*id);
    if (!game) return storage_error(game.error());
    const auto owned = [&](int version) {
        const auto found = directory_.versions.find(version);
        return found != directory_.versions.end() && found->second.team == call.number;
    };
    if (!*game || !(owned((*game)->entrants[0]) || owned((*game)->entrants[1])))
        return not_found("game");
    return game_response((*cup)->store(), **game, call,
                         [&](int side, int) { return (*cup)->log(*id, side); });
}

HttpResponse ArenaService::replay_cup_game(const Call& call) {
    const auto cup = CupGames::open(*store_);
    if (!cup) return storage_error(cup.error());
    Result<std::optional<StoredGame>> game = std::nullopt;
    if (*cup) game = (*cup)->game(call.number);
    if (!game) return storage_error(game.error());
    if (!*game) return not_found("game");
    if (const auto done = cup_->replay(call.number, "staff"); !done)
        return arena_error(done.error());
    if (const auto fresh = refresh_directory(); !fresh) return arena_error(fresh.error());
    return arena_response({{"game", call.number}}, 202);
}

}  // namespace xttt
