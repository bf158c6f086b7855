#pragma once

#include <array>
#include <span>

#include "players/player.h"
#include "referee/game_setup.h"
#include "rules/any_position.h"

namespace xttt {

// A legal move that has been played.
struct MovedEvent {
    Side side;
    int number;  // from 1, including bonus moves
    Move move;
    Clock::duration used;
    std::optional<std::chrono::nanoseconds> cpu;
    const MoveNote& note;  // the player's note, with its time and clock
    AnyPosition after;
};

// Observes a game. Called in the thread that plays it, between two turns, while no clock runs.
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

// Plays one game to its end; a forfeit is a normal end. Fails only for an impossible start position
// or opening, and with Errc::Unsupported if this host cannot run a player.
Result<PlayedGame> play_game(const GameSetup& setup, std::array<Player*, 2> players,
                             std::span<GameListener* const> listeners = {});

}  // namespace xttt
