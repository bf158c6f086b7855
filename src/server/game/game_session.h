#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/game/journal.h"
#include "server/game/messages.h"
#include "server/net/http.h"
#include "server/net/rate_limit.h"

namespace xttt {

class GameRegistry;

// One game in memory and its connections. Each event is first stored, then broadcast, in order.
class GameSession : public std::enable_shared_from_this<GameSession> {
public:
    // `game.events` must be those of `state`, all of them stored. The registry must outlive it.
    GameSession(SavedGame game, OnlineGame state, GameRegistry& registry);

    const Token& id() const { return game_.id; }
    const OnlineGame& state() const { return state_; }
    int confirmed() const { return confirmed_; }
    // Against a bot, with a connected player.
    bool occupies_bot() const;

    // Exchanges the invitation for the invited side and a new seat token. Calls `done` when it is
    // stored. A public game is then reserved for this address for a few seconds. `address` is the
    // rate-limit key of the client.
    using Seated = std::function<void(RequestResult<std::pair<Side, Token>>)>;
    void join(const JoinRequest& request, const std::string& address, Seated done);

    // Adds a connection, which ends when its handler is destroyed. `address` is the rate-limit key
    // of the client.
    std::unique_ptr<SocketHandler> connect(Client& client, std::string address);
    bool is_full() const;

    // Ends the game when a clock has run out, and broadcasts changes of presence.
    void tick(Clock::time_point now);
    void close_all(CloseCode code, std::string_view reason);

private:
    class Subscriber;
    friend class Subscriber;

    void receive(Subscriber& subscriber, std::string_view text);
    void handle_hello(Subscriber& subscriber, const ClientHello& hello);
    void handle_command(Subscriber& subscriber, const ClientMessage& message);
    void disconnect(Subscriber& subscriber);
    // Whether this message would start a rematch.
    bool completes_rematch(Side by, const ClientMessage& message) const;
    RequestResult<GameEvent> request(Side by, const ClientMessage& message, Clock::time_point now);
    // Stores the last event of state_; `received` is when its request arrived.
    void store_event(Clock::time_point received);
    void confirm(int n, Clock::time_point received);
    void on_store_failure();
    void start_if_ready();
    void cancel(Subscriber& subscriber);
    // Asks the bot for a move if it is its turn and its opponent is connected.
    void ask_bot();
    void play_for_bot(int events, const Result<std::string>& move);
    void answer_for_bot(Clock::time_point now);
    // Lists the game in the lobby, or updates whether its creator is connected.
    void update_lobby();
    std::optional<Side> bot_side() const;
    bool has_seated_player() const;
    void broadcast(std::string text);
    Presence presence() const;

    SavedGame game_;  // without its events, which are in state_
    OnlineGame state_;
    GameRegistry& registry_;
    std::shared_ptr<Lobby> lobby_;
    int confirmed_ = 0;  // events stored and broadcast
    int recorded_ = 0;   // events passed to the journal
    std::vector<Subscriber*> subscribers_;
    bool presence_changed_ = false;
    bool broken_ = false;  // an event could not be stored
    // The address for which a public game is reserved.
    std::string reserved_for_;
    Clock::time_point reserved_until_{};
    std::array<TokenBucket, 2> phrases_;
    bool asking_bot_ = false;
};

}  // namespace xttt
