#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "base/clock.h"
#include "players/bot_log.h"
#include "players/game_protocol.h"
#include "players/play_limits.h"
#include "process/usage.h"
#include "record/game_record.h"
#include "rules/any_position.h"

namespace xttt {

// An option of a UGI program.
struct UgiOption {
    std::string name;
    std::string value;
    bool operator==(const UgiOption&) const = default;
};

// A game that is about to start.
struct GameInfo {
    const Variant& variant;
    Side side;            // the side of the player
    std::uint64_t seed;   // the same seed gives the same moves, for randomised players
    BotLogFile log = {};  // for the output of a program
    std::shared_ptr<GameProtocol> protocol = {};  // null: not kept
    bool notes_memory = false;                    // MoveNote::memory of sandboxed processes
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
