#pragma once

#include "cluster/bot_files.h"
#include "cluster/order.h"
#include "players/make_player.h"

namespace xttt {

// What the one who runs a worker allows.
struct WorkerLeave {
    bool allow_programs = false;  // ugi:COMMAND, with the worker's own rights
    bool trust_bots = false;      // no sandbox
    double speed = 1;             // of a core, as measured here
};

// Plays orders, one after the other, in the thread that made it. Players stay for the next order
// that wants the same ones.
class OrderPlayer {
public:
    OrderPlayer(const BotCache& bots, const WorkerLeave& leave) : bots_(bots), leave_(leave) {}

    // Fills in the game, what it says of the host, and the scale of time. An error means that it
    // cannot be played here; elsewhere it may.
    Result<void> play(const GameOrder& order, GameReport& report);

private:
    Result<PlayerSpec> spec_of(const OrderedPlayer& player) const;

    const BotCache& bots_;
    const WorkerLeave& leave_;
    const Variant* variant_ = nullptr;
    std::array<OrderedPlayer, 2> wanted_;
    std::uint64_t memory_limit_ = 0;
    PlayerPair players_;
};

}  // namespace xttt
