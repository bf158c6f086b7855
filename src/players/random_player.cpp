#include "players/random_player.h"

namespace xttt {

std::optional<Failure> RandomPlayer::start_game(const GameInfo& game, Deadline) {
    random_ = Random(mix64(own_seed_.value_or(game.seed)));
    return std::nullopt;
}

Reply RandomPlayer::choose(const Turn& turn, Deadline) {
    return turn.position.visit([this](const auto& pos) -> Reply {
        return {pos.nth_legal(random_.below(static_cast<std::uint32_t>(pos.legal_count())))};
    });
}

}  // namespace xttt
