#include "server/game/hub.h"

#include <algorithm>
#include <utility>

namespace xttt {
namespace {

constexpr std::chrono::seconds kBetweenExpiries{60};
// Where no game could give way, none will a moment later.
constexpr std::chrono::seconds kAfterNoRoom{1};

std::int64_t unix_seconds() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::seconds>(now).count();
}

std::int64_t unix_seconds_before(std::chrono::seconds age) {
    return unix_seconds() - age.count();
}

// So many places for open games are made free at a time, before they are needed.
std::int64_t spare(const HubLimits& limits) {
    return limits.open_games / 50;
}

}  // namespace

Hub::Hub(Journal& journal, Metrics& metrics, HubLimits limits)
    : journal_(journal), metrics_(metrics), limits_(limits), open_games_(journal.open_games()) {}

void Hub::create(const CreateRequest& request, CreatedFn done) {
    if (open_games_ + spare(limits_) >= limits_.open_games) make_room();
    if (open_games_ >= limits_.open_games)
        return done(std::unexpected(
            Refusal{"too-many-games", "too many games wait for an opponent; try again later"}));
    SavedGame game{.id = Token::random(),
                   .terms = request.terms,
                   .seats = {Token::random(), Token::random()},
                   .invitation = Token::random(),
                   .created = unix_seconds()};
    const Side side = request.side.value_or((game.id.bytes()[0] & 1) != 0 ? Side::X : Side::O);
    game.invited = opponent(side);
    if (side == Side::O) std::swap(game.terms.names[0], game.terms.names[1]);
    const Created created{game.id, side, game.seats[index(side)], game.invitation};
    ++open_games_;
    journal_.add_game(game, [this, game, created, done = std::move(done)](const auto& stored) {
        if (!stored) {
            --open_games_;
            ++metrics_.writes_failed;
            return done(std::unexpected(Refusal{"not-stored", "the server could not store it"}));
        }
        ++metrics_.games_created;
        add_room(std::make_shared<Room>(game, OnlineGame(game.terms), *this), true);
        done(created);
    });
}

void Hub::add_room(std::shared_ptr<Room> room, bool counted_open) {
    const Token id = room->id();
    rooms_.insert_or_assign(id, Entry{std::move(room), Clock::now(), counted_open});
}

void Hub::find(const Token& game, FoundFn found) {
    if (const auto entry = rooms_.find(game); entry != rooms_.end()) {
        entry->second.last_used = Clock::now();
        return found(entry->second.room);
    }
    auto& waiting = loading_[game];
    waiting.push_back(std::move(found));
    if (waiting.size() > 1) return;  // the journal has been asked already
    journal_.load(game, [this, game](Result<std::optional<SavedGame>> loaded) {
        Result<std::shared_ptr<Room>> room = std::shared_ptr<Room>{};
        if (!loaded) {
            room = std::unexpected(loaded.error());
        } else if (*loaded) {
            auto state = OnlineGame::restore((*loaded)->terms, (*loaded)->events);
            if (state) {
                const bool open = !state->joined();
                room = std::make_shared<Room>(std::move(**loaded), std::move(*state), *this);
                add_room(*room, open);
            } else {
                room = std::unexpected(state.error());
            }
        }
        for (const FoundFn& tell : std::exchange(loading_[game], {})) tell(room);
        loading_.erase(game);
    });
}

Token Hub::begin_rematch(const SavedGame& old) {
    SavedGame game{.id = Token::random(),
                   .terms = old.terms,
                   .seats = {old.seats[1], old.seats[0]},
                   .invitation = Token::random(),
                   .created = unix_seconds()};
    std::swap(game.terms.names[0], game.terms.names[1]);
    OnlineGame state(game.terms);
    // If one of these writes fails, so does the one that announces the game: nobody will ask for
    // it.
    const auto ignore = [](const Result<void>&) {};
    journal_.add_game(game, ignore);
    journal_.add_event(game.id, *game.terms.variant, 1, *state.join(game.invited), ignore);
    ++metrics_.games_created;
    add_room(std::make_shared<Room>(game, std::move(state), *this), false);
    return game.id;
}

void Hub::drop(const Room& room) {
    const auto entry = rooms_.find(room.id());
    if (entry != rooms_.end() && entry->second.room.get() == &room) rooms_.erase(entry);
}

void Hub::tick(Clock::time_point now) {
    for (auto entry = rooms_.begin(); entry != rooms_.end();) {
        auto& [room, last_used, counted_open] = entry->second;
        room->tick(now);
        if (counted_open && room->state().joined()) {
            counted_open = false;
            open_games_ = std::max<std::int64_t>(open_games_ - 1, 0);
        }
        // Visitors and unanswered writes hold the room; a running clock must be watched.
        const bool in_use = room.use_count() > 1 || room->state().clock_runs();
        if (in_use) last_used = now;
        entry = now - last_used > limits_.idle ? rooms_.erase(entry) : std::next(entry);
    }
    expire(now);
}

void Hub::expire(Clock::time_point now) {
    if (!next_expiry_) next_expiry_ = now;
    if (now < *next_expiry_) return;
    next_expiry_ = now + kBetweenExpiries;
    journal_.expire({.open_before = unix_seconds_before(limits_.open_age),
                     .other_before = unix_seconds_before(limits_.keep)},
                    [this](std::int64_t open, bool more) {
                        open_games_ = std::max<std::int64_t>(open_games_ - open, 0);
                        if (more) next_expiry_ = Clock::now();
                    });
}

void Hub::make_room() {
    if (making_room_ || Clock::now() < next_room_) return;
    making_room_ = true;
    std::vector<Token> waited_in;
    for (const auto& [id, entry] : rooms_)
        if (entry.counted_open && entry.room.use_count() > 1) waited_in.push_back(id);
    const auto count = static_cast<int>(std::max<std::int64_t>(spare(limits_), 1));
    // One second more: games of this very second are as old as can be told.
    journal_.remove_open(count, unix_seconds_before(limits_.open_grace) + 1, std::move(waited_in),
                         [this](const std::vector<Token>& removed) {
                             making_room_ = false;
                             if (removed.empty()) next_room_ = Clock::now() + kAfterNoRoom;
                             metrics_.games_evicted += removed.size();
                             open_games_ -= static_cast<std::int64_t>(removed.size());
                             open_games_ = std::max<std::int64_t>(open_games_, 0);
                             for (const Token& game : removed) rooms_.erase(game);
                         });
}

void Hub::close_all(CloseCode code, std::string_view reason) {
    for (const auto& [id, entry] : rooms_) entry.room->close_all(code, reason);
}

}  // namespace xttt
