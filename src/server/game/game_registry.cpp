#include "server/game/game_registry.h"

#include <algorithm>
#include <utility>

namespace xttt {
namespace {

constexpr std::size_t kMaxCreatorAddresses = 50'000;
constexpr std::chrono::seconds kExpiryInterval{60};
// After an eviction that found no game to remove.
constexpr std::chrono::seconds kEvictionRetry{1};

std::int64_t unix_seconds_before(std::chrono::seconds age) {
    return unix_seconds() - age.count();
}

// Open games to remove at a time, before the limit is reached.
std::int64_t eviction_batch(const RegistryLimits& limits) {
    return limits.open_games / 50;
}

}  // namespace

GameRegistry::GameRegistry(Journal& journal, Metrics& metrics, RegistryLimits limits, BotPool* bots)
    : journal_(journal),
      metrics_(metrics),
      limits_(limits),
      bots_(bots),
      lobby_(std::make_shared<Lobby>(limits.lobby)),
      creations_({limits.created_per_minute, limits.created_per_minute / 60}, kMaxCreatorAddresses),
      open_games_(journal.open_games()) {
    for (const SavedGame& game : journal.challenges())
        lobby_->add(challenge_of(game), "", Clock::now());
}

std::optional<RequestError> GameRegistry::check_creation(const std::string& address) {
    if (journal_.used_bytes() >= limits_.storage)
        return RequestError{"storage-full", "the storage limit of the server is reached"};
    const auto now = Clock::now();
    if (creations_.allow(address, now)) return std::nullopt;
    creations_.sweep(now);
    ++metrics_.requests_limited;
    return RequestError{"too-many-games", "too many games created; try again in a minute"};
}

void GameRegistry::create(const CreateRequest& request, const std::string& address,
                          CreatedFn done) {
    if (auto refused = check_bot(request)) return done(std::unexpected(std::move(*refused)));
    if (request.is_public)
        if (auto refused = lobby_->check(address))
            return done(std::unexpected(std::move(*refused)));
    if (auto refused = check_creation(address)) return done(std::unexpected(std::move(*refused)));
    if (open_games_ + eviction_batch(limits_) >= limits_.open_games) evict_idle();
    if (open_games_ >= limits_.open_games)
        return done(std::unexpected(
            RequestError{"too-many-open-games", "too many open games; try again later"}));
    SavedGame game{.id = Token::random(),
                   .settings = request.settings,
                   .seats = {Token::random(), Token::random()},
                   .invitation = Token::random(),
                   .created = unix_seconds(),
                   .is_public = request.is_public,
                   .bot = request.bot};
    const Side side = request.side.value_or((game.id.bytes()[0] & 1) != 0 ? Side::X : Side::O);
    game.invited = opponent(side);
    if (side == Side::O) std::swap(game.settings.names[0], game.settings.names[1]);
    const Created created{game.id, side, game.seats[index(side)], game.invitation};
    if (!game.bot.empty()) return create_bot_game(std::move(game), created, std::move(done));
    ++open_games_;
    // Listed before it is stored, so that a burst of requests cannot exceed the limits.
    if (game.is_public) lobby_->add(challenge_of(game), address, Clock::now());
    journal_.add_game(game, [this, game, created, done = std::move(done)](const auto& stored) {
        if (!stored) {
            --open_games_;
            lobby_->remove(game.id);
            ++metrics_.writes_failed;
            return done(
                std::unexpected(RequestError{"not-stored", "the game could not be stored"}));
        }
        ++metrics_.games_created;
        add_session(std::make_shared<GameSession>(game, OnlineGame(game.settings), *this), true);
        done(created);
    });
}

std::optional<RequestError> GameRegistry::check_bot(const CreateRequest& request) const {
    if (request.bot.empty()) return std::nullopt;
    if (request.is_public || request.settings.is_correspondence())
        return RequestError{"bad-bot-game",
                            "a game against a bot cannot be public or a correspondence game"};
    if (!has_bot(request.bot, *request.settings.variant))
        return RequestError{"no-such-bot", "this bot does not play this variant here"};
    const auto busy = std::ranges::count_if(
        sessions_, [](const auto& entry) { return entry.second.session->occupies_bot(); });
    if (static_cast<std::size_t>(busy) < bots_->max_games()) return std::nullopt;
    return RequestError{"bots-busy", "too many games against bots; try again later"};
}

void GameRegistry::create_bot_game(SavedGame game, const Created& created, CreatedFn done) {
    game.settings.names[index(game.invited)] = game.bot;
    OnlineGame state(game.settings);
    const GameEvent joined = *state.join(game.invited);
    journal_.add_game(game, [](const Result<void>&) {});
    // Fails if the game could not be stored.
    journal_.add_event(
        game.id, *game.settings.variant, 1, joined,
        [this, game, state, created, done = std::move(done)](const Result<void>& stored) {
            if (!stored) {
                ++metrics_.writes_failed;
                return done(
                    std::unexpected(RequestError{"not-stored", "the game could not be stored"}));
            }
            ++metrics_.games_created;
            add_session(std::make_shared<GameSession>(game, state, *this), false);
            done(created);
        });
}

std::string GameRegistry::lobby_text() const {
    static const std::vector<BotInfo> kNoBots;
    return xttt::lobby_text(lobby_->list(Clock::now()), bots_ != nullptr ? bots_->bots() : kNoBots);
}

void GameRegistry::add_session(std::shared_ptr<GameSession> session, bool counted_open) {
    const Token id = session->id();
    sessions_.insert_or_assign(id, Entry{std::move(session), Clock::now(), counted_open});
}

void GameRegistry::find(const Token& game, FoundFn found) {
    if (const auto entry = sessions_.find(game); entry != sessions_.end()) {
        entry->second.last_used = Clock::now();
        return found(entry->second.session);
    }
    auto& waiting = loading_[game];
    waiting.push_back(std::move(found));
    if (waiting.size() > 1) return;  // already being loaded
    journal_.load(game, [this, game](Result<std::optional<SavedGame>> loaded) {
        Result<std::shared_ptr<GameSession>> session = std::shared_ptr<GameSession>{};
        if (!loaded) {
            session = std::unexpected(loaded.error());
        } else if (*loaded) {
            auto state = OnlineGame::restore((*loaded)->settings, (*loaded)->events);
            if (state) {
                const bool open = !state->joined();
                // The clock of a correspondence game runs whether it is in memory or not.
                if (const auto began = (*loaded)->turn_began)
                    state->resume_clock(Clock::now() -
                                        std::chrono::seconds(unix_seconds() - *began));
                session =
                    std::make_shared<GameSession>(std::move(**loaded), std::move(*state), *this);
                add_session(*session, open);
            } else {
                session = std::unexpected(state.error());
            }
        }
        for (const FoundFn& callback : std::exchange(loading_[game], {})) callback(session);
        loading_.erase(game);
    });
}

Token GameRegistry::begin_rematch(const SavedGame& old) {
    SavedGame game{.id = Token::random(),
                   .settings = old.settings,
                   .seats = {old.seats[1], old.seats[0]},
                   .invitation = Token::random(),
                   .invited = opponent(old.invited),
                   .created = unix_seconds(),
                   .bot = old.bot};
    std::swap(game.settings.names[0], game.settings.names[1]);
    OnlineGame state(game.settings);
    // If one of these writes fails, so does the one that announces the game.
    const auto ignore = [](const Result<void>&) {};
    journal_.add_game(game, ignore);
    journal_.add_event(game.id, *game.settings.variant, 1, *state.join(game.invited), ignore);
    ++metrics_.games_created;
    add_session(std::make_shared<GameSession>(game, std::move(state), *this), false);
    return game.id;
}

void GameRegistry::drop(const GameSession& session) {
    const auto entry = sessions_.find(session.id());
    if (entry != sessions_.end() && entry->second.session.get() == &session) sessions_.erase(entry);
}

void GameRegistry::remove(const GameSession& session) {
    const Token id = session.id();
    lobby_->remove(id);
    drop(session);
    // Counted down even if the write fails: expire() recounts what it removes, down to zero.
    open_games_ = std::max<std::int64_t>(open_games_ - 1, 0);
    journal_.remove(id, [this](const Result<void>& removed) {
        if (!removed) ++metrics_.writes_failed;
    });
}

void GameRegistry::tick(Clock::time_point now) {
    for (auto entry = sessions_.begin(); entry != sessions_.end();) {
        auto& [session, last_used, counted_open] = entry->second;
        session->tick(now);
        if (counted_open && session->state().joined()) {
            counted_open = false;
            open_games_ = std::max<std::int64_t>(open_games_ - 1, 0);
        }
        // Connections and pending writes hold a reference; a running clock must be checked. That
        // of a correspondence game is checked in the journal, see expire().
        const bool clock_runs =
            session->state().clock_runs() && !session->state().settings().is_correspondence();
        const bool in_use = session.use_count() > 1 || clock_runs;
        if (in_use) last_used = now;
        entry = now - last_used > limits_.idle ? sessions_.erase(entry) : std::next(entry);
    }
    expire(now);
}

void GameRegistry::expire(Clock::time_point now) {
    if (!next_expiry_) next_expiry_ = now;
    if (now < *next_expiry_) return;
    next_expiry_ = now + kExpiryInterval;
    journal_.expire({.open_before = unix_seconds_before(limits_.open_age),
                     .other_before = unix_seconds_before(limits_.keep)},
                    [this](std::int64_t open, bool more) {
                        open_games_ = std::max<std::int64_t>(open_games_ - open, 0);
                        if (more) next_expiry_ = Clock::now();
                    });
    lobby_->expire(now, unix_seconds_before(limits_.open_age));
    // Loaded, they end at the next tick.
    journal_.find_overdue([this](const std::vector<Token>& games) {
        for (const Token& game : games) find(game, [](const auto&) {});
    });
}

void GameRegistry::evict_idle() {
    if (evicting_ || Clock::now() < next_eviction_) return;
    evicting_ = true;
    std::vector<Token> occupied;
    for (const auto& [id, entry] : sessions_)
        if (entry.counted_open && entry.session.use_count() > 1) occupied.push_back(id);
    const auto count = static_cast<int>(std::max<std::int64_t>(eviction_batch(limits_), 1));
    // One second more, because ages are whole seconds.
    journal_.remove_open(count, unix_seconds_before(limits_.open_grace) + 1, std::move(occupied),
                         [this](const std::vector<Token>& removed) {
                             evicting_ = false;
                             if (removed.empty()) next_eviction_ = Clock::now() + kEvictionRetry;
                             metrics_.games_evicted += removed.size();
                             open_games_ -= static_cast<std::int64_t>(removed.size());
                             open_games_ = std::max<std::int64_t>(open_games_, 0);
                             for (const Token& game : removed) {
                                 sessions_.erase(game);
                                 lobby_->remove(game);
                             }
                         });
}

void GameRegistry::close_all(CloseCode code, std::string_view reason) {
    for (const auto& [id, entry] : sessions_) entry.session->close_all(code, reason);
}

}  // namespace xttt
