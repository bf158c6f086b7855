#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/clock.h"
#include "players/player.h"
#include "record/game_record.h"

namespace xttt {

// The clocks of x and o. Independent of the game: the caller names the side whose time is used.
class GameClocks {
public:
    // Empty: unlimited time.
    GameClocks(const std::optional<GameClock>& x, const std::optional<GameClock>& o)
        : clocks_{x, o} {
        for (const int side : {0, 1})
            if (clocks_[side]) remaining_[side] = clocks_[side]->remaining;
    }

    bool has(Side side) const { return clocks_[index(side)].has_value(); }
    Clock::duration remaining(Side side) const { return remaining_[index(side)]; }
    // The time left after another `used`, in whole milliseconds, as players and records show it.
    Milliseconds shown(Side side, Clock::duration used = {}) const {
        return std::chrono::floor<Milliseconds>(
            std::max(remaining_[index(side)] - used, Clock::duration::zero()));
    }
    GameClock clock(Side side) const {
        return {shown(side), has(side) ? clocks_[index(side)]->increment : Milliseconds{0}};
    }
    // The flag fall of a clock that runs since `since`; never without a clock.
    Deadline flag_fall(Side side, Clock::time_point since) const {
        return has(side) ? since + remaining_[index(side)] : Deadline::max();
    }

    // Subtracts time from a clock, down to zero.
    void use(Side side, Clock::duration used) {
        if (!has(side)) return;
        auto& left = remaining_[index(side)];
        left = std::max(left - used, Clock::duration::zero());
    }
    // Adds the increment after a move.
    void add_increment(Side side) {
        if (has(side)) remaining_[index(side)] += clocks_[index(side)]->increment;
    }
    // Restores the clock of a stored game.
    void set(Side side, Milliseconds left) { remaining_[index(side)] = left; }

private:
    std::array<std::optional<GameClock>, 2> clocks_;
    std::array<Clock::duration, 2> remaining_{};
};

// The state of one game, between bots or people: side to move, legal moves, clocks, and the ending.
// The caller decides what an illegal move costs: the referee of bots forfeits the game, the server
// rejects the move. P is Position<V> or AnyPosition.
template <class P>
class Adjudicator {
public:
    Adjudicator(P start, const GameClocks& start_clocks)
        : position_(std::move(start)), clocks_(start_clocks) {}

    const P& position() const { return position_; }
    const GameClocks& clocks() const { return clocks_; }
    GameClocks& clocks() { return clocks_; }
    // Only the position can tell: with bonus moves, turns do not alternate.
    Side side_to_move() const { return position_.side_to_move(); }
    const std::optional<Forfeit>& forfeit() const { return forfeit_; }
    bool over() const { return forfeit_ || drawn_ || position_.over(); }
    // "unfinished" while the game is in progress.
    Ending ending() const { return ending_at(position_, forfeit_, drawn_); }

    // Subtracts the time that the side to move used for its move and adds its increment.
    void charge_move(Clock::duration used) {
        clocks_.use(side_to_move(), used);
        clocks_.add_increment(side_to_move());
    }
    // Requires a legal move and !over().
    void play(Move move) { position_.play(move); }
    // Ends the game: the offender loses as if the opponent had completed a line.
    void end_by(Forfeit forfeit) { forfeit_ = std::move(forfeit); }
    void end_as_draw() { drawn_ = true; }
    // Continues from an earlier position.
    void take_back(P earlier) { position_ = std::move(earlier); }

private:
    P position_;
    GameClocks clocks_;
    std::optional<Forfeit> forfeit_;
    bool drawn_ = false;
};

}  // namespace xttt
