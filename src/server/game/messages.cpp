#include "server/game/messages.h"

#include <nlohmann/json.hpp>

#include "record/jsonl_names.h"

namespace xttt {
namespace {

using Json = nlohmann::ordered_json;

Json side_json(std::optional<Side> side) {
    if (!side) return nullptr;
    return side_name(*side);
}

std::string message_text(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json time_json(const std::optional<TimeControl>& time) {
    if (!time) return nullptr;
    Json json{{"initial_ms", time->initial.count()}, {"increment_ms", time->increment.count()}};
    if (time->days > 0) json["days"] = time->days;
    return json;
}

Json clocks_json(const OnlineGame& state, Clock::time_point now) {
    if (!state.settings().time) return nullptr;
    const auto clocks = state.clocks(now);
    std::optional<Side> running;
    if (state.clock_runs()) running = state.side_to_move();
    return {{"x", clocks[0].count()}, {"o", clocks[1].count()}, {"running", side_json(running)}};
}

Json presence_json(const Presence& presence) {
    const auto seat = [&](int side) {
        Json json{{"name", presence.names[side]}, {"here", presence.here[side]}};
        if (presence.bots[side]) json["bot"] = true;
        return json;
    };
    return {{"x", seat(0)}, {"o", seat(1)}, {"watching", presence.watching}};
}

Json ending_json(const Ending& ending) {
    Json json{{"result", result_name(ending.result)}, {"reason", ending.reason}};
    if (ending.points) json["points"] = *ending.points;
    return json;
}

Json event_json(const OnlineGame& state, int n) {
    const GameEvent& event = state.events()[static_cast<std::size_t>(n - 1)];
    Json json{{"n", n}, {"kind", name(event.kind)}};
    if (event.side) json["side"] = side_json(event.side);
    if (!event.move.is_none()) json["move"] = move_text(*state.settings().variant, event.move);
    json["ply"] = event.ply;
    if (state.settings().time)
        json["clocks"] = {{"x", event.clocks[0].count()}, {"o", event.clocks[1].count()}};
    if (event.next) json["next"] = event.next->text();
    if (event.phrase) json["phrase"] = name(*event.phrase);
    if (event.ends_game) json["over"] = ending_json(state.ending());
    return json;
}

// What is public about every game.
Json facts_json(const Token& game, const OnlineGame& state, Clock::time_point now) {
    const auto& names = state.settings().names;
    return {{"game", game.text()},
            {"variant", state.settings().variant->name},
            {"clock", time_json(state.settings().time)},
            {"names", {{"x", names[0]}, {"o", names[1]}}},
            {"clocks", clocks_json(state, now)}};
}

}  // namespace

std::string welcome_text(const Welcome& welcome, const OnlineGame& state, const Presence& presence,
                         Clock::time_point now) {
    return message_text({{"type", "welcome"},
                         {"game", welcome.game.text()},
                         {"variant", state.settings().variant->name},
                         {"clock", time_json(state.settings().time)},
                         {"public", welcome.is_public},
                         {"seat", side_json(welcome.seat)},
                         {"from", welcome.from},
                         {"last", welcome.last},
                         {"clocks", clocks_json(state, now)},
                         {"players", presence_json(presence)}});
}

std::string events_text(const OnlineGame& state, int from, int until, Clock::time_point now) {
    Json events = Json::array();
    for (int n = from; n <= until; ++n) events.push_back(event_json(state, n));
    return message_text(
        {{"type", "events"}, {"events", std::move(events)}, {"clocks", clocks_json(state, now)}});
}

std::string presence_text(const Presence& presence) {
    return message_text({{"type", "players"}, {"players", presence_json(presence)}});
}

std::string error_text(std::string_view code, std::string_view message) {
    return message_text({{"type", "error"}, {"code", code}, {"message", message}});
}

std::string pong_text() {
    return R"({"type":"pong"})";
}

std::string game_text(const Token& game, const OnlineGame& state, int events,
                      Clock::time_point now) {
    Json json = facts_json(game, state, now);
    json["events"] = Json::array();
    for (int n = 1; n <= events; ++n) json["events"].push_back(event_json(state, n));
    return message_text(json);
}

std::string summary_text(const Token& game, const OnlineGame& state, Clock::time_point now) {
    constexpr std::array kPhases{"waiting", "playing", "over"};
    const bool playing = state.phase() == OnlineGame::Phase::Playing;
    Json json = facts_json(game, state, now);
    json["phase"] = kPhases[static_cast<std::size_t>(state.phase())];
    json["turn"] = playing ? side_json(state.side_to_move()) : Json(nullptr);
    json["moves"] = state.moves().size();
    if (state.phase() == OnlineGame::Phase::Over) json["over"] = ending_json(state.ending());
    return message_text(json);
}

std::string lobby_text(const std::vector<Challenge>& challenges, const std::vector<BotInfo>& bots) {
    Json open = Json::array(), opponents = Json::array();
    for (const Challenge& challenge : challenges)
        open.push_back({{"game", challenge.game.text()},
                        {"invitation", challenge.invitation.text()},
                        {"variant", challenge.variant->name},
                        {"clock", time_json(challenge.time)},
                        {"name", challenge.name},
                        {"side", side_name(challenge.side)},
                        {"created", challenge.created}});
    for (const BotInfo& bot : bots) {
        Json variants = Json::array();
        for (const Variant* variant : bot.variants) variants.push_back(variant->name);
        opponents.push_back({{"name", bot.name}, {"variants", std::move(variants)}});
    }
    return message_text({{"challenges", std::move(open)}, {"bots", std::move(opponents)}});
}

}  // namespace xttt
