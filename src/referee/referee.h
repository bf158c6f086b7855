#pragma once

#include <array>
#include <span>

#include "players/player.h"
#include "referee/game_setup.h"
#include "rules/any_position.h"

namespace xttt {

// A move that has been judged legal and played.
struct MovedEvent {
    Side side;
    int number;  // from 1, bonus moves counted
    Move move;
    Clock::duration used;
    std::optional<std::chrono::nanoseconds> cpu;
    const MoveNote& note;  // what the player said, with its time and clock
    AnyPosition after;
};

// Follows a game. Called in the thread that plays it; each call happens between two turns and is
// on nobody's clock.
class GameListener {
public:
    virtual ~GameListener() = default;
    virtual void on_start(const GameSetup&, const AnyPosition&) {}
    virtual void on_move(const MovedEvent&) {}
    virtual void on_board_won(Side, int /*small board*/) {}
    virtual void on_bonus(Side) {}
    virtual void on_forfeit(const Forfeit&) {}
    virtual void on_end(const PlayedGame&, const AnyPosition&) {}
};

// Plays one game between x and o to its end, which a forfeit may be. Only an impossible start
// position or opening is an error.
Result<PlayedGame> play_game(const GameSetup& setup, std::array<Player*, 2> players,
                             std::span<GameListener* const> listeners = {});

}  // namespace xttt
