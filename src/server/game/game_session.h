#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "server/game/journal.h"
#include "server/game/messages.h"
#include "server/net/http.h"

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

    // Exchanges the invitation for the invited side and a new seat token. Calls `done` when it is
    // stored.
    using Seated = std::function<void(RequestResult<std::pair<Side, Token>>)>;
    void join(const JoinRequest& request, Seated done);

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
    void start_if_both_present();
    void broadcast(std::string text);
    Presence presence() const;

    SavedGame game_;  // without its events, which are in state_
    OnlineGame state_;
    GameRegistry& registry_;
    int confirmed_ = 0;  // events stored and broadcast
    int recorded_ = 0;   // events passed to the journal
    std::vector<Subscriber*> subscribers_;
    bool presence_changed_ = false;
    bool broken_ = false;  // an event could not be stored
};

}  // namespace xttt
