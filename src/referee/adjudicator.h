#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/clock.h"
#include "players/player.h"
#include "record/game_record.h"

namespace xttt {

// The clocks of x and o. They know no game: the caller says whose time is used.
class GameClocks {
public:
    // Empty: a side without a clock, whose time never ends.
    GameClocks(const std::optional<GameClock>& x, const std::optional<GameClock>& o)
        : clocks_{x, o} {
        for (const int side : {0, 1})
            if (clocks_[side]) remaining_[side] = clocks_[side]->remaining;
    }

    bool has(Side side) const { return clocks_[index(side)].has_value(); }
    Clock::duration remaining(Side side) const { return remaining_[index(side)]; }
    // What is left after `used` more, in whole milliseconds: what players see and records hold.
    Milliseconds shown(Side side, Clock::duration used = {}) const {
        return std::chrono::floor<Milliseconds>(
            std::max(remaining_[index(side)] - used, Clock::duration::zero()));
    }
    GameClock clock(Side side) const {
        return {shown(side), has(side) ? clocks_[index(side)]->increment : Milliseconds{0}};
    }
    // When the flag falls if the clock runs from `since` on; never without a clock.
    Deadline flag_fall(Side side, Clock::time_point since) const {
        return has(side) ? since + remaining_[index(side)] : Deadline::max();
    }

    // Takes time off a clock, down to zero.
    void use(Side side, Clock::duration used) {
        if (!has(side)) return;
        auto& left = remaining_[index(side)];
        left = std::max(left - used, Clock::duration::zero());
    }
    // After a move.
    void add_increment(Side side) {
        if (has(side)) remaining_[index(side)] += clocks_[index(side)]->increment;
    }
    // As a stored game left it.
    void set(Side side, Milliseconds left) { remaining_[index(side)] = left; }

private:
    std::array<std::optional<GameClock>, 2> clocks_;
    std::array<Clock::duration, 2> remaining_{};
};

// Decides one game, between bots or between people: whose turn it is, which moves are legal, what
// the clocks show, and how the game ended. What an illegal move costs is up to the caller: the
// referee of bots forfeits the game, the server refuses the move. P is Position<V> or AnyPosition.
template <class P>
class Adjudicator {
public:
    Adjudicator(P start, const GameClocks& start_clocks)
        : position_(std::move(start)), clocks_(start_clocks) {}

    const P& position() const { return position_; }
    const GameClocks& clocks() const { return clocks_; }
    GameClocks& clocks() { return clocks_; }
    // The position alone knows: bonus moves break the alternation.
    Side side_to_move() const { return position_.side_to_move(); }
    const std::optional<Forfeit>& forfeit() const { return forfeit_; }
    bool over() const { return forfeit_ || position_.over(); }
    // "unfinished" while the game goes on.
    Ending ending() const { return ending_at(position_, forfeit_); }

    // The side to move has used `used` of its time for a move: its clock runs down, and it gets its
    // increment.
    void charge_move(Clock::duration used) {
        clocks_.use(side_to_move(), used);
        clocks_.add_increment(side_to_move());
    }
    // Requires a legal move and !over().
    void play(Move move) { position_.play(move); }
    // Ends the game: the offender loses as if the opponent had completed a line.
    void end_by(Forfeit forfeit) { forfeit_ = std::move(forfeit); }
    // Continues from an earlier position.
    void take_back(P earlier) { position_ = std::move(earlier); }

private:
    P position_;
    GameClocks clocks_;
    std::optional<Forfeit> forfeit_;
};

}  // namespace xttt
