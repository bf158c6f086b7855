#pragma once

#include <cstdint>
#include <optional>

#include "base/random.h"
#include "players/player.h"
#include "rules/playout.h"

namespace xttt {

// Plays uniformly random legal moves. Uses its own seed in every game, if it has one, else the seed
// of the game.
class RandomPlayer final : public Player {
public:
    explicit RandomPlayer(std::optional<std::uint64_t> seed = std::nullopt) : own_seed_(seed) {}

    std::optional<Failure> start_game(const GameInfo& game, Deadline) override {
        random_ = Random(mix64(own_seed_.value_or(game.seed)));
        return std::nullopt;
    }
    Reply choose(const Turn& turn, Deadline) override {
        return turn.position.visit(
            [this](const auto& pos) -> Reply { return {random_move(pos, random_)}; });
    }

private:
    std::optional<std::uint64_t> own_seed_;
    Random random_{0};
};

}  // namespace xttt
