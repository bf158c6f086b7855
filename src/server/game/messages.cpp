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
    return {{"initial_ms", time->initial.count()}, {"increment_ms", time->increment.count()}};
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
        return Json{{"name", presence.names[side]}, {"here", presence.here[side]}};
    };
    return {{"x", seat(0)}, {"o", seat(1)}, {"watching", presence.watching}};
}

Json ending_json(const Ending& ending) {
    Json json{{"result", result_name(ending.result)}, {"reason", ending.reason}};
    if (ending.points) json["points"] = *ending.points;
    return json;
}

bool can_end_game(EventKind kind) {
    return kind == EventKind::Move || kind == EventKind::Resign || kind == EventKind::TimeOut;
}

Json event_json(const OnlineGame& state, int n) {
    const auto& events = state.events();
    const GameEvent& event = events[static_cast<std::size_t>(n - 1)];
    Json json{{"n", n}, {"kind", name(event.kind)}};
    if (event.side) json["side"] = side_json(event.side);
    if (!event.move.is_none()) json["move"] = move_text(*state.settings().variant, event.move);
    json["ply"] = event.ply;
    if (state.settings().time)
        json["clocks"] = {{"x", event.clocks[0].count()}, {"o", event.clocks[1].count()}};
    if (event.next) json["next"] = event.next->text();
    // The last event that can end a game did end it.
    if (state.phase() == OnlineGame::Phase::Over && can_end_game(event.kind)) {
        bool later = false;
        for (auto i = static_cast<std::size_t>(n); i < events.size(); ++i)
            later = later || can_end_game(events[i].kind);
        if (!later) json["over"] = ending_json(state.ending());
    }
    return json;
}

}  // namespace

std::string welcome_text(const Token& game, const OnlineGame& state, std::optional<Side> seat,
                         int from, int last, const Presence& presence, Clock::time_point now) {
    return message_text({{"type", "welcome"},
                         {"game", game.text()},
                         {"variant", state.settings().variant->name},
                         {"clock", time_json(state.settings().time)},
                         {"seat", side_json(seat)},
                         {"from", from},
                         {"last", last},
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
    Json list = Json::array();
    for (int n = 1; n <= events; ++n) list.push_back(event_json(state, n));
    const auto& names = state.settings().names;
    return message_text({{"game", game.text()},
                         {"variant", state.settings().variant->name},
                         {"clock", time_json(state.settings().time)},
                         {"names", {{"x", names[0]}, {"o", names[1]}}},
                         {"events", std::move(list)},
                         {"clocks", clocks_json(state, now)}});
}

}  // namespace xttt
