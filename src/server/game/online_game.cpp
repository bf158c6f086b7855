#include "server/game/online_game.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

namespace xttt {
namespace {

using std::chrono::milliseconds;

constexpr std::array<std::string_view, 11> kEventNames{
    "join",     "start",       "move",    "ask-takeback", "decline-takeback", "takeback", "resign",
    "time-out", "ask-rematch", "rematch", "say"};
constexpr std::array<std::string_view, 6> kPhraseNames{"hello",      "good-luck", "nice-move",
                                                       "one-moment", "thanks",    "good-game"};

// The enumerator that has a name; `names` are in the order of the enumeration.
template <class E, std::size_t N>
std::optional<E> find_name(const std::array<std::string_view, N>& names, std::string_view name) {
    const auto found = std::ranges::find(names, name);
    if (found == names.end()) return std::nullopt;
    return static_cast<E>(found - names.begin());
}

std::unexpected<RequestError> refuse(std::string_view code, std::string message) {
    return std::unexpected(RequestError{code, std::move(message)});
}

std::optional<GameClock> clock_of(const std::optional<TimeControl>& time) {
    return time.transform([](const TimeControl& t) { return GameClock{t.initial, t.increment}; });
}

}  // namespace

std::string_view name(EventKind kind) {
    return kEventNames[static_cast<std::size_t>(kind)];
}

std::optional<EventKind> find_event_kind(std::string_view name) {
    return find_name<EventKind>(kEventNames, name);
}

std::string_view name(Phrase phrase) {
    return kPhraseNames[static_cast<std::size_t>(phrase)];
}

std::optional<Phrase> find_phrase(std::string_view name) {
    return find_name<Phrase>(kPhraseNames, name);
}

OnlineGame::OnlineGame(GameSettings settings)
    : settings_(std::move(settings)),
      adjudicator_(AnyPosition(*settings_.variant),
                   {clock_of(settings_.time), clock_of(settings_.time)}) {}

Result<OnlineGame> OnlineGame::restore(GameSettings settings,
                                       const std::vector<GameEvent>& events) {
    OnlineGame game(std::move(settings));
    for (const GameEvent& event : events) {
        const bool possible = event.kind == EventKind::Move
                                  ? game.adjudicator_.position().is_legal(event.move)
                              : event.kind == EventKind::Say ? event.side && event.phrase
                                                             : event.ply <= game.plies();
        if (!possible)
            return fail(Errc::BadRecord, fmt::format("event {} of the stored game is impossible",
                                                     game.events_.size() + 1));
        game.append(event);
    }
    return game;
}

std::optional<RequestError> OnlineGame::not_in_progress() const {
    if (phase() == Phase::Waiting) return RequestError{"not-started", "the game has not started"};
    if (phase() == Phase::Over) return RequestError{"game-over", "the game is over"};
    return std::nullopt;
}

RequestResult<GameEvent> OnlineGame::join(Side invited) {
    if (joined()) return refuse("joined", "this seat is already taken");
    return append({.kind = EventKind::Join, .side = invited, .clocks = stopped_clocks()});
}

RequestResult<GameEvent> OnlineGame::start() {
    if (!joined()) return refuse("not-joined", "the opponent has not joined yet");
    if (phase() != Phase::Waiting) return refuse("started", "the game has already started");
    return append({.kind = EventKind::Start, .clocks = stopped_clocks()});
}

RequestResult<GameEvent> OnlineGame::move(Side by, int ply, std::string_view text,
                                          Clock::time_point now) {
    if (const auto error = not_in_progress()) return std::unexpected(*error);
    if (const auto end = time_out(now)) return *end;
    if (ply != plies())
        return refuse("stale", fmt::format("the move is for ply {}, but the game is at ply {}", ply,
                                           plies()));
    if (side_to_move() != by) return refuse("not-your-turn", "it is not your turn");
    const auto move = adjudicator_.position().parse_move(text);
    if (!move) return refuse("illegal-move", move.error().message);

    adjudicator_.charge_move(used(now));
    turn_began_.reset();
    refill_clocks();
    return append({.kind = EventKind::Move,
                   .side = by,
                   .move = *move,
                   .ply = ply + 1,
                   .clocks = stopped_clocks()});
}

RequestResult<GameEvent> OnlineGame::ask_takeback(Side by, Clock::time_point now) {
    if (const auto error = not_in_progress()) return std::unexpected(*error);
    if (const auto end = time_out(now)) return *end;
    if (takeback_asked_by_ == by) return refuse("asked", "you have already asked for a takeback");
    if (takeback_asked_by_) return answer_takeback(by, true, now);
    // Events are stored: bounds the size of a game.
    if (events_.size() > 4 * static_cast<std::size_t>(settings_.variant->cells()))
        return refuse("too-many-takebacks", "too many takebacks in this game");
    if (std::ranges::find(movers_, by) == movers_.end())
        return refuse("nothing-to-take-back", "you have not made a move");
    return append(
        {.kind = EventKind::AskTakeback, .side = by, .ply = plies(), .clocks = clocks(now)});
}

RequestResult<GameEvent> OnlineGame::answer_takeback(Side by, bool accepts, Clock::time_point now) {
    if (const auto error = not_in_progress()) return std::unexpected(*error);
    if (const auto end = time_out(now)) return *end;
    if (takeback_asked_by_ != opponent(by))
        return refuse("nothing-asked", "the opponent has not asked for a takeback");
    if (!accepts)
        return append({.kind = EventKind::DeclineTakeback,
                       .side = by,
                       .ply = plies(),
                       .clocks = clocks(now)});
    const auto last = std::ranges::find(movers_.rbegin(), movers_.rend(), opponent(by));
    const auto left = movers_.rend() - last - 1;
    stop_clock(now);
    refill_clocks();
    return append({.kind = EventKind::Takeback,
                   .side = by,
                   .ply = static_cast<int>(left),
                   .clocks = stopped_clocks()});
}

RequestResult<GameEvent> OnlineGame::resign(Side by, Clock::time_point now) {
    if (const auto error = not_in_progress()) return std::unexpected(*error);
    if (const auto end = time_out(now)) return *end;
    stop_clock(now);
    return append(
        {.kind = EventKind::Resign, .side = by, .ply = plies(), .clocks = stopped_clocks()});
}

RequestResult<GameEvent> OnlineGame::ask_rematch(Side by) {
    if (phase() != Phase::Over) return refuse("not-over", "the game is not over");
    if (next_game()) return refuse("asked", "the rematch has already started");
    if (asks_rematch(by)) return refuse("asked", "you have already asked for a rematch");
    return append(
        {.kind = EventKind::AskRematch, .side = by, .ply = plies(), .clocks = stopped_clocks()});
}

GameEvent OnlineGame::rematch(Token next) {
    assert(asks_rematch(Side::X) && asks_rematch(Side::O));
    return append(
        {.kind = EventKind::Rematch, .ply = plies(), .clocks = stopped_clocks(), .next = next});
}

RequestResult<GameEvent> OnlineGame::say(Side by, Phrase phrase, Clock::time_point now) {
    if (!joined()) return refuse("not-joined", "the opponent has not joined yet");
    if (std::ranges::count(said_, by, &Said::side) >= kMaxPhrases)
        return refuse("too-many-phrases", "you have sent too many phrases in this game");
    return append({.kind = EventKind::Say,
                   .side = by,
                   .ply = plies(),
                   .clocks = clocks(now),
                   .phrase = phrase});
}

std::optional<GameEvent> OnlineGame::time_out(Clock::time_point now) {
    const auto until = deadline();
    if (!until || now < *until) return std::nullopt;
    stop_clock(now);
    return append({.kind = EventKind::TimeOut,
                   .side = side_to_move(),
                   .ply = plies(),
                   .clocks = stopped_clocks()});
}

void OnlineGame::resume_clock(Clock::time_point since) {
    if (phase() == Phase::Playing && settings_.time && !turn_began_) turn_began_ = since;
}

std::optional<Clock::time_point> OnlineGame::deadline() const {
    if (!turn_began_) return std::nullopt;
    return adjudicator_.clocks().flag_fall(side_to_move(), *turn_began_);
}

milliseconds OnlineGame::used(Clock::time_point now) const {
    return turn_began_ ? std::chrono::floor<milliseconds>(now - *turn_began_) : milliseconds{0};
}

std::array<milliseconds, 2> OnlineGame::stopped_clocks() const {
    return {adjudicator_.clocks().shown(Side::X), adjudicator_.clocks().shown(Side::O)};
}

std::array<milliseconds, 2> OnlineGame::clocks(Clock::time_point now) const {
    auto shown = stopped_clocks();
    shown[index(side_to_move())] = adjudicator_.clocks().shown(side_to_move(), used(now));
    return shown;
}

void OnlineGame::stop_clock(Clock::time_point now) {
    adjudicator_.clocks().use(side_to_move(), used(now));
    turn_began_.reset();
}

void OnlineGame::refill_clocks() {
    if (!settings_.is_correspondence()) return;
    for (const Side side : {Side::X, Side::O})
        adjudicator_.clocks().set(side, settings_.time->initial);
}

GameEvent OnlineGame::append(GameEvent event) {
    const bool was_over = adjudicator_.over();
    apply(event);
    event.ends_game = !was_over && adjudicator_.over();
    events_.push_back(event);
    return event;
}

void OnlineGame::apply(const GameEvent& event) {
    switch (event.kind) {
        case EventKind::Join:
            break;
        case EventKind::Start:
            started_ = true;
            break;
        case EventKind::Move:
            movers_.push_back(side_to_move());
            moves_.push_back(event.move);
            adjudicator_.play(event.move);
            takeback_asked_by_.reset();
            set_clocks(event.clocks);
            break;
        case EventKind::AskTakeback:
            takeback_asked_by_ = event.side;
            break;
        case EventKind::DeclineTakeback:
            takeback_asked_by_.reset();
            break;
        case EventKind::Takeback:
            set_board(static_cast<std::size_t>(event.ply));
            takeback_asked_by_.reset();
            set_clocks(event.clocks);
            break;
        case EventKind::Resign:
        case EventKind::TimeOut:
            adjudicator_.end_by({event.side.value_or(Side::X),
                                 event.kind == EventKind::Resign ? ForfeitReason::Resignation
                                                                 : ForfeitReason::TimeLimit,
                                 ""});
            set_clocks(event.clocks);
            takeback_asked_by_.reset();
            break;
        case EventKind::AskRematch:
            asks_rematch_[index(event.side.value_or(Side::X))] = true;
            break;
        case EventKind::Rematch:
            next_game_ = event.next;
            break;
        case EventKind::Say:
            said_.push_back({*event.side, *event.phrase});
            break;
    }
}

void OnlineGame::set_clocks(const std::array<milliseconds, 2>& clocks) {
    for (const Side side : {Side::X, Side::O}) adjudicator_.clocks().set(side, clocks[index(side)]);
}

void OnlineGame::set_board(std::size_t ply_count) {
    moves_.resize(ply_count);
    movers_.resize(ply_count);
    AnyPosition position(*settings_.variant);
    for (const Move move : moves_) position.play(move);
    adjudicator_.take_back(position);
}

}  // namespace xttt
