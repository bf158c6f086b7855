#pragma once

#include <cstdint>
#include <optional>

#include "base/random.h"
#include "players/player.h"

namespace xttt {

// Plays uniformly random legal moves. With a seed of its own it draws the same lots in every game;
// without, each game's seed decides.
class RandomPlayer final : public Player {
public:
    explicit RandomPlayer(std::optional<std::uint64_t> seed = std::nullopt) : own_seed_(seed) {}

    std::optional<Failure> start_game(const GameInfo& game, Deadline until) override;
    Reply choose(const Turn& turn, Deadline until) override;

private:
    std::optional<std::uint64_t> own_seed_;
    Random random_{0};
};

}  // namespace xttt
