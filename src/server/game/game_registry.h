#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "server/game/bot_pool.h"
#include "server/game/game_session.h"
#include "server/game/lobby.h"
#include "server/metrics.h"
#include "server/net/rate_limit.h"

namespace xttt {

struct RegistryLimits {
    std::int64_t open_games = 20'000;  // waiting for an opponent
    // Near that limit, the oldest open games without connections are removed after this time.
    std::chrono::seconds open_grace = std::chrono::minutes(10);
    std::chrono::hours open_age{24};    // after which an open game is removed in any case
    std::chrono::hours keep{24 * 365};  // after which any other game is removed
    double created_per_minute = 10;     // per address, rematches included
    // Bytes of stored games above which no game is created; running games continue.
    std::int64_t storage = std::int64_t{8} << 30;
    std::chrono::seconds idle{60};  // after which a game without connections leaves memory
    LobbyLimits lobby{};
};

// All online games: those in use as sessions in memory, all others in the journal. Not thread-safe;
// the journal must post its callbacks to the same thread.
class GameRegistry {
public:
    // `bots` may be null: there are none.
    GameRegistry(Journal& journal, Metrics& metrics, RegistryLimits limits,
                 BotPool* bots = nullptr);

    struct Created {
        Token game;
        Side side;
        Token seat;
        Token invitation;  // unused in a game against a bot
    };
    using CreatedFn = std::function<void(RequestResult<Created>)>;
    // `address` is the rate-limit key of the client.
    void create(const CreateRequest& request, const std::string& address, CreatedFn done);

    // The game, from memory or the journal; null if there is none.
    using FoundFn = std::function<void(Result<std::shared_ptr<GameSession>>)>;
    void find(const Token& game, FoundFn found);

    // The body of GET /api/lobby.
    std::string lobby_text() const;

    // Calls `observer` when the end of a game has been stored.
    using EndObserver = std::function<void(const Token& game, const OnlineGame& state)>;
    void observe_ends(EndObserver observer) { end_observer_ = std::move(observer); }

    // Call about ten times a second.
    void tick(Clock::time_point now);
    void close_all(CloseCode code, std::string_view reason);

    std::size_t sessions() const { return sessions_.size(); }
    std::int64_t open_games() const { return open_games_; }

    // For sessions.
    Journal& journal() { return journal_; }
    Metrics& metrics() { return metrics_; }
    // Counts a new game for an address; the error if it has created too many or there is no space.
    std::optional<RequestError> check_creation(const std::string& address);
    // Starts a game of the same players with swapped sides and the same seat tokens.
    Token begin_rematch(const SavedGame& game);
    // Removes a session whose state is ahead of the journal; the next find() loads what was stored.
    void drop(const GameSession& session);
    // Deletes an open game.
    void remove(const GameSession& session);
    // Call when the end of a game has been stored.
    void report_end(const Token& game, const OnlineGame& state) {
        if (end_observer_) end_observer_(game, state);
    }
    const std::shared_ptr<Lobby>& lobby() const { return lobby_; }
    bool has_bot(std::string_view bot, const Variant& variant) const {
        return bots_ != nullptr && bots_->plays(bot, variant);
    }
    // False, and no answer, if the bot cannot be asked now.
    bool ask_bot(BotPool::Question question, BotPool::Answer answer) {
        return has_bot(question.bot, *question.variant) &&
               bots_->ask(std::move(question), std::move(answer));
    }

private:
    std::optional<RequestError> check_bot(const CreateRequest& request) const;
    void create_bot_game(SavedGame game, const Created& created, CreatedFn done);
    void expire(Clock::time_point now);
    void evict_idle();

    struct Entry {
        std::shared_ptr<GameSession> session;
        Clock::time_point last_used;
        bool counted_open;
    };
    void add_session(std::shared_ptr<GameSession> session, bool counted_open);

    Journal& journal_;
    Metrics& metrics_;
    RegistryLimits limits_;
    BotPool* bots_;
    std::shared_ptr<Lobby> lobby_;  // connections may end after the registry
    RateLimiter creations_;
    std::int64_t open_games_;
    bool evicting_ = false;
    Clock::time_point next_eviction_{};
    std::unordered_map<Token, Entry> sessions_;
    std::unordered_map<Token, std::vector<FoundFn>> loading_;
    std::optional<Clock::time_point> next_expiry_;
    EndObserver end_observer_;
};

}  // namespace xttt
