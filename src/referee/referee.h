#pragma once

#include <array>
#include <span>

#include "players/player.h"
#include "referee/game_setup.h"
#include "referee/listener.h"

namespace xttt {

// Plays one game between x and o to its end, which a forfeit may be. Only an impossible start
// position or opening is an error.
Result<PlayedGame> play_game(const GameSetup& setup, std::array<Player*, 2> players,
                             std::span<GameListener* const> listeners = {});

}  // namespace xttt
