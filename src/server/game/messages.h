#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "base/result.h"
#include "server/game/online_game.h"

namespace xttt {

// Client messages of a game's WebSocket; docs/reference/server.md describes them.
struct ClientHello {
    int seen = 0;               // number of events already received
    std::optional<Token> seat;  // empty: a spectator
};
struct PlayMove {
    int ply = 0;
    std::string move;
};
struct AnswerTakeback {
    bool accepts = false;
};
struct AskTakeback {};
struct AskRematch {};
struct ResignGame {};
struct Ping {};
using ClientMessage =
    std::variant<ClientHello, PlayMove, AskTakeback, AnswerTakeback, AskRematch, ResignGame, Ping>;

Result<ClientMessage> parse_client_message(std::string_view text);

// Request bodies.
struct CreateRequest {
    GameSettings settings;       // names[0] is the creator's, whichever the side
    std::optional<Side> side{};  // the creator's; empty: random
};
Result<CreateRequest> parse_create_request(std::string_view body);

struct JoinRequest {
    Token invitation;
    std::string name;
};
Result<JoinRequest> parse_join_request(std::string_view body);

struct Presence {
    std::array<std::string, 2> names{};
    std::array<bool, 2> here{};  // connected
    int watching = 0;
};

// Server messages.
// The answer to a hello: events `from` to `last` follow, if there are any.
std::string welcome_text(const Token& game, const OnlineGame& state, std::optional<Side> seat,
                         int from, int last, const Presence& presence, Clock::time_point now);
// Events `from` to `until`, numbered from 1, and the clocks.
std::string events_text(const OnlineGame& state, int from, int until, Clock::time_point now);
std::string presence_text(const Presence& presence);
std::string error_text(std::string_view code, std::string_view message);
std::string pong_text();

// The body of GET /api/games/{game}: public data only. `events` are confirmed.
std::string game_text(const Token& game, const OnlineGame& state, int events,
                      Clock::time_point now);

}  // namespace xttt
