#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "process/deadline.h"
#include "server/game/any_position.h"
#include "server/game/token.h"

namespace xttt {

// What was agreed before the game.
struct TimeControl {
    std::chrono::milliseconds initial{};
    std::chrono::milliseconds increment{};  // added after each move
    bool operator==(const TimeControl&) const = default;
};

struct GameTerms {
    const Variant* variant = &kExtreme;
    std::optional<TimeControl> time;     // empty: nobody is in a hurry
    std::array<std::string, 2> names{};  // of x and o, as they call themselves; may be empty
};

enum class EventKind : std::uint8_t {
    Join,   // the invited one has come, and the invitation is spent
    Start,  // both are here: x's clock runs
    Move,
    AskTakeback,
    DeclineTakeback,
    Takeback,
    Resign,
    TimeOut,
    AskRematch,
    Rematch,
};
// As messages and the database write it: "join", "start", "move", ...
std::string_view name(EventKind kind);
std::optional<EventKind> find_event_kind(std::string_view name);

// Something that happened in a game and stays. A game is the list of its events: they are stored
// one by one, and sent to whoever has not seen them.
struct GameEvent {
    EventKind kind = EventKind::Join;
    std::optional<Side> side;                           // whose doing
    Move move = kNoMove;                                // of Move
    int ply = 0;                                        // moves on the board afterwards
    std::array<std::chrono::milliseconds, 2> clocks{};  // of x and o afterwards
    std::optional<Token> next;                          // of Rematch: the game that follows
    bool operator==(const GameEvent&) const = default;
};

// Why a request was refused: a word for programs and a sentence for people.
struct Refusal {
    std::string_view code;
    std::string message;
};
template <class T>
using Granted = std::expected<T, Refusal>;

// One game between two seats: rules, clocks, takebacks, the end. Knows no network and no database.
// A request that is granted has happened here at once; the clock of the side to move starts only
// when resume_clock says that everybody may know.
class OnlineGame {
public:
    enum class Phase { Waiting, Playing, Over };

    explicit OnlineGame(GameTerms terms);
    // The game whose events these are, with its clock stopped; fails where they are no game.
    static Result<OnlineGame> restore(GameTerms terms, const std::vector<GameEvent>& events);

    const GameTerms& terms() const { return terms_; }
    void set_name(Side side, std::string name) { terms_.names[index(side)] = std::move(name); }
    Phase phase() const { return phase_; }
    bool joined() const { return !events_.empty(); }
    const std::vector<GameEvent>& events() const { return events_; }
    const std::vector<Move>& moves() const { return moves_; }
    Side side_to_move() const { return position_.side_to_move(); }
    std::optional<Token> next_game() const;
    bool asks_rematch(Side side) const { return asks_rematch_[index(side)]; }
    Ending ending() const { return position_.ending(forfeit_); }
    const std::optional<Forfeit>& forfeit() const { return forfeit_; }

    // The invited side takes its seat; once, before the start.
    Granted<GameEvent> join(Side invited);
    Granted<GameEvent> start();
    // `ply` is the number of moves the sender saw on the board.
    Granted<GameEvent> move(Side by, int ply, std::string_view text, Clock::time_point now);
    // Takes back the asker's last move and all that followed, if the opponent agrees.
    Granted<GameEvent> ask_takeback(Side by, Clock::time_point now);
    Granted<GameEvent> answer_takeback(Side by, bool agrees, Clock::time_point now);
    Granted<GameEvent> resign(Side by, Clock::time_point now);
    Granted<GameEvent> ask_rematch(Side by);
    // Requires that both asked.
    GameEvent rematch(Token next);
    // The end of the game, if the time of the side to move is up.
    std::optional<GameEvent> time_out(Clock::time_point now);

    void resume_clock(Clock::time_point now);
    // When the side to move will have used up its time, while its clock runs.
    std::optional<Clock::time_point> deadline() const;
    // What both clocks show.
    std::array<std::chrono::milliseconds, 2> clocks(Clock::time_point now) const;
    bool clock_runs() const { return turn_began_.has_value(); }

private:
    std::optional<Refusal> not_playing() const;
    GameEvent happen(GameEvent event);
    void apply(const GameEvent& event);
    void stop_clock(Clock::time_point now);
    void set_board(std::size_t plies);

    GameTerms terms_;
    AnyPosition position_;
    Phase phase_ = Phase::Waiting;
    std::vector<GameEvent> events_;
    std::vector<Move> moves_;
    std::vector<Side> movers_;  // bonus moves break the alternation
    std::array<std::chrono::milliseconds, 2> remaining_{};
    std::optional<Clock::time_point> turn_began_;  // while a clock runs
    std::optional<Side> takeback_asked_by_;
    std::array<bool, 2> asks_rematch_{};
    std::optional<Forfeit> forfeit_;
};

}  // namespace xttt
