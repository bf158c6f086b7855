#pragma once

#include <array>
#include <cstdint>
#include <expected>
#include <list>
#include <memory>
#include <string>

#include "players/make_player.h"
#include "tournament/runner/game_executor.h"

namespace xttt {

// Keeps players for later games: starting a process or allocating a hash table for every game would
// take longer than a short game. Owned by the thread that plays.
class PlayerPool {
public:
    // `make` replaces make_player() for players that are no player string.
    explicit PlayerPool(MakePlayer make = {}) : make_(std::move(make)) {}

    struct StartFailure {
        Side side;
        std::string why;
    };
    // Both players of the task, valid until the next call.
    std::expected<std::array<Player*, 2>, StartFailure> players(const GameTask& task);

private:
    struct Kept {
        std::string player;
        std::string rival;  // set for sandboxed players, which must not see the rival's files
        const Variant* variant;
        BotConditions conditions;
        bool heavy;  // holds memory or a process between games
        std::unique_ptr<Player> instance;
    };
    Result<Player*> find(const GameTask& task, std::size_t side, const Player* taken);
    void evict();

    MakePlayer make_;
    std::list<Kept> kept_;  // the last used first
};

}  // namespace xttt
