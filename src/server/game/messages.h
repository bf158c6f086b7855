#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "base/result.h"
#include "server/game/online_game.h"

namespace xttt {

// What clients say over a game's WebSocket; docs/reference/server.md describes each.
struct ClientHello {
    int seen = 0;               // how many events they have seen
    std::optional<Token> seat;  // without one they watch
};
struct PlayMove {
    int ply = 0;
    std::string move;
};
struct AnswerTakeback {
    bool agrees = false;
};
struct AskTakeback {};
struct AskRematch {};
struct ResignGame {};
struct Ping {};
using ClientMessage =
    std::variant<ClientHello, PlayMove, AskTakeback, AnswerTakeback, AskRematch, ResignGame, Ping>;

Result<ClientMessage> parse_client_message(std::string_view text);

// The bodies of the two requests that change something over HTTP.
struct CreateRequest {
    GameTerms terms;             // the names' first is the creator's, whichever side
    std::optional<Side> side{};  // the creator's; empty: by lot
};
Result<CreateRequest> parse_create_request(std::string_view body);

struct JoinRequest {
    Token invitation;
    std::string name;
};
Result<JoinRequest> parse_join_request(std::string_view body);

// Who is here.
struct Presence {
    std::array<std::string, 2> names{};
    std::array<bool, 2> here{};
    int watching = 0;
};

// What the server says.
// The answer to a hello: events from number `from` to `last` follow, if there are any.
std::string welcome_text(const Token& game, const OnlineGame& state, std::optional<Side> seat,
                         int from, int last, const Presence& presence, Clock::time_point now);
// The events from number `from` (counted from 1) up to `until`, and what the clocks show.
std::string events_text(const OnlineGame& state, int from, int until, Clock::time_point now);
std::string presence_text(const Presence& presence);
std::string error_text(std::string_view code, std::string_view message);
std::string pong_text();

// The game for GET /api/games/{game}: only what everybody may know. `events` are confirmed.
std::string game_text(const Token& game, const OnlineGame& state, int events,
                      Clock::time_point now);

}  // namespace xttt
