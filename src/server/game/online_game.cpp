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

std::unexpected<Refusal> refuse(std::string_view code, std::string message) {
    return std::unexpected(Refusal{code, std::move(message)});
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

OnlineGame::OnlineGame(GameTerms terms) : terms_(std::move(terms)), position_(*terms_.variant) {
    if (terms_.time) remaining_.fill(terms_.time->initial);
}

Result<OnlineGame> OnlineGame::restore(GameTerms terms, const std::vector<GameEvent>& events) {
    OnlineGame game(std::move(terms));
    for (const GameEvent& event : events) {
        const bool possible = event.kind == EventKind::Move ? game.position_.is_legal(event.move)
                                                            : event.ply <= int(game.moves_.size());
        if (!possible)
            return fail(Errc::BadRecord, fmt::format("event {} of the stored game is impossible",
                                                     game.events_.size() + 1));
        game.happen(event);
    }
    return game;
}

std::optional<Token> OnlineGame::next_game() const {
    if (events_.empty()) return std::nullopt;
    return events_.back().next;
}

std::optional<Refusal> OnlineGame::not_playing() const {
    if (phase_ == Phase::Waiting)
        return Refusal{"not-started", "the game has not started: the opponent is not here yet"};
    if (phase_ == Phase::Over) return Refusal{"game-over", "the game is over"};
    return std::nullopt;
}

Granted<GameEvent> OnlineGame::join(Side invited) {
    if (joined()) return refuse("joined", "the seat has been taken already");
    return happen({.kind = EventKind::Join, .side = invited, .clocks = remaining_});
}

Granted<GameEvent> OnlineGame::start() {
    if (!joined()) return refuse("not-joined", "nobody has taken the other seat yet");
    if (phase_ != Phase::Waiting) return refuse("started", "the game has started already");
    return happen({.kind = EventKind::Start, .clocks = remaining_});
}

Granted<GameEvent> OnlineGame::move(Side by, int ply, std::string_view text,
                                    Clock::time_point now) {
    if (const auto refusal = not_playing()) return std::unexpected(*refusal);
    if (const auto end = time_out(now)) return *end;
    if (ply != static_cast<int>(moves_.size()))
        return refuse("stale", fmt::format("the move is for ply {}, but {} moves are on the board",
                                           ply, moves_.size()));
    if (position_.side_to_move() != by) return refuse("not-your-turn", "it is the opponent's turn");
    const auto move = position_.parse(text);
    if (!move) return refuse("illegal-move", move.error().message);

    stop_clock(now);
    if (terms_.time) remaining_[index(by)] += terms_.time->increment;
    return happen(
        {.kind = EventKind::Move, .side = by, .move = *move, .ply = ply + 1, .clocks = remaining_});
}

Granted<GameEvent> OnlineGame::ask_takeback(Side by, Clock::time_point now) {
    if (const auto refusal = not_playing()) return std::unexpected(*refusal);
    if (const auto end = time_out(now)) return *end;
    if (takeback_asked_by_ == by) return refuse("asked", "the takeback has been asked for already");
    if (takeback_asked_by_) return answer_takeback(by, true, now);
    // Asking is an event, and events are kept: without an end to it two people could fill a disk.
    if (events_.size() > 4 * static_cast<std::size_t>(terms_.variant->cells()))
        return refuse("too-many-takebacks", "there were too many takebacks in this game");
    if (std::ranges::find(movers_, by) == movers_.end())
        return refuse("nothing-to-take-back", "there is no move of yours on the board");
    return happen({.kind = EventKind::AskTakeback,
                   .side = by,
                   .ply = static_cast<int>(moves_.size()),
                   .clocks = clocks(now)});
}

Granted<GameEvent> OnlineGame::answer_takeback(Side by, bool agrees, Clock::time_point now) {
    if (const auto refusal = not_playing()) return std::unexpected(*refusal);
    if (const auto end = time_out(now)) return *end;
    if (takeback_asked_by_ != opponent(by))
        return refuse("nothing-asked", "the opponent has not asked for a takeback");
    if (!agrees)
        return happen({.kind = EventKind::DeclineTakeback,
                       .side = by,
                       .ply = static_cast<int>(moves_.size()),
                       .clocks = clocks(now)});
    const auto last = std::ranges::find(movers_.rbegin(), movers_.rend(), opponent(by));
    const auto left = movers_.rend() - last - 1;
    stop_clock(now);
    return happen({.kind = EventKind::Takeback,
                   .side = by,
                   .ply = static_cast<int>(left),
                   .clocks = remaining_});
}

Granted<GameEvent> OnlineGame::resign(Side by, Clock::time_point now) {
    if (const auto refusal = not_playing()) return std::unexpected(*refusal);
    if (const auto end = time_out(now)) return *end;
    stop_clock(now);
    return happen({.kind = EventKind::Resign,
                   .side = by,
                   .ply = static_cast<int>(moves_.size()),
                   .clocks = remaining_});
}

Granted<GameEvent> OnlineGame::ask_rematch(Side by) {
    if (phase_ != Phase::Over) return refuse("not-over", "the game is not over");
    if (next_game()) return refuse("asked", "the next game has begun already");
    if (asks_rematch(by)) return refuse("asked", "the rematch has been asked for already");
    return happen({.kind = EventKind::AskRematch,
                   .side = by,
                   .ply = static_cast<int>(moves_.size()),
                   .clocks = remaining_});
}

GameEvent OnlineGame::rematch(Token next) {
    assert(asks_rematch(Side::X) && asks_rematch(Side::O));
    return happen({.kind = EventKind::Rematch,
                   .ply = static_cast<int>(moves_.size()),
                   .clocks = remaining_,
                   .next = next});
}

std::optional<GameEvent> OnlineGame::time_out(Clock::time_point now) {
    const auto until = deadline();
    if (!until || now < *until) return std::nullopt;
    stop_clock(now);
    return happen({.kind = EventKind::TimeOut,
                   .side = position_.side_to_move(),
                   .ply = static_cast<int>(moves_.size()),
                   .clocks = remaining_});
}

void OnlineGame::resume_clock(Clock::time_point now) {
    if (phase_ == Phase::Playing && terms_.time && !turn_began_) turn_began_ = now;
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

GameEvent OnlineGame::happen(GameEvent event) {
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
    position_ = AnyPosition(*terms_.variant);
    for (const Move move : moves_) position_.play(move);
}

}  // namespace xttt
