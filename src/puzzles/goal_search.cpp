#include "puzzles/goal_search.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "rules/variant.h"
#include "search/solver/ordered_moves.h"

namespace xttt {
// Half of the memory is for points, half for lines.
template <const Variant& V>
GoalSearch<V>::GoalSearch(std::size_t hash_mb)
    : bounds_(hash_mb / 2), lines_{LineTable(hash_mb / 4), LineTable(hash_mb / 4)} {}

template <const Variant& V>
Proceed GoalSearch<V>::within_budget() const {
    return [left = budget_ > spent_ ? budget_ - spent_ : 0](std::uint64_t nodes) {
        return nodes < left;
    };
}

template <const Variant& V>
template <class F>
auto GoalSearch<V>::with_bounds(F&& f) {
    BoundSearch<V> search(bounds_, within_budget());
    const auto answer = f(search);
    spent_ += search.nodes();
    interrupted_ |= search.interrupted() || spent_ > budget_;
    return answer;
}

// Lines and small boards: a yes-or-no search with a number of moves that shrinks.
template <const Variant& V>
bool GoalSearch<V>::forced_within(const Endgame<V>& game, const Goal& goal) {
    interrupted_ |= ++spent_ > budget_;
    if (interrupted_) return false;
    const auto& pos = game.position();
    if (reached(game, goal)) return true;
    const int least = goal.kind == Goal::Kind::Board ? 1 : least_line_moves(game, goal.side);
    if (pos.over() || least > goal.amount) return false;

    // The number of small boards at the start is not part of the key, so only lines are stored.
    LineTable& table = lines_[index(goal.side)];
    LineEntry entry{.key = game.key()};
    if (goal.kind == Goal::Kind::Line) {
        if (const auto* found = table.find(entry.key)) {
            if (found->forced_in <= goal.amount) return true;
            if (found->safe_for >= goal.amount) return false;
            entry = *found;
        }
    }
    const std::uint64_t before = spent_;
    const bool own = pos.side_to_move() == goal.side;
    bool forced = !own;
    OrderedMoves<V> moves(game, kNoMove);
    for (int i = 0; i < moves.size() && forced != own; ++i) {
        Endgame<V> after = game;
        after.play(moves.next());
        if (forced_within(after, goal.after_move()) == own) forced = own;
        if (interrupted_) return false;
    }
    if (goal.kind == Goal::Kind::Line) {
        (forced ? entry.forced_in : entry.safe_for) = static_cast<std::uint16_t>(goal.amount);
        entry.work =
            static_cast<std::uint32_t>(std::min<std::uint64_t>(spent_ - before + 1, 1u << 31));
        table.store(entry);
    }
    return forced;
}

template <const Variant& V>
bool GoalSearch<V>::has_points(const Position<V>& pos, const Goal& goal) {
    return with_bounds([&](BoundSearch<V>& search) {
        const auto bare = pos.template with_tracking<Tracking::None>();
        return goal.side == Side::X ? search.bound(bare, goal.amount) >= goal.amount
                                    : search.bound(bare, 1 - goal.amount) <= -goal.amount;
    });
}

template <const Variant& V>
bool GoalSearch<V>::forced(const Position<V>& pos, const Goal& goal) {
    if (goal.kind == Goal::Kind::Points) return has_points(pos, goal);
    return forced_within(Endgame<V>(pos.template with_tracking<Tracking::None>()), goal);
}

template <const Variant& V>
bool GoalSearch<V>::reached(const Endgame<V>& game, const Goal& goal) {
    const auto& pos = game.position();
    const Side other = opponent(goal.side);
    if (goal.kind == Goal::Kind::Board) return std::popcount(pos.won(goal.side)) > goal.boards;
    if (pos.status() == Status::LineX || pos.status() == Status::LineO)
        return pos.status() == (goal.side == Side::X ? Status::LineX : Status::LineO);
    if (goal.kind == Goal::Kind::Line) return false;
    const int margin = goal.side == Side::X ? game.margin() : -game.margin();
    return !game.line_possible(other) && margin - points_of<V>(game.winnable(other)) >= goal.amount;
}

template <const Variant& V>
int GoalSearch<V>::distance(const Position<V>& pos, Goal goal) {
    const int most = goal.amount;
    for (goal.amount = 0; goal.amount < most; ++goal.amount)
        if (forced(pos, goal) || interrupted_) break;
    return goal.amount;
}

template <const Variant& V>
Move GoalSearch<V>::solution(const Position<V>& pos, const Goal& goal) {
    Goal sooner = goal;
    if (goal.kind != Goal::Kind::Points) sooner.amount = distance(pos, goal);
    Move found = kNoMove;
    pos.for_each_legal([&](Move m) {
        if (!found.is_none() || interrupted_) return;
        Position<V> after = pos;
        after.play(m);
        if (forced(after, sooner.after_move())) found = m;
    });
    return found;
}

template <const Variant& V>
Move GoalSearch<V>::defence(const Position<V>& pos, const Goal& goal) {
    // What the goal's side still gets after a reply; the less, the better the reply.
    const auto yield = [&](const Position<V>& after) {
        if (goal.kind != Goal::Kind::Points) return -distance(after, goal);
        return goal.side == Side::X ? value(after) : -value(after);
    };
    Move best = kNoMove;
    int least = 0;
    pos.for_each_legal([&](Move m) {
        Position<V> after = pos;
        after.play(m);
        const int left = yield(after);
        if (!best.is_none() && left >= least) return;
        best = m;
        least = left;
    });
    return best;
}

template <const Variant& V>
int GoalSearch<V>::value(const Position<V>& pos) {
    return with_bounds([&](BoundSearch<V>& search) {
        const auto bare = pos.template with_tracking<Tracking::None>();
        int lower = -kLineValue, upper = kLineValue;
        int guess = bare.board_points(Side::X) - bare.board_points(Side::O);
        while (lower < upper && !search.interrupted()) {
            const int threshold = std::max(guess, lower + 1);
            guess = search.bound(bare, threshold);
            (guess >= threshold ? lower : upper) = guess;
        }
        return lower;
    });
}

#define XTTT_INSTANTIATE(V) template class GoalSearch<V>;
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt
