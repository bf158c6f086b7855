#include "server/game_routes.h"

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "record/record_io.h"

namespace xttt {
namespace {

using Json = nlohmann::ordered_json;

HttpResponse game_response(int status, const Json& json) {
    return {.status = status,
            .body = json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n",
            .headers = {{"Cache-Control", "no-store"}}};
}

HttpResponse request_error_response(const RequestError& error) {
    int status = 409;
    for (const std::string_view code :
         {"not-stored", "too-many-open-games", "lobby-full", "bots-busy"})
        if (error.code == code) status = 503;
    if (error.code == "too-many-games" || error.code == "too-many-challenges") status = 429;
    if (error.code == "storage-full") status = 507;
    return error_response(status, error.code, error.message);
}

// Forms of other sites cannot send JSON without a CORS preflight.
std::optional<HttpResponse> check_json(const HttpRequest& request) {
    const auto words = split_words(split(request.content_type, ';')[0]);
    const bool is_json = words.size() == 1 && to_lower(words[0]) == "application/json";
    if (is_json && request.content_encoding.empty()) return std::nullopt;
    if (is_json) return error_response(415, "encoded", "the body must not be compressed");
    return error_response(415, "not-json", "the body must be application/json");
}

GameRecord record_of(const OnlineGame& state) {
    GameRecord record{.variant = state.settings().variant, .forfeit = state.forfeit()};
    record.tags["Event"] = "online game";
    const auto& names = state.settings().names;
    if (!names[0].empty()) record.tags["X"] = names[0];
    if (!names[1].empty()) record.tags["O"] = names[1];
    for (const Move move : state.moves()) record.moves.push_back({move, {}});
    return record;
}

void send_record(GameSession& session, const HttpReply& reply) {
    const auto text = xgn_text(record_of(session.state()));
    if (!text) return reply(error_response(500, "not-readable", text.error().message));
    reply({.content_type = "text/plain; charset=utf-8",
           .body = *text,
           .headers = {{"Content-Disposition", "attachment; filename=\"game.xgn\""},
                       {"Cache-Control", "no-store"}}});
}

void join(const HttpRequest& request, GameSession& session, const HttpReply& reply) {
    const auto join_request = parse_join_request(request.body);
    if (!join_request)
        return reply(error_response(400, "bad-request", join_request.error().message));
    session.join(*join_request, request.address,
                 [reply](const RequestResult<std::pair<Side, Token>>& seated) {
                     if (!seated) return reply(request_error_response(seated.error()));
                     reply(game_response(200, {{"side", side_name(seated->first)},
                                               {"seat", seated->second.text()}}));
                 });
}

void create(GameRegistry& registry, const HttpRequest& request, const HttpReply& reply) {
    const auto create_request = parse_create_request(request.body);
    if (!create_request)
        return reply(error_response(400, "bad-request", create_request.error().message));
    registry.create(*create_request, request.address,
                    [reply](const RequestResult<GameRegistry::Created>& created) {
                        if (!created) return reply(request_error_response(created.error()));
                        reply(game_response(201, {{"game", created->game.text()},
                                                  {"side", side_name(created->side)},
                                                  {"seat", created->seat.text()},
                                                  {"invitation", created->invitation.text()}}));
                    });
}

}  // namespace

void add_game_routes(Router& router, GameRegistry& registry) {
    router.add("POST", "/api/games",
               [&registry](const HttpRequest& request, const auto&, const HttpReply& reply) {
                   if (auto error = check_json(request)) return reply(std::move(*error));
                   create(registry, request, reply);
               });
    router.add("GET", "/api/games/{game}",
               [&registry](const auto&, const PathValues& values, const HttpReply& reply) {
                   with_session(registry, values[0], reply,
                                [](GameSession& session, const HttpReply& answer) {
                                    answer({.body = game_text(session.id(), session.state(),
                                                              session.confirmed(), Clock::now()) +
                                                    "\n",
                                            .headers = {{"Cache-Control", "no-store"}}});
                                });
               });
    router.add(
        "GET", "/api/games/{game}/summary",
        [&registry](const auto&, const PathValues& values, const HttpReply& reply) {
            with_session(
                registry, values[0], reply, [](GameSession& session, const HttpReply& answer) {
                    answer(
                        {.body = summary_text(session.id(), session.state(), Clock::now()) + "\n",
                         .headers = {{"Cache-Control", "no-store"}}});
                });
        });
    router.add("GET", "/api/lobby", [&registry](const auto&, const auto&, const HttpReply& reply) {
        reply({.body = registry.lobby_text() + "\n", .headers = {{"Cache-Control", "no-store"}}});
    });
    router.add(
        "POST", "/api/games/{game}/join",
        [&registry](const HttpRequest& request, const PathValues& values, const HttpReply& reply) {
            if (auto error = check_json(request)) return reply(std::move(*error));
            with_session(registry, values[0], reply,
                         [request](GameSession& session, const HttpReply& answer) {
                             join(request, session, answer);
                         });
        });
    router.add("GET", "/api/games/{game}/record.xgn",
               [&registry](const auto&, const PathValues& values, const HttpReply& reply) {
                   with_session(registry, values[0], reply, send_record);
               });
    router.add_socket("/api/games/{game}/socket", [&registry](const HttpRequest& request,
                                                              const PathValues& values,
                                                              const SocketReply& reply) {
        with_session(
            registry, values[0], reply,
            [address = request.address](GameSession& session, const SocketReply& answer) {
                if (session.is_full())
                    return answer(error_response(503, "full", "too many connections to this game"));
                answer(
                    SocketAcceptor([session = session.shared_from_this(), address](Client& client) {
                        return session->connect(client, address);
                    }));
            });
    });
}

}  // namespace xttt
