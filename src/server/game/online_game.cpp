#include "server/game/online_game.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

namespace xttt {
namespace {

using std::chrono::milliseconds;

constexpr std::array<std::string_view, 10> kEventNames{
    "join",     "start",  "move",     "ask-takeback", "decline-takeback",
    "takeback", "resign", "time-out", "ask-rematch",  "rematch"};

std::unexpected<RequestError> refuse(std::string_view code, std::string message) {
    return std::unexpected(RequestError{code, std::move(message)});
}

}  // namespace

std::string_view name(EventKind kind) {
    return kEventNames[static_cast<std::size_t>(kind)];
}

std::optional<EventKind> find_event_kind(std::string_view name) {
    const auto found = std::ranges::find(kEventNames, name);
    if (found == kEventNames.end()) return std::nullopt;
    return static_cast<EventKind>(found - kEventNames.begin());
}

OnlineGame::OnlineGame(GameSettings settings)
    : settings_(std::move(settings)), position_(*settings_.variant) {
    if (settings_.time) remaining_.fill(settings_.time->initial);
}

Result<OnlineGame> OnlineGame::restore(GameSettings settings,
                                       const std::vector<GameEvent>& events) {
    OnlineGame game(std::move(settings));
    for (const GameEvent& event : events) {
        const bool possible = event.kind == EventKind::Move ? game.position_.is_legal(event.move)
                                                            : event.ply <= int(game.moves_.size());
        if (!possible)
            return fail(Errc::BadRecord, fmt::format("event {} of the stored game is impossible",
                                                     game.events_.size() + 1));
        game.append(event);
    }
    return game;
}

std::optional<Token> OnlineGame::next_game() const {
    if (events_.empty()) return std::nullopt;
    return events_.back().next;
}

std::optional<RequestError> OnlineGame::not_in_progress() const {
    if (phase_ == Phase::Waiting) return RequestError{"not-started", "the game has not started"};
    if (phase_ == Phase::Over) return RequestError{"game-over", "the game is over"};
    return std::nullopt;
}

RequestResult<GameEvent> OnlineGame::join(Side invited) {
    if (joined()) return refuse("joined", "this seat is already taken");
    return append({.kind = EventKind::Join, .side = invited, .clocks = remaining_});
}

RequestResult<GameEvent> OnlineGame::start() {
    if (!joined()) return refuse("not-joined", "the opponent has not joined yet");
    if (phase_ != Phase::Waiting) return refuse("started", "the game has already started");
    return append({.kind = EventKind::Start, .clocks = remaining_});
}

RequestResult<GameEvent> OnlineGame::move(Side by, int ply, std::string_view text,
                                          Clock::time_point now) {
    if (const auto error = not_in_progress()) return std::unexpected(*error);
    if (const auto end = time_out(now)) return *end;
    if (ply != static_cast<int>(moves_.size()))
        return refuse("stale", fmt::format("the move is for ply {}, but the game is at ply {}", ply,
                                           moves_.size()));
    if (position_.side_to_move() != by) return refuse("not-your-turn", "it is not your turn");
    const auto move = position_.parse_move(text);
    if (!move) return refuse("illegal-move", move.error().message);

    stop_clock(now);
    if (settings_.time) remaining_[index(by)] += settings_.time->increment;
    return append(
        {.kind = EventKind::Move, .side = by, .move = *move, .ply = ply + 1, .clocks = remaining_});
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
    return append({.kind = EventKind::AskTakeback,
                   .side = by,
                   .ply = static_cast<int>(moves_.size()),
                   .clocks = clocks(now)});
}

RequestResult<GameEvent> OnlineGame::answer_takeback(Side by, bool accepts, Clock::time_point now) {
    if (const auto error = not_in_progress()) return std::unexpected(*error);
    if (const auto end = time_out(now)) return *end;
    if (takeback_asked_by_ != opponent(by))
        return refuse("nothing-asked", "the opponent has not asked for a takeback");
    if (!accepts)
        return append({.kind = EventKind::DeclineTakeback,
                       .side = by,
                       .ply = static_cast<int>(moves_.size()),
                       .clocks = clocks(now)});
    const auto last = std::ranges::find(movers_.rbegin(), movers_.rend(), opponent(by));
    const auto left = movers_.rend() - last - 1;
    stop_clock(now);
    return append({.kind = EventKind::Takeback,
                   .side = by,
                   .ply = static_cast<int>(left),
                   .clocks = remaining_});
}

RequestResult<GameEvent> OnlineGame::resign(Side by, Clock::time_point now) {
    if (const auto error = not_in_progress()) return std::unexpected(*error);
    if (const auto end = time_out(now)) return *end;
    stop_clock(now);
    return append({.kind = EventKind::Resign,
                   .side = by,
                   .ply = static_cast<int>(moves_.size()),
                   .clocks = remaining_});
}

RequestResult<GameEvent> OnlineGame::ask_rematch(Side by) {
    if (phase_ != Phase::Over) return refuse("not-over", "the game is not over");
    if (next_game()) return refuse("asked", "the rematch has already started");
    if (asks_rematch(by)) return refuse("asked", "you have already asked for a rematch");
    return append({.kind = EventKind::AskRematch,
                   .side = by,
                   .ply = static_cast<int>(moves_.size()),
                   .clocks = remaining_});
}

GameEvent OnlineGame::rematch(Token next) {
    assert(asks_rematch(Side::X) && asks_rematch(Side::O));
    return append({.kind = EventKind::Rematch,
                   .ply = static_cast<int>(moves_.size()),
                   .clocks = remaining_,
                   .next = next});
}

std::optional<GameEvent> OnlineGame::time_out(Clock::time_point now) {
    const auto until = deadline();
    if (!until || now < *until) return std::nullopt;
    stop_clock(now);
    return append({.kind = EventKind::TimeOut,
                   .side = position_.side_to_move(),
                   .ply = static_cast<int>(moves_.size()),
                   .clocks = remaining_});
}

void OnlineGame::resume_clock(Clock::time_point now) {
    if (phase_ == Phase::Playing && settings_.time && !turn_began_) turn_began_ = now;
}

std::optional<Clock::time_point> OnlineGame::deadline() const {
    if (!turn_began_) return std::nullopt;
    return *turn_began_ + remaining_[index(position_.side_to_move())];
}

std::array<milliseconds, 2> OnlineGame::clocks(Clock::time_point now) const {
    auto shown = remaining_;
    if (turn_began_) {
        const auto used = std::chrono::floor<milliseconds>(now - *turn_began_);
        auto& own = shown[index(position_.side_to_move())];
        own = std::max(own - used, milliseconds{0});
    }
    return shown;
}

void OnlineGame::stop_clock(Clock::time_point now) {
    remaining_ = clocks(now);
    turn_began_.reset();
}

GameEvent OnlineGame::append(GameEvent event) {
    apply(event);
    events_.push_back(event);
    return event;
}

void OnlineGame::apply(const GameEvent& event) {
    switch (event.kind) {
        case EventKind::Join:
            break;
        case EventKind::Start:
            phase_ = Phase::Playing;
            break;
        case EventKind::Move:
            movers_.push_back(position_.side_to_move());
            moves_.push_back(event.move);
            position_.play(event.move);
            takeback_asked_by_.reset();
            remaining_ = event.clocks;
            if (position_.over()) phase_ = Phase::Over;
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
            remaining_ = event.clocks;
            break;
        case EventKind::Resign:
        case EventKind::TimeOut:
            forfeit_ = Forfeit{event.side.value_or(Side::X),
                               event.kind == EventKind::Resign ? ForfeitReason::Resignation
                                                               : ForfeitReason::TimeLimit,
                               ""};
            remaining_ = event.clocks;
            takeback_asked_by_.reset();
            phase_ = Phase::Over;
            break;
        case EventKind::AskRematch:
            asks_rematch_[index(event.side.value_or(Side::X))] = true;
            break;
        case EventKind::Rematch:
            break;
    }
}

void OnlineGame::set_board(std::size_t plies) {
    moves_.resize(plies);
    movers_.resize(plies);
    position_ = AnyPosition(*settings_.variant);
    for (const Move move : moves_) position_.play(move);
}

}  // namespace xttt
