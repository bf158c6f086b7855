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
#include "players/bot_log.h"
#include "process/usage.h"
#include "record/game_record.h"
#include "rules/any_position.h"
#include "search/limits.h"

namespace xttt {

// Limits of one game or one move. The referee enforces time; depth and nodes are requests to
// players that support them.
struct PlayLimits {
    std::optional<Milliseconds> move_time;  // per move
    std::optional<GameClock> clock;         // for the whole game, at its start
    std::optional<int> depth;
    std::optional<std::uint64_t> nodes;
};

// Time per move of a player that supports time limits, if there is no limit at all.
inline constexpr Milliseconds kUnlimitedMoveTime{1000};

// A game that is about to start.
struct GameInfo {
    const Variant& variant;
    Side side;            // the side of the player
    std::uint64_t seed;   // the same seed gives the same moves, for randomised players
    BotLogFile log = {};  // for the output of a program
};

// The information a player gets when it is to move.
struct Turn {
    AnyPosition position;
    Side side;                   // side to move
    std::string_view start_fen;  // empty: the start position of the variant
    std::span<const RecordedMove> moves;
    const PlayLimits& limits;         // limits at the start of the game
    std::array<GameClock, 2> clocks;  // current clocks of x and o; used with limits.clock
};

// Why a player gave no move, with readable evidence.
struct Failure {
    ForfeitReason reason;
    std::string evidence;
    bool of_host = false;  // this host cannot run the player; not the fault of the player
};

struct Reply {
    // The move, its text (which the referee parses), or a failure.
    std::variant<Move, std::string, Failure> answer;
    // When the answer arrived; empty: when choose() returned.
    std::optional<Clock::time_point> at = std::nullopt;
    MoveNote note = {};  // the player's evaluation and comments
    // CPU time used, for players that are processes.
    std::optional<std::chrono::nanoseconds> cpu = std::nullopt;
};

// A player; the referee checks every answer. Not thread-safe, and must be destroyed in the thread
// that created it (see Child).
class Player {
public:
    virtual ~Player() = default;

    // Prepares for a new game, or fails with the reason.
    virtual std::optional<Failure> start_game(const GameInfo& game, Deadline until) = 0;
    // Returns before the deadline if possible: the move, or why there is none.
    virtual Reply choose(const Turn& turn, Deadline until) = 0;
    // Resource usage of its process since the start, for a running process or one that failed in
    // this game.
    virtual std::optional<Usage> usage() { return std::nullopt; }
    // The game is over. Releases the resources of the game.
    virtual void end_game() {}
};

}  // namespace xttt
