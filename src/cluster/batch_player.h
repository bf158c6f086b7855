#pragma once

#include <atomic>
#include <functional>

#include "cluster/order.h"
#include "cluster/travel.h"

namespace xttt {

// Plays orders for self-play in the thread that made it, as one machine plays its own.
class BatchPlayer {
public:
    // Once `stopped` is set, a batch ends between two games and must not be reported.
    BatchPlayer(const TravelCache& travel, const std::atomic<bool>& stopped)
        : travel_(travel), stopped_(stopped) {}
    // An error means that it cannot be played here; elsewhere it may.
    Result<SelfPlayGames> play(const SelfPlayOrder& order);

private:
    // The bytes of all records of the games from `first` on.
    using Maker = std::function<std::string(std::uint32_t first, std::uint32_t count)>;
    Result<Maker> maker_for(const SelfPlayOrder& order) const;

    const TravelCache& travel_;
    const std::atomic<bool>& stopped_;
    std::string recipe_;  // that maker_ plays by, as an order's text
    Maker maker_;
};

}  // namespace xttt
