#include "server/game/room.h"

#include <algorithm>

#include "server/net/rate_limit.h"

namespace xttt {
namespace {

constexpr std::size_t kMostVisitors = 500;
// No person and no page says more than this.
constexpr Rate kMessageRate{.burst = 40, .per_second = 10};

SharedText shared(std::string text) {
    return std::make_shared<const std::string>(std::move(text));
}

}  // namespace

// A connection to the room. It keeps the room alive.
class Room::Visitor : public SocketHandler {
public:
    Visitor(std::shared_ptr<Room> room, Client& client)
        : room_(std::move(room)), client_(client), messages_(kMessageRate, Clock::now()) {}
    ~Visitor() override { room_->leave(*this); }

    void on_text(std::string_view text) override {
        if (messages_.take(kMessageRate, Clock::now())) return room_->receive(*this, text);
        client_.close(CloseCode::Policy, "too many messages");
    }

    void refuse(std::string_view code, std::string_view message) {
        ++room_->host_.metrics().messages_refused;
        client_.send(shared(error_text(code, message)));
    }

    Client& client() { return client_; }
    bool greeted = false;
    std::optional<Side> seat;

private:
    std::shared_ptr<Room> room_;
    Client& client_;
    TokenBucket messages_;
};

Room::Room(SavedGame game, OnlineGame state, RoomHost& host)
    : game_(std::move(game)), state_(std::move(state)), host_(host) {
    game_.events.clear();
    confirmed_ = recorded_ = static_cast<int>(state_.events().size());
}

void Room::join(const JoinRequest& request, Seated done) {
    if (request.invitation != game_.invitation)
        return done(
            std::unexpected(Refusal{"bad-invitation", "this is no invitation to the game"}));
    if (state_.joined())
        return done(std::unexpected(Refusal{"seat-taken", "somebody has taken this seat already"}));
    const Side side = game_.invited;
    const Token seat = Token::random();
    game_.seats[index(side)] = seat;
    game_.terms.names[index(side)] = request.name;
    state_.set_name(side, request.name);
    presence_changed_ = true;
    host_.journal().set_seat(
        id(), side, seat, request.name,
        [self = shared_from_this(), side, seat, done = std::move(done)](const auto& stored) {
            if (stored) return done(std::pair(side, seat));
            self->fail_to_store(stored.error());
            done(std::unexpected(Refusal{"not-stored", "the server could not store it"}));
        });
}

std::unique_ptr<SocketHandler> Room::enter(Client& client) {
    auto visitor = std::make_unique<Visitor>(shared_from_this(), client);
    visitors_.push_back(visitor.get());
    return visitor;
}

bool Room::is_full() const {
    return visitors_.size() >= kMostVisitors;
}

void Room::leave(Visitor& visitor) {
    std::erase(visitors_, &visitor);
    presence_changed_ = true;
}

void Room::receive(Visitor& visitor, std::string_view text) {
    if (broken_) return;  // its connections are being closed
    const auto message = parse_client_message(text);
    if (!message) return visitor.refuse("bad-message", message.error().message);
    if (const auto* hello = std::get_if<ClientHello>(&*message)) return greet(visitor, *hello);
    if (std::holds_alternative<Ping>(*message)) return visitor.client().send(shared(pong_text()));
    if (!visitor.seat)
        return visitor.refuse("no-seat", "only those say this who have said hello with a seat");
    obey(visitor, *message);
}

void Room::greet(Visitor& visitor, const ClientHello& hello) {
    if (visitor.greeted) return visitor.refuse("greeted", "hello has been said already");
    if (hello.seat) {
        for (const Side side : {Side::X, Side::O})
            if (*hello.seat == game_.seats[index(side)]) visitor.seat = side;
        if (!visitor.seat) return visitor.refuse("bad-seat", "this is no seat of this game");
    }
    visitor.greeted = true;
    presence_changed_ = true;
    const auto now = Clock::now();
    // After a restart the clock waits for somebody to come back.
    if (visitor.seat && confirmed_ == recorded_) state_.resume_clock(now);
    // A client that claims to have seen more than there is gets everything again.
    const int from = hello.seen > confirmed_ ? 1 : hello.seen + 1;
    visitor.client().send(
        shared(welcome_text(id(), state_, visitor.seat, from, confirmed_, presence(), now)));
    if (from <= confirmed_)
        visitor.client().send(shared(events_text(state_, from, confirmed_, now)));
    if (visitor.seat == game_.invited && !state_.joined() && state_.join(game_.invited))
        record(now);
    start_if_both_are_here();
}

void Room::start_if_both_are_here() {
    const auto here = presence().here;
    if (here[0] && here[1] && state_.start()) record(Clock::now());
}

void Room::obey(Visitor& visitor, const ClientMessage& message) {
    const auto now = Clock::now();
    if (const auto event = request(*visitor.seat, message, now); !event)
        return visitor.refuse(event.error().code, event.error().message);
    record(now);
    if (state_.asks_rematch(Side::X) && state_.asks_rematch(Side::O) && !state_.next_game()) {
        state_.rematch(host_.begin_rematch(game_));
        record(now);
    }
}

Granted<GameEvent> Room::request(Side by, const ClientMessage& message, Clock::time_point now) {
    if (const auto* move = std::get_if<PlayMove>(&message))
        return state_.move(by, move->ply, move->move, now);
    if (const auto* answer = std::get_if<AnswerTakeback>(&message))
        return state_.answer_takeback(by, answer->agrees, now);
    if (std::holds_alternative<AskTakeback>(message)) return state_.ask_takeback(by, now);
    if (std::holds_alternative<AskRematch>(message)) return state_.ask_rematch(by);
    return state_.resign(by, now);
}

void Room::record(Clock::time_point received) {
    const int n = ++recorded_;
    host_.journal().add_event(id(), *state_.terms().variant, n, state_.events().back(),
                              [self = shared_from_this(), n, received](const Result<void>& stored) {
                                  if (self->broken_) return;
                                  if (!stored) return self->fail_to_store(stored.error());
                                  self->confirm(n, received);
                              });
}

void Room::confirm(int n, Clock::time_point received) {
    confirmed_ = n;
    const auto now = Clock::now();
    if (confirmed_ == recorded_) state_.resume_clock(now);
    broadcast(events_text(state_, n, n, now));
    if (state_.events()[static_cast<std::size_t>(n - 1)].kind != EventKind::Move) return;
    ++host_.metrics().moves_confirmed;
    host_.metrics().confirmation.add(now - received);
}

void Room::fail_to_store(const Error&) {
    ++host_.metrics().writes_failed;
    if (broken_) return;
    broken_ = true;
    broadcast(
        error_text("not-stored", "the server could not store it; what was confirmed is safe"));
    close_all(CloseCode::Internal, "could not store");
    host_.drop(*this);
}

void Room::tick(Clock::time_point now) {
    if (broken_) return;
    if (state_.time_out(now)) record(now);
    if (!presence_changed_) return;
    presence_changed_ = false;
    broadcast(presence_text(presence()));
}

void Room::close_all(CloseCode code, std::string_view reason) {
    for (Visitor* visitor : visitors_) visitor->client().close(code, reason);
}

void Room::broadcast(std::string text) {
    const SharedText message = shared(std::move(text));
    for (Visitor* visitor : visitors_)
        if (visitor->greeted) visitor->client().send(message);
}

Presence Room::presence() const {
    Presence presence{.names = state_.terms().names};
    for (const Visitor* visitor : visitors_) {
        if (!visitor->greeted) continue;
        if (visitor->seat)
            presence.here[index(*visitor->seat)] = true;
        else
            ++presence.watching;
    }
    return presence;
}

}  // namespace xttt
