#pragma once

#include <cstdint>
#include <functional>
#include <utility>

#include "search/solver/endgame.h"
#include "search/solver/solver_table.h"

namespace xttt {

// A game's value in x's view: the final margin in points, or kLineValue and its negative for a
// line of x or of o, which outranks any points.
inline constexpr int kLineValue = 127;

// What is known of one endgame: bounds on the points still to be gained by x, or +-kLineValue.
struct BoundEntry {
    Key key = 0;
    std::int8_t lower = 0;
    std::int8_t upper = 0;
    Move best = kNoMove;
    std::uint32_t work = 0;
};
using BoundTable = SolverTable<BoundEntry>;

// Asked every few thousand nodes whether to go on.
using Proceed = std::function<bool(std::uint64_t nodes)>;

// Answers "does x get at least this much?" by a null-window search to the end of the game.
// Fail-soft: the bound returned is often better than the one asked for.
template <const Variant& V>
class BoundSearch {
public:
    using Bare = Position<V, Tracking::None>;

    // Once `proceed` has said no, answers mean nothing.
    BoundSearch(BoundTable& table, Proceed proceed) : table_(table), proceed_(std::move(proceed)) {}

    // A lower bound on the value of `position` when at least `threshold`, otherwise an upper bound.
    int bound(const Bare& position, int threshold) {
        Endgame<V> game(position);
        return search(game, threshold);
    }

    // A move after which `side` still gets at least `margin` (in its own view), whatever follows.
    // Requires that there is one.
    Move move_keeping(const Bare& position, Side side, int margin);

    std::uint64_t nodes() const { return nodes_; }
    bool interrupted() const { return interrupted_; }

private:
    struct Bounds {
        int lower;
        int upper;
    };

    int search(const Endgame<V>& game, int threshold);
    static Bounds limits(const Endgame<V>& game);

    BoundTable& table_;
    Proceed proceed_;
    std::uint64_t nodes_ = 0;
    bool interrupted_ = false;
};

}  // namespace xttt
