#pragma once

#include <span>

#include "referee/adjudicator.h"
#include "referee/early_ending.h"
#include "referee/game_setup.h"
#include "referee/referee.h"

namespace xttt {

// Referees one game between untrusted players: receives answers with the time they took, forfeits
// the game for illegal and late ones, and keeps the record. Does no I/O.
template <const Variant& V>
class Arbiter {
public:
    // Fails if the start position or the opening is impossible. Listeners must outlive it.
    static Result<Arbiter> begin(GameSetup setup, std::span<GameListener* const> listeners);

    const Position<V>& position() const { return adjudicator_.position(); }
    const GameRecord& record() const { return game_.record; }
    bool over() const { return adjudicator_.over(); }
    GameClock clock(Side side) const { return adjudicator_.clocks().clock(side); }

    // The turn of the side to move, and its deadline if asked at `now`. Requires !over().
    Turn turn() const;
    Deadline deadline(Clock::time_point now) const;

    // Processes the answer of the side to move: plays its move, or ends the game by forfeit.
    void judge(Reply reply, Clock::duration used);
    void forfeit(Side offender, Failure failure);
    // Ends the game if it is adjudicated before the side to move is asked. Requires !over().
    void adjudicate();

    // The finished game; notifies the listeners of the end. Call once, when over().
    PlayedGame finish();

private:
    Arbiter(GameSetup setup, Position<V> start, std::span<GameListener* const> listeners);

    Result<Move> move_of(const Reply& reply) const;
    // By how much an answer exceeded which limit; empty if it was in time.
    struct Overrun {
        Clock::duration by;
        Clock::duration limit;
        bool of_clock;
    };
    std::optional<Overrun> overrun(Clock::duration used) const;
    void charge(Clock::duration used, const Reply& reply);
    void trim(MoveNote& note) const;
    // `used` is empty for opening moves.
    void play(Move move, Reply& reply, std::optional<Clock::duration> used);
    template <class F>
    void tell(F&& f) const {
        for (GameListener* listener : listeners_) f(*listener);
    }

    GameSetup setup_;
    Adjudicator<Position<V>> adjudicator_;
    std::span<GameListener* const> listeners_;
    EarlyEnding<V> early_ending_;
    PlayedGame game_;
};

}  // namespace xttt
