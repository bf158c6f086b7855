#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "server/game/journal.h"
#include "server/game/messages.h"
#include "server/metrics.h"
#include "server/net/client.h"

namespace xttt {

class Room;

// What a room needs of those who run it.
class RoomHost {
public:
    virtual ~RoomHost() = default;
    virtual Journal& journal() = 0;
    virtual Metrics& metrics() = 0;
    // A game of the same two with sides exchanged and seat tokens kept, which has begun.
    virtual Token begin_rematch(const SavedGame& game) = 0;
    // Forgets a room that knows more than the disk: whoever comes next gets what was stored.
    virtual void drop(const Room& room) = 0;
};

// One game that somebody looks at: the game and the connections to it. Whatever happens is first
// written, then told: to all, in the order it was written.
class Room : public std::enable_shared_from_this<Room> {
public:
    // `game.events` must be those of `state`, all of them stored.
    Room(SavedGame game, OnlineGame state, RoomHost& host);

    const Token& id() const { return game_.id; }
    const OnlineGame& state() const { return state_; }
    int confirmed() const { return confirmed_; }

    // The seat of the invited one and its fresh token, against the invitation. `done` hears when it
    // is stored.
    using Seated = std::function<void(Granted<std::pair<Side, Token>>)>;
    void join(const JoinRequest& request, Seated done);

    // A connection comes; its messages go to the handler, whose end is its leaving.
    std::unique_ptr<SocketHandler> enter(Client& client);
    bool is_full() const;
    bool is_empty() const { return visitors_.empty(); }
    bool is_broken() const { return broken_; }

    // Ends the game when a clock has run out, and tells who is here when that has changed.
    void tick(Clock::time_point now);
    void close_all(CloseCode code, std::string_view reason);

private:
    class Visitor;
    friend class Visitor;

    void receive(Visitor& visitor, std::string_view text);
    void greet(Visitor& visitor, const ClientHello& hello);
    void obey(Visitor& visitor, const ClientMessage& message);
    void leave(Visitor& visitor);
    Granted<GameEvent> request(Side by, const ClientMessage& message, Clock::time_point now);
    void record(Clock::time_point received);
    void confirm(int n, Clock::time_point received);
    void fail_to_store(const Error& error);
    void start_if_both_are_here();
    void broadcast(std::string text);
    Presence presence() const;

    SavedGame game_;  // its events stay in state_
    OnlineGame state_;
    RoomHost& host_;
    int confirmed_ = 0;  // events that are on the disk and told
    int recorded_ = 0;   // events handed to the journal
    std::vector<Visitor*> visitors_;
    bool presence_changed_ = false;
    bool broken_ = false;
};

}  // namespace xttt
