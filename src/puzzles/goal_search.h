#pragma once

#include <array>
#include <cstdint>

#include "search/solver/line_search.h"

namespace xttt {

// What one side has to force against every defence.
struct Goal {
    enum class Kind : std::uint8_t {
        Line,    // a line, within `amount` moves of both players together
        Board,   // one more small board, within `amount` moves of both players together
        Points,  // a final margin of at least `amount` points, or a line
    };
    Side side = Side::X;
    Kind kind = Kind::Line;
    int amount = 0;
    int boards = 0;  // Kind::Board: small boards that `side` holds at the start

    // What is left of the goal after one more move of either player.
    Goal after_move() const {
        Goal left = *this;
        if (kind != Kind::Points) --left.amount;
        return left;
    }
    bool operator==(const Goal&) const = default;
};

// Decides by exhaustive search whether a goal can be forced. Lines and points come from the
// searches of the solver, whose tables are kept from call to call.
template <const Variant& V>
class GoalSearch {
public:
    explicit GoalSearch(std::size_t hash_mb);

    // Nodes for all calls until the next one of set_budget. Once they are used up, results are
    // meaningless.
    void set_budget(std::uint64_t nodes) {
        budget_ = nodes;
        spent_ = 0;
        interrupted_ = false;
    }
    std::uint64_t nodes() const { return spent_; }
    bool interrupted() const { return interrupted_; }

    // Whether the side of the goal can force it, with either side to move.
    bool forced(const Position<V>& pos, const Goal& goal);
    // Whether nothing can prevent the goal any more: it is reached, or follows from any play.
    static bool reached(const Position<V>& pos, const Goal& goal) {
        return reached(Endgame<V>(pos.template with_tracking<Tracking::None>()), goal);
    }

    // The move of the goal's side that reaches it soonest. Requires that the goal is forced and
    // that this side moves.
    Move solution(const Position<V>& pos, const Goal& goal);
    // The reply of the other side that resists best: the goal takes longest, or yields the fewest
    // points. Requires that the goal is forced and that the other side moves.
    Move defence(const Position<V>& pos, const Goal& goal);

    // The final margin with best play in x's view, or +-kLineValue.
    int value(const Position<V>& pos);

private:
    static bool reached(const Endgame<V>& game, const Goal& goal);
    Proceed within_budget() const;
    // Calls f with a search for points, and counts its nodes.
    template <class F>
    auto with_bounds(F&& f);
    bool forced_within(const Endgame<V>& game, const Goal& goal);
    bool has_points(const Position<V>& pos, const Goal& goal);
    // The fewest moves in which a goal that is forced can be forced.
    int distance(const Position<V>& pos, Goal goal);

    BoundTable bounds_;
    std::array<LineTable, 2> lines_;  // one for each winner
    std::uint64_t budget_ = UINT64_MAX;
    std::uint64_t spent_ = 0;
    bool interrupted_ = false;
};

}  // namespace xttt
