#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "server/game/lobby.h"
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
struct SayPhrase {
    Phrase phrase{};
};
struct CancelGame {};  // by its creator, before the opponent has joined
struct Ping {};
using ClientMessage = std::variant<ClientHello, PlayMove, AskTakeback, AnswerTakeback, AskRematch,
                                   ResignGame, SayPhrase, CancelGame, Ping>;

Result<ClientMessage> parse_client_message(std::string_view text);

// Names are shown to other people: UTF-8, at most 60 characters, none of them invisible. The error
// is the end of a sentence about the name.
Result<void> check_player_name(std::string_view name);

// Request bodies.
struct CreateRequest {
    GameSettings settings;       // names[0] is the creator's, whichever the side
    std::optional<Side> side{};  // the creator's; empty: random
    bool is_public = false;      // listed in the lobby
    std::string bot{};           // the opponent; empty: a person
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
    std::array<bool, 2> bots{};
    int watching = 0;
};

// Server messages.
// The answer to a hello: events `from` to `last` follow, if there are any.
struct Welcome {
    Token game;
    bool is_public = false;
    std::optional<Side> seat;
    int from = 1;
    int last = 0;
};
std::string welcome_text(const Welcome& welcome, const OnlineGame& state, const Presence& presence,
                         Clock::time_point now);
// Events `from` to `until`, numbered from 1, and the clocks.
std::string events_text(const OnlineGame& state, int from, int until, Clock::time_point now);
std::string presence_text(const Presence& presence);
std::string error_text(std::string_view code, std::string_view message);
std::string pong_text();

// The body of GET /api/games/{game}: public data only. `events` are confirmed.
std::string game_text(const Token& game, const OnlineGame& state, int events,
                      Clock::time_point now);
// The body of GET /api/games/{game}/summary.
std::string summary_text(const Token& game, const OnlineGame& state, Clock::time_point now);

// The body of GET /api/lobby.
struct BotInfo {
    std::string name;
    std::vector<const Variant*> variants;
};
std::string lobby_text(const std::vector<Challenge>& challenges, const std::vector<BotInfo>& bots);

}  // namespace xttt
