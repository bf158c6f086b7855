#include "server/game/game_routes.h"

#include <nlohmann/json.hpp>

#include "record/record_io.h"
#include "server/net/rate_limit.h"

namespace xttt {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostAddresses = 50'000;

std::string_view side_name(Side side) {
    return side == Side::X ? "x" : "o";
}

HttpResponse json_response(int status, const Json& json) {
    return {.status = status,
            .body = json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n",
            .headers = {{"Cache-Control", "no-store"}}};
}

HttpResponse refusal_response(const Refusal& refusal) {
    const bool ours = refusal.code == "not-stored" || refusal.code == "too-many-games";
    return error_response(ours ? 503 : 409, refusal.code, refusal.message);
}

HttpResponse no_such_game() {
    return error_response(404, "no-such-game", "there is no such game, or no longer");
}

// A page elsewhere can make a browser send a form here, but never JSON, without asking first.
std::optional<HttpResponse> not_json(const HttpRequest& request) {
    if (request.content_type.starts_with("application/json")) return std::nullopt;
    return error_response(415, "not-json", "the body must be of type application/json");
}

// Finds the game of an address and calls f(room), or else answers for it.
template <class Reply, class F>
void with_room(Hub& hub, const std::string& name, Reply reply, F f) {
    const auto id = Token::parse(name);
    if (!id) return reply(no_such_game());
    hub.find(*id, [reply = std::move(reply), f = std::move(f)](const auto& room) {
        if (!room) return reply(error_response(500, "not-readable", "the game could not be read"));
        if (!*room) return reply(no_such_game());
        f(**room, reply);
    });
}

GameRecord record_of(const OnlineGame& state) {
    GameRecord record{.variant = state.terms().variant, .forfeit = state.forfeit()};
    record.tags["Event"] = "online game";
    const auto& names = state.terms().names;
    if (!names[0].empty()) record.tags["X"] = names[0];
    if (!names[1].empty()) record.tags["O"] = names[1];
    for (const Move move : state.moves()) record.moves.push_back({move, {}});
    return record;
}

void send_record(Room& room, const HttpReply& reply) {
    const auto text = xgn_text(record_of(room.state()));
    if (!text) return reply(error_response(500, "not-readable", text.error().message));
    reply({.content_type = "text/plain; charset=utf-8",
           .body = *text,
           .headers = {{"Content-Disposition", "attachment; filename=\"game.xgn\""},
                       {"Cache-Control", "no-store"}}});
}

void join(const HttpRequest& request, Room& room, const HttpReply& reply) {
    const auto wanted = parse_join_request(request.body);
    if (!wanted) return reply(error_response(400, "bad-request", wanted.error().message));
    room.join(*wanted, [reply](const Granted<std::pair<Side, Token>>& seated) {
        if (!seated) return reply(refusal_response(seated.error()));
        reply(json_response(200,
                            {{"side", side_name(seated->first)}, {"seat", seated->second.text()}}));
    });
}

void create(Hub& hub, const HttpRequest& request, const HttpReply& reply) {
    const auto wanted = parse_create_request(request.body);
    if (!wanted) return reply(error_response(400, "bad-request", wanted.error().message));
    hub.create(*wanted, [reply](const Granted<Hub::Created>& created) {
        if (!created) return reply(refusal_response(created.error()));
        reply(json_response(201, {{"game", created->game.text()},
                                  {"side", side_name(created->side)},
                                  {"seat", created->seat.text()},
                                  {"invitation", created->invitation.text()}}));
    });
}

}  // namespace

void add_game_routes(Router& router, Hub& hub, Metrics& metrics, double games_per_minute) {
    auto creations = std::make_shared<RateLimiter>(
        Rate{.burst = games_per_minute, .per_second = games_per_minute / 60}, kMostAddresses);
    router.add("POST", "/api/games",
               [&hub, &metrics, creations](const auto& request, const auto&, const auto& reply) {
                   if (auto objection = not_json(request)) return reply(std::move(*objection));
                   const auto now = Clock::now();
                   if (!creations->allow(request.address, now)) {
                       creations->sweep(now);
                       ++metrics.requests_limited;
                       return reply(error_response(429, "too-many-games",
                                                   "too many games created; wait a minute"));
                   }
                   create(hub, request, reply);
               });
    router.add(
        "GET", "/api/games/{game}",
        [&hub](const auto&, const PathValues& values, const HttpReply& reply) {
            with_room(hub, values[0], reply, [](Room& room, const HttpReply& answer) {
                answer({.body = game_text(room.id(), room.state(), room.confirmed(), Clock::now()) +
                                "\n",
                        .headers = {{"Cache-Control", "no-store"}}});
            });
        });
    router.add(
        "POST", "/api/games/{game}/join",
        [&hub](const HttpRequest& request, const PathValues& values, const HttpReply& reply) {
            if (auto objection = not_json(request)) return reply(std::move(*objection));
            with_room(hub, values[0], reply, [request](Room& room, const HttpReply& answer) {
                join(request, room, answer);
            });
        });
    router.add("GET", "/api/games/{game}/record.xgn",
               [&hub](const auto&, const PathValues& values, const HttpReply& reply) {
                   with_room(hub, values[0], reply, send_record);
               });
    router.add_socket("/api/games/{game}/socket", [&hub](const auto&, const PathValues& values,
                                                         const HttpService::SocketReply& reply) {
        with_room(hub, values[0], reply, [](Room& room, const HttpService::SocketReply& answer) {
            if (room.is_full())
                return answer(error_response(503, "full", "too many people watch this game"));
            answer(SocketAcceptor(
                [held = room.shared_from_this()](Client& client) { return held->enter(client); }));
        });
    });
}

}  // namespace xttt
