#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "base/clock.h"
#include "process/usage.h"
#include "record/game_record.h"
#include "rules/any_position.h"
#include "search/limits.h"

namespace xttt {

// What a player may use for one game or one move. Time is enforced by the referee; depth and nodes
// are a request, for players that can count them.
struct PlayLimits {
    std::optional<Milliseconds> move_time;  // for each move
    std::optional<GameClock> clock;         // for all moves together, at the start of the game
    std::optional<int> depth;
    std::optional<std::uint64_t> nodes;
};

// How long a player that can be told a time thinks where nothing at all limits it.
inline constexpr Milliseconds kUnlimitedThinking{1000};

// A game that is about to begin.
struct GameInfo {
    const Variant& variant;
    Side side;           // which one the player is
    std::uint64_t seed;  // the same seed gives the same moves, for randomised players
};

// What a player is shown when it is its turn.
struct Turn {
    AnyPosition position;
    Side side;                   // the player's own
    std::string_view start_fen;  // empty: the start of the variant
    std::span<const RecordedMove> moves;
    const PlayLimits& limits;  // the player's own, as the game began
    std::array<GameClock, 2>
        clocks;  // of x and o as they stand; of use where there is limits.clock
};

// Why a player gave no move, and what shows it, in words for a person.
struct Failure {
    ForfeitReason reason;
    std::string evidence;
};

struct Reply {
    // The move; or the text of one, which the referee has to understand; or neither.
    std::variant<Move, std::string, Failure> answer;
    // When it was given; empty: when choose() returned.
    std::optional<Clock::time_point> at = std::nullopt;
    MoveNote note = {};  // what the player says about it
    // What it cost in CPU time, where the player is a process.
    std::optional<std::chrono::nanoseconds> cpu = std::nullopt;
};

// Anyone who can be asked for a move; the referee checks every answer. Not for two threads at
// once, and to be destroyed in the thread that made it (see Child).
class Player {
public:
    virtual ~Player() = default;

    // Forgets earlier games and gets ready for one, or says why it cannot play it.
    virtual std::optional<Failure> start_game(const GameInfo& game, Deadline until) = 0;
    // Returns by the deadline, as far as that is in its power: the move, or why there is none.
    virtual Reply choose(const Turn& turn, Deadline until) = 0;
    // What its process has used since it started, where it is one that runs, or one that failed in
    // this game.
    virtual std::optional<Usage> usage() { return std::nullopt; }
    // The game is over. Gives back what was only needed for it.
    virtual void end_game() {}
};

}  // namespace xttt
