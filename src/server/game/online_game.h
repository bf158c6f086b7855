#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/token.h"
#include "record/game_record.h"
#include "referee/adjudicator.h"
#include "rules/any_position.h"

namespace xttt {

struct TimeControl {
    std::chrono::milliseconds initial{};
    std::chrono::milliseconds increment{};  // added after each move
    int days = 0;                           // of a correspondence game: `initial` for each move

    static TimeControl correspondence(int days) {
        return {.initial = std::chrono::hours(24 * days), .days = days};
    }
    bool operator==(const TimeControl&) const = default;
};

struct GameSettings {
    const Variant* variant = &kExtreme;
    std::optional<TimeControl> time;     // empty: no clocks
    std::array<std::string, 2> names{};  // of x and o; may be empty

    bool is_correspondence() const { return time && time->days > 0; }
};

// "x" or "o".
inline std::string_view side_name(Side side) {
    return side == Side::X ? "x" : "o";
}

enum class EventKind : std::uint8_t {
    Join,   // the invited player has connected; the invitation is used up
    Start,  // both players are connected: x's clock runs
    Move,
    AskTakeback,
    DeclineTakeback,
    Takeback,
    Resign,
    TimeOut,
    AskRematch,
    Rematch,
    Say,  // one of the phrases
};
// In messages and in the database: "join", "start", "move", ...
std::string_view name(EventKind kind);
std::optional<EventKind> find_event_kind(std::string_view name);

// What players can say to each other; pages show it in the reader's language.
enum class Phrase : std::uint8_t { Hello, GoodLuck, NiceMove, OneMoment, Thanks, GoodGame };
// In messages and in the database: "hello", "good-luck", ...
std::string_view name(Phrase phrase);
std::optional<Phrase> find_phrase(std::string_view name);
// Per player and game, so that a game stays small.
inline constexpr int kMaxPhrases = 20;

// A game is the list of its events. Each is stored, then sent to clients.
struct GameEvent {
    EventKind kind = EventKind::Join;
    std::optional<Side> side;                           // the player that caused it
    Move move = kNoMove;                                // of Move
    int ply = 0;                                        // moves on the board after it
    std::array<std::chrono::milliseconds, 2> clocks{};  // of x and o after it
    std::optional<Token> next;                          // of Rematch: the game that follows
    std::optional<Phrase> phrase;                       // of Say
    bool ends_game = false;
    bool operator==(const GameEvent&) const = default;
};

// Why a request was refused: `code` for programs, `message` for people.
struct RequestError {
    std::string_view code;
    std::string message;
};
template <class T>
using RequestResult = std::expected<T, RequestError>;

// The state of an online game, independent of network and database. The referee's Adjudicator
// decides the game; this class accepts or refuses the players' requests and handles takebacks. An
// accepted request takes effect at once, but the clock of the side to move starts only with
// resume_clock, after the event is stored.
class OnlineGame {
public:
    enum class Phase { Waiting, Playing, Over };

    explicit OnlineGame(GameSettings settings);
    // Replays stored events; the clock is stopped. Fails if they are not a legal game.
    static Result<OnlineGame> restore(GameSettings settings, const std::vector<GameEvent>& events);

    const GameSettings& settings() const { return settings_; }
    void set_name(Side side, std::string name) { settings_.names[index(side)] = std::move(name); }
    Phase phase() const {
        return adjudicator_.over() ? Phase::Over : started_ ? Phase::Playing : Phase::Waiting;
    }
    bool joined() const { return !events_.empty(); }
    const std::vector<GameEvent>& events() const { return events_; }
    const std::vector<Move>& moves() const { return moves_; }
    Side side_to_move() const { return adjudicator_.side_to_move(); }
    std::optional<Token> next_game() const { return next_game_; }
    std::optional<Side> takeback_asked_by() const { return takeback_asked_by_; }
    bool asks_rematch(Side side) const { return asks_rematch_[index(side)]; }
    struct Said {
        Side side;
        Phrase phrase;
    };
    const std::vector<Said>& said() const { return said_; }
    Ending ending() const { return adjudicator_.ending(); }
    const std::optional<Forfeit>& forfeit() const { return adjudicator_.forfeit(); }

    // Once, before the start.
    RequestResult<GameEvent> join(Side invited);
    RequestResult<GameEvent> start();
    // `ply` is the number of moves on the sender's board.
    RequestResult<GameEvent> move(Side by, int ply, std::string_view text, Clock::time_point now);
    // If the opponent accepts, removes the asker's last move and all moves after it.
    RequestResult<GameEvent> ask_takeback(Side by, Clock::time_point now);
    RequestResult<GameEvent> answer_takeback(Side by, bool accepts, Clock::time_point now);
    RequestResult<GameEvent> resign(Side by, Clock::time_point now);
    RequestResult<GameEvent> ask_rematch(Side by);
    // Requires that both sides asked.
    GameEvent rematch(Token next);
    // Once the opponent has joined, and after the end too.
    RequestResult<GameEvent> say(Side by, Phrase phrase, Clock::time_point now);
    // Ends the game if the side to move has no time left.
    std::optional<GameEvent> time_out(Clock::time_point now);

    // Starts the clock of the side to move, if it does not run. In a correspondence game that was
    // restored, `since` is when the turn began.
    void resume_clock(Clock::time_point since);
    // When the running clock will be at zero.
    std::optional<Clock::time_point> deadline() const;
    std::array<std::chrono::milliseconds, 2> clocks(Clock::time_point now) const;
    bool clock_runs() const { return turn_began_.has_value(); }

private:
    std::optional<RequestError> not_in_progress() const;
    GameEvent append(GameEvent event);
    void apply(const GameEvent& event);
    std::array<std::chrono::milliseconds, 2> stopped_clocks() const;
    // Of the turn, while a clock runs.
    std::chrono::milliseconds used(Clock::time_point now) const;
    void stop_clock(Clock::time_point now);
    // In a correspondence game both sides have the full time for each move.
    void refill_clocks();
    void set_clocks(const std::array<std::chrono::milliseconds, 2>& clocks);
    void set_board(std::size_t ply_count);
    int plies() const { return static_cast<int>(moves_.size()); }

    GameSettings settings_;
    Adjudicator<AnyPosition> adjudicator_;
    bool started_ = false;
    std::vector<GameEvent> events_;
    std::vector<Move> moves_;
    std::vector<Side> movers_;                     // bonus moves break the alternation
    std::optional<Clock::time_point> turn_began_;  // while a clock runs
    std::optional<Side> takeback_asked_by_;
    std::array<bool, 2> asks_rematch_{};
    std::optional<Token> next_game_;
    std::vector<Said> said_;
};

}  // namespace xttt
