#include "server/game/game_session.h"

#include <algorithm>
#include <cstring>

#include <spdlog/spdlog.h>

#include "base/random.h"
#include "server/game/game_registry.h"

namespace xttt {
namespace {

constexpr std::size_t kMaxSessionSubscribers = 500;
// More than any person or page sends.
constexpr Rate kMessageRate{.burst = 40, .per_second = 10};
constexpr Rate kPhraseRate{.burst = 3, .per_second = 0.25};
// For the player who joined a public game to open its WebSocket.
constexpr std::chrono::seconds kReservation{10};

}  // namespace

// A connection to the session, which it keeps alive.
class GameSession::Subscriber : public SocketHandler {
public:
    Subscriber(std::shared_ptr<GameSession> session, Client& client, std::string address)
        : session_(std::move(session)),
          client_(client),
          address_(std::move(address)),
          messages_(kMessageRate, Clock::now()) {}
    ~Subscriber() override { session_->disconnect(*this); }

    void on_text(std::string_view text) override {
        if (messages_.take(kMessageRate, Clock::now())) return session_->receive(*this, text);
        client_.close(CloseCode::Policy, "too many messages");
    }

    void send_error(std::string_view code, std::string_view message) {
        ++session_->registry_.metrics().messages_refused;
        client_.send(shared_text(error_text(code, message)));
    }

    Client& client() { return client_; }
    const std::string& address() const { return address_; }
    bool said_hello = false;
    std::optional<Side> seat;

private:
    std::shared_ptr<GameSession> session_;
    Client& client_;
    std::string address_;
    TokenBucket messages_;
};

GameSession::GameSession(SavedGame game, OnlineGame state, GameRegistry& registry)
    : game_(std::move(game)),
      state_(std::move(state)),
      registry_(registry),
      lobby_(registry.lobby()),
      phrases_{TokenBucket(kPhraseRate, Clock::now()), TokenBucket(kPhraseRate, Clock::now())} {
    game_.events.clear();
    confirmed_ = recorded_ = static_cast<int>(state_.events().size());
}

void GameSession::join(const JoinRequest& request, const std::string& address, Seated done) {
    if (request.invitation != game_.invitation)
        return done(std::unexpected(RequestError{"bad-invitation", "the invitation is not valid"}));
    const auto now = Clock::now();
    const bool reserved = now < reserved_until_ && reserved_for_ != address;
    if (state_.joined() || reserved)
        return done(std::unexpected(RequestError{"seat-taken", "this seat is already taken"}));
    if (game_.is_public) {
        reserved_for_ = address;
        reserved_until_ = now + kReservation;
        lobby_->hide_until(id(), reserved_until_);
    }
    const Side side = game_.invited;
    const Token seat = Token::random();
    game_.seats[index(side)] = seat;
    game_.settings.names[index(side)] = request.name;
    state_.set_name(side, request.name);
    presence_changed_ = true;
    registry_.journal().set_seat(
        id(), side, seat, request.name,
        [self = shared_from_this(), side, seat, done = std::move(done)](const auto& stored) {
            if (stored) return done(std::pair(side, seat));
            self->on_store_failure();
            done(std::unexpected(RequestError{"not-stored", "the seat could not be stored"}));
        });
}

std::unique_ptr<SocketHandler> GameSession::connect(Client& client, std::string address) {
    auto subscriber = std::make_unique<Subscriber>(shared_from_this(), client, std::move(address));
    subscribers_.push_back(subscriber.get());
    return subscriber;
}

bool GameSession::is_full() const {
    return subscribers_.size() >= kMaxSessionSubscribers;
}

void GameSession::disconnect(Subscriber& subscriber) {
    std::erase(subscribers_, &subscriber);
    presence_changed_ = true;
    update_lobby();
}

void GameSession::receive(Subscriber& subscriber, std::string_view text) {
    if (broken_) return;  // its connections are being closed
    const auto message = parse_client_message(text);
    if (!message) return subscriber.send_error("bad-message", message.error().message);
    if (const auto* hello = std::get_if<ClientHello>(&*message))
        return handle_hello(subscriber, *hello);
    if (std::holds_alternative<Ping>(*message))
        return subscriber.client().send(shared_text(pong_text()));
    if (!subscriber.seat)
        return subscriber.send_error("no-seat", "this request requires a seat: send it with hello");
    if (std::holds_alternative<CancelGame>(*message)) return cancel(subscriber);
    handle_command(subscriber, *message);
}

void GameSession::handle_hello(Subscriber& subscriber, const ClientHello& hello) {
    if (subscriber.said_hello)
        return subscriber.send_error("greeted", "hello was already received");
    if (hello.seat) {
        for (const Side side : {Side::X, Side::O})
            if (*hello.seat == game_.seats[index(side)]) subscriber.seat = side;
        if (!subscriber.seat)
            return subscriber.send_error("bad-seat", "the seat does not belong to this game");
    }
    subscriber.said_hello = true;
    presence_changed_ = true;
    const auto now = Clock::now();
    // After a restart the clock starts when a player is back.
    if (subscriber.seat && confirmed_ == recorded_) state_.resume_clock(now);
    // A client that has seen more events than there are gets all of them again.
    const int from = hello.seen > confirmed_ ? 1 : hello.seen + 1;
    const Welcome welcome{.game = id(),
                          .is_public = game_.is_public,
                          .seat = subscriber.seat,
                          .from = from,
                          .last = confirmed_};
    subscriber.client().send(shared_text(welcome_text(welcome, state_, presence(), now)));
    if (from <= confirmed_)
        subscriber.client().send(shared_text(events_text(state_, from, confirmed_, now)));
    if (subscriber.seat == game_.invited && !state_.joined() && state_.join(game_.invited))
        store_event(now);
    start_if_ready();
    update_lobby();
    ask_bot();
}

void GameSession::start_if_ready() {
    const auto here = presence().here;
    const bool both_here = here[0] && here[1];
    if ((both_here || state_.settings().is_correspondence()) && state_.start())
        store_event(Clock::now());
}

void GameSession::update_lobby() {
    if (broken_ || state_.joined()) return lobby_->remove(id());
    if (!game_.is_public) return;
    const Side creator = opponent(game_.invited);
    const auto seated = std::ranges::find(subscribers_, creator, &Subscriber::seat);
    const auto now = Clock::now();
    if (seated != subscribers_.end() && !lobby_->contains(id()))
        lobby_->add(challenge_of(game_), (*seated)->address(), now);
    lobby_->set_creator_here(id(), seated != subscribers_.end(), now);
}

void GameSession::cancel(Subscriber& subscriber) {
    if (state_.joined() || subscriber.seat == game_.invited)
        return subscriber.send_error("joined", "the opponent has joined: resign instead");
    broken_ = true;
    registry_.remove(*this);
    close_all(CloseCode::GoingAway, "game cancelled");
}

void GameSession::handle_command(Subscriber& subscriber, const ClientMessage& message) {
    const auto now = Clock::now();
    // A rematch is a new game: it counts like one that is created.
    if (completes_rematch(*subscriber.seat, message))
        if (const auto refused = registry_.check_creation(subscriber.address()))
            return subscriber.send_error(refused->code, refused->message);
    if (const auto event = request(*subscriber.seat, message, now); !event)
        return subscriber.send_error(event.error().code, event.error().message);
    store_event(now);
    if (state_.asks_rematch(Side::X) && state_.asks_rematch(Side::O) && !state_.next_game()) {
        state_.rematch(registry_.begin_rematch(game_));
        store_event(now);
    }
    answer_for_bot(now);
}

bool GameSession::completes_rematch(Side by, const ClientMessage& message) const {
    return std::holds_alternative<AskRematch>(message) &&
           state_.phase() == OnlineGame::Phase::Over && !state_.next_game() &&
           (state_.asks_rematch(opponent(by)) || bot_side()) && !state_.asks_rematch(by);
}

RequestResult<GameEvent> GameSession::request(Side by, const ClientMessage& message,
                                              Clock::time_point now) {
    if (const auto* move = std::get_if<PlayMove>(&message))
        return state_.move(by, move->ply, move->move, now);
    if (const auto* answer = std::get_if<AnswerTakeback>(&message))
        return state_.answer_takeback(by, answer->accepts, now);
    if (std::holds_alternative<AskTakeback>(message)) return state_.ask_takeback(by, now);
    if (std::holds_alternative<AskRematch>(message)) return state_.ask_rematch(by);
    if (const auto* said = std::get_if<SayPhrase>(&message)) {
        if (!phrases_[index(by)].take(kPhraseRate, now))
            return std::unexpected(RequestError{"too-many-phrases", "wait a few seconds"});
        return state_.say(by, said->phrase, now);
    }
    return state_.resign(by, now);
}

std::optional<Side> GameSession::bot_side() const {
    if (game_.bot.empty()) return std::nullopt;
    return game_.invited;
}

bool GameSession::has_seated_player() const {
    return std::ranges::any_of(subscribers_,
                               [](const Subscriber* s) { return s->seat.has_value(); });
}

bool GameSession::occupies_bot() const {
    return bot_side() && state_.phase() != OnlineGame::Phase::Over && has_seated_player();
}

void GameSession::ask_bot() {
    const auto side = bot_side();
    if (!side || asking_bot_ || broken_ || confirmed_ != recorded_ || !has_seated_player()) return;
    if (state_.phase() != OnlineGame::Phase::Playing || state_.side_to_move() != *side) return;
    std::uint64_t seed = 0;
    std::memcpy(&seed, id().bytes().data(), sizeof seed);
    BotPool::Question question{.bot = game_.bot,
                               .variant = state_.settings().variant,
                               .side = *side,
                               .moves = state_.moves(),
                               .clock_left = std::nullopt,
                               .seed = mix64(seed + state_.moves().size())};
    if (state_.settings().time) question.clock_left = state_.clocks(Clock::now())[index(*side)];
    const int events = recorded_;
    asking_bot_ = registry_.ask_bot(
        std::move(question), [self = shared_from_this(), events](const Result<std::string>& move) {
            self->asking_bot_ = false;
            self->play_for_bot(events, move);
        });
}

void GameSession::play_for_bot(int events, const Result<std::string>& move) {
    // A takeback or the end may have come first; phrases change nothing, but asking again is easy.
    if (broken_ || events != recorded_) return ask_bot();
    const Side side = *bot_side();
    const auto now = Clock::now();
    const auto played =
        move ? state_.move(side, static_cast<int>(state_.moves().size()), *move, now)
             : RequestResult<GameEvent>(std::unexpected(RequestError{"", move.error().message}));
    if (!played) {
        spdlog::warn("bot {} resigns: {}", game_.bot, played.error().message);
        if (!state_.resign(side, now)) return;
    }
    store_event(now);
}

void GameSession::answer_for_bot(Clock::time_point now) {
    const auto side = bot_side();
    if (!side) return;
    if (state_.takeback_asked_by() == opponent(*side) && state_.answer_takeback(*side, true, now))
        store_event(now);
    const bool wants_rematch = state_.asks_rematch(opponent(*side)) && !state_.next_game();
    if (!wants_rematch || !state_.ask_rematch(*side)) return;
    store_event(now);
    state_.rematch(registry_.begin_rematch(game_));
    store_event(now);
}

void GameSession::store_event(Clock::time_point received) {
    const int n = ++recorded_;
    registry_.journal().add_event(
        id(), *state_.settings().variant, n, state_.events().back(),
        [self = shared_from_this(), n, received](const Result<void>& stored) {
            if (self->broken_) return;
            if (!stored) return self->on_store_failure();
            self->confirm(n, received);
        });
}

void GameSession::confirm(int n, Clock::time_point received) {
    confirmed_ = n;
    const auto now = Clock::now();
    if (confirmed_ == recorded_) state_.resume_clock(now);
    broadcast(events_text(state_, n, n, now));
    ask_bot();
    const GameEvent& event = state_.events()[static_cast<std::size_t>(n - 1)];
    if (event.ends_game) registry_.report_end(id(), state_);
    if (event.kind != EventKind::Move) return;
    ++registry_.metrics().moves_confirmed;
    registry_.metrics().confirmation.add(now - received);
}

void GameSession::on_store_failure() {
    ++registry_.metrics().writes_failed;
    if (broken_) return;
    broken_ = true;
    broadcast(
        error_text("not-stored", "the last event could not be stored; earlier ones are safe"));
    close_all(CloseCode::Internal, "could not store");
    registry_.drop(*this);
}

void GameSession::tick(Clock::time_point now) {
    if (broken_) return;
    if (state_.time_out(now)) store_event(now);
    ask_bot();  // those that could not be asked before
    if (!presence_changed_) return;
    presence_changed_ = false;
    broadcast(presence_text(presence()));
}

void GameSession::close_all(CloseCode code, std::string_view reason) {
    for (Subscriber* subscriber : subscribers_) subscriber->client().close(code, reason);
}

void GameSession::broadcast(std::string text) {
    const SharedText message = shared_text(std::move(text));
    for (Subscriber* subscriber : subscribers_)
        if (subscriber->said_hello) subscriber->client().send(message);
}

Presence GameSession::presence() const {
    Presence presence{.names = state_.settings().names};
    if (const auto bot = bot_side()) {
        presence.bots[index(*bot)] = true;
        presence.here[index(*bot)] = registry_.has_bot(game_.bot, *state_.settings().variant);
    }
    for (const Subscriber* subscriber : subscribers_) {
        if (!subscriber->said_hello) continue;
        if (subscriber->seat)
            presence.here[index(*subscriber->seat)] = true;
        else
            ++presence.watching;
    }
    return presence;
}

}  // namespace xttt
