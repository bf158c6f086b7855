#pragma once

#include <cstdint>
#include <utility>

#include "search/solver/bound_search.h"

namespace xttt {

// In how many moves a side can force a line from a position, as far as known.
struct LineEntry {
    Key key = 0;
    std::uint16_t forced_in = kMaxMoves;  // moves; kMaxMoves: none known
    std::uint16_t safe_for = 0;           // no line can be forced in this number of moves
    std::uint32_t work = 0;

    static constexpr std::uint16_t kMaxMoves = 0xffff;
};
using LineTable = SolverTable<LineEntry>;

// A lower bound of the moves that a line takes: one for each small board that is missing on it.
template <const Variant& V>
int least_line_moves(const Endgame<V>& game, Side side);

// Finds the smallest number of moves, of both players together, in which `winner` can force a line:
// a yes-or-no search with an increasing limit.
template <const Variant& V>
class LineSearch {
public:
    using Bare = Position<V, Tracking::None>;

    LineSearch(LineTable& table, Side winner, Proceed proceed)
        : table_(table), winner_(winner), proceed_(std::move(proceed)) {}

    // The smallest number of moves in which the line can be forced. Requires that it can be.
    // Meaningless once interrupted.
    int distance(const Bare& position);
    // The move of the winner that keeps the distance, or of the loser that lasts longest.
    Move best_move(const Bare& position);

    std::uint64_t nodes() const { return nodes_; }
    bool interrupted() const { return interrupted_; }

private:
    bool forced_within(const Endgame<V>& game, int moves);

    LineTable& table_;
    Side winner_;
    Proceed proceed_;
    std::uint64_t nodes_ = 0;
    bool interrupted_ = false;
};

}  // namespace xttt
