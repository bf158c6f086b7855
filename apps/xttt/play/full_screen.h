#pragma once

#include <array>
#include <string>

#include "draw/board_drawing.h"
#include "players/make_player.h"
#include "referee/game_setup.h"

namespace xttt {

// A game in which at least one side may be a person, on the whole terminal.
struct FullScreenGame {
    GameSetup setup;
    std::array<PlayerSpec, 2> players;
    PlayerEnvironment environment;
    std::string save_path;  // where 's' saves the game
    bool ascii = false;
};

// Plays the game. Returns the record when the user quits.
Result<GameRecord> play_full_screen(const FullScreenGame& game);

}  // namespace xttt
