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

// Keeps the players of earlier games for later ones: starting a process, or filling a table, for
// every game would take longer than a short game. Belongs to one thread, which is the one that
// plays.
class PlayerPool {
public:
    // A player that cannot be had, and why.
    struct Missing {
        Side side;
        std::string why;
    };
    // Both players of the task, good until the next call.
    std::expected<std::array<Player*, 2>, Missing> players(const GameTask& task);

private:
    struct Kept {
        std::string player;
        std::string rival;  // of sandboxed ones, which must not see the rival's files; else empty
        const Variant* variant;
        BotConditions conditions;
        bool heavy;  // holds memory or a process between games
        std::unique_ptr<Player> instance;
    };
    Result<Player*> find(const GameTask& task, std::size_t side, const Player* taken);
    void make_room();

    std::list<Kept> kept_;  // the last used first
};

}  // namespace xttt
