#pragma once

#include <string>
#include <utility>

#include "server/game/game_registry.h"
#include "server/net/router.h"

namespace xttt {

// Routes to create, join, read and save online games, and the WebSocket of each. The registry must
// outlive the router.
void add_game_routes(Router& router, GameRegistry& registry);

// Calls f(session, reply) with the session of the game whose token a path names, or replies with an
// error. Reply is HttpReply or SocketReply.
template <class Reply, class F>
void with_session(GameRegistry& registry, const std::string& name, Reply reply, F f) {
    const auto no_such_game = [] { return error_response(404, "no-such-game", "no such game"); };
    const auto id = Token::parse(name);
    if (!id) return reply(no_such_game());
    registry.find(
        *id, [reply = std::move(reply), f = std::move(f), no_such_game](const auto& session) {
            if (!session)
                return reply(error_response(500, "not-readable", "the game could not be loaded"));
            if (!*session) return reply(no_such_game());
            f(**session, reply);
        });
}

}  // namespace xttt
