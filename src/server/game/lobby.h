#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/game/online_game.h"

namespace xttt {

// An open game that everyone may join.
struct Challenge {
    Token game;
    Token invitation;
    const Variant* variant = &kExtreme;
    std::optional<TimeControl> time;
    std::string name;          // of the creator; may be empty
    Side side{};               // of the player who joins
    std::int64_t created = 0;  // seconds since 1970

    bool is_correspondence() const { return time && time->days > 0; }
};

struct LobbyLimits {
    std::size_t entries = 500;
    std::size_t per_address = 5;
    // How long a challenge stays after its creator has disconnected. One of a correspondence game
    // stays until the game is removed.
    std::chrono::seconds absence{60};
};

// The public challenges, bounded in number. A challenge is shown while its creator is connected and
// no player is joining. The creator of a correspondence game may be away. Not thread-safe.
class Lobby {
public:
    explicit Lobby(const LobbyLimits& limits) : limits_(limits) {}

    // Why another challenge of this address is refused, if it is.
    std::optional<RequestError> check(const std::string& address) const;
    // Adds a challenge, or replaces that of the same game; without space it is not listed. An empty
    // address is not counted.
    void add(Challenge challenge, const std::string& address, Clock::time_point now);
    void remove(const Token& game) { entries_.erase(game); }
    bool contains(const Token& game) const { return entries_.contains(game); }
    void set_creator_here(const Token& game, bool here, Clock::time_point now);
    // Hides a challenge until a time, while its seat is reserved.
    void hide_until(const Token& game, Clock::time_point until);
    // Removes challenges whose creator has left, and those created before a time (seconds since
    // 1970).
    void expire(Clock::time_point now, std::int64_t created_before);

    // The challenges shown, newest first.
    std::vector<Challenge> list(Clock::time_point now) const;
    std::size_t size() const { return entries_.size(); }

private:
    struct Entry {
        Challenge challenge;
        std::string address;
        bool creator_here = false;
        Clock::time_point last_here{};
        Clock::time_point hidden_until{};
    };
    LobbyLimits limits_;
    std::unordered_map<Token, Entry> entries_;
};

}  // namespace xttt
