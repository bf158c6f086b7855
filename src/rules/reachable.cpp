#include "rules/reachable.h"

#include <algorithm>
#include <array>
#include <numeric>

#include <fmt/format.h>

#include "rules/notation.h"

namespace xttt {
namespace {

// Whether removing a single mark can break every line, so that one move can have completed all of
// them.
template <const Variant& V>
bool completed_by_one(Mask marks) {
    bool possible = false;
    for_each_bit(marks, [&](int bit) { possible |= !has_line<V>(marks & ~(Mask{1} << bit)); });
    return possible;
}

// Checks the facts in one pass. Each check relies on those before it.
template <const Variant& V>
class FaultFinder {
public:
    using Found = std::optional<Fault>;
    using Facts = typename Position<V>::Facts;

    explicit FaultFinder(const Facts& facts) : facts_(facts), pos_(Position<V>::assemble(facts)) {}

    Found find() {
        if (pos_.mark_count() == 0 || facts_.last.is_none()) return check_start();
        Found fault = check_small_boards();
        if (!fault) fault = check_last();
        if (!fault) fault = check_end();
        if (!fault) fault = check_turn();
        if (!fault) fault = check_mark_counts();
        if (!fault) fault = check_trail();
        return fault;
    }

private:
    Found check_start() const {
        if (pos_.mark_count() > 0)
            return Fault{"last", "the board is not empty, so a last move is required"};
        if (!facts_.last.is_none())
            return Fault{"last", fmt::format("{} is empty, so it cannot be the last move",
                                             move_text<V>(facts_.last))};
        if (facts_.side != Side::X) return Fault{"side", "x moves first, so x is to move"};
        if (facts_.bonus) return Fault{"bonus", "there is no bonus move before the first move"};
        return std::nullopt;
    }

    // A small board closes with the mark that completes its first line, so it holds lines of one
    // side only, and one mark is in all of them.
    Found check_small_boards() const {
        for (int b = 0; b < V.small_boards(); ++b) {
            const Mask x = facts_.marks[0][b], o = facts_.marks[1][b];
            if (has_line<V>(x) && has_line<V>(o))
                return Fault{"cells", fmt::format("both players have a line in small board {}",
                                                  board_text<V>(b))};
            for (const Mask marks : {x, o})
                if (has_line<V>(marks) && !completed_by_one<V>(marks))
                    return Fault{
                        "cells",
                        fmt::format(
                            "small board {} has lines that no single move can have completed",
                            board_text<V>(b))};
        }
        return std::nullopt;
    }

    // The cell of the last move is marked, and if its small board is won, that mark completed the
    // line.
    Found check_last() {
        const Move last = facts_.last;
        const bool x = (facts_.marks[0][last.board] >> last.cell & 1) != 0;
        const bool o = (facts_.marks[1][last.board] >> last.cell & 1) != 0;
        if (!x && !o)
            return Fault{"last", fmt::format("{} is empty, so it cannot be the last move",
                                             move_text<V>(last))};
        mover_ = x ? Side::X : Side::O;

        Facts before = facts_;
        before.marks[index(mover_)][last.board] &= static_cast<std::uint16_t>(~(1u << last.cell));
        before_ = Position<V>::assemble(before);
        if (!before_.is_open(last.board))
            return Fault{
                "last", fmt::format("small board {} was already won by {} before {}",
                                    board_text<V>(last.board),
                                    letter(*before_.board_winner(last.board)), move_text<V>(last))};
        last_won_board_ = pos_.board_winner(last.board).has_value();
        return std::nullopt;
    }

    // A line of small boards ends the game, so there was none before the last move.
    Found check_end() const {
        if (!before_.over()) return std::nullopt;
        bool one_move_can = false;  // some other last move could have completed what is there
        for_each_bit(pos_.won(Side::X) | pos_.won(Side::O), [&](int b) {
            const BoardSet others = ~(BoardSet{1} << b);
            one_move_can |= !has_big_line(pos_.won(Side::X) & others) &&
                            !has_big_line(pos_.won(Side::O) & others);
        });
        if (!one_move_can)
            return Fault{"cells",
                         "there are lines of small boards that no single move can have completed"};
        return Fault{
            "last",
            fmt::format("the game was over before {}: {} already had a line of small boards",
                        move_text<V>(facts_.last), letter(before_.outcome()->line_winner.value()))};
    }

    static bool has_big_line(BoardSet won) {
        for (int big = 0; big < V.big_boards; ++big)
            if (has_line<V>(won >> (big * V.places()) & kFullMask<V>)) return true;
        return false;
    }

    // The turn passes after every move except one that earns a bonus move.
    Found check_turn() const {
        if (facts_.bonus) {
            if (!V.bonus_move) return Fault{"bonus", fmt::format("{} has no bonus moves", V.name)};
            if (!last_won_board_)
                return Fault{"bonus",
                             fmt::format("{} did not win a small board, so there is no bonus move",
                                         move_text<V>(facts_.last))};
            if (pos_.over()) return Fault{"bonus", "the game is over, so there is no bonus move"};
        }
        const Side due = facts_.bonus ? mover_ : opponent(mover_);
        if (facts_.side != due)
            return Fault{"side",
                         fmt::format("{} played {} last{}, so {} is to move", letter(mover_),
                                     move_text<V>(facts_.last),
                                     facts_.bonus ? " and won a small board" : "", letter(due))};
        return std::nullopt;
    }

    // How many bonus moves a side can have made. A turn with a bonus move wins one or two small
    // boards and any other turn wins none. So between half of the wins and all of them earned a
    // bonus move.
    struct Range {
        int low, high;
    };
    static Range bonus_moves(int wins) { return {(wins + 1) / 2, wins}; }

    // Turns alternate and x begins, so x has had as many turns as o, or one more if it moved last.
    // A side's turns are its marks less its bonus moves.
    Found check_mark_counts() const {
        std::array<int, 2> count{}, wins{};
        for (const Side side : {Side::X, Side::O}) {
            for (const auto mask : facts_.marks[index(side)])
                count[index(side)] += std::popcount(mask);
            wins[index(side)] = std::popcount(pos_.won(side));
        }
        // The required difference between the bonus moves of x and of o.
        const int surplus = count[0] - count[1] - (mover_ == Side::X ? 1 : 0);
        const auto fits = [&](Range mine) {
            const Range theirs =
                V.bonus_move ? bonus_moves(wins[index(opponent(mover_))]) : Range{0, 0};
            const Range x = mover_ == Side::X ? mine : theirs;
            const Range o = mover_ == Side::X ? theirs : mine;
            return x.low - o.high <= surplus && surplus <= x.high - o.low;
        };

        const int won = wins[index(mover_)];
        bool possible = false;
        if (!V.bonus_move) {
            possible = surplus == 0;
        } else if (!last_won_board_) {
            possible = fits(bonus_moves(won));
        } else {
            // The last win was either on the first move of a turn (then a bonus move is due or the
            // game is over), or on a bonus move after another win.
            const bool first = facts_.bonus || pos_.over();
            const bool second = !facts_.bonus && won >= 2;
            possible =
                (first && fits(bonus_moves(won - 1))) || (second && fits({(won + 1) / 2, won - 1}));
            if (!possible && !first && fits(bonus_moves(won - 1)))
                return Fault{"bonus", fmt::format("{} won a small board, so a bonus move follows",
                                                  move_text<V>(facts_.last))};
        }
        if (possible) return std::nullopt;
        return Fault{
            "cells",
            fmt::format(
                "{} x and {} o are impossible if turns alternate, x moves first and {} moved last",
                count[0], count[1], letter(mover_))};
    }

    // The rule that a cell names the next small board makes a game a trail: each move leads from
    // the place of its small board to the place of its cell, where the next move starts. Only the
    // first move, and a move after one that named a closed place, starts a new trail. So at open
    // places every arrival was followed by a departure, and the moves must fit into the allowed
    // number of trails.
    Found check_trail() const {
        Trails trails;
        for (int b = 0; b < V.small_boards(); ++b)
            for_each_bit(before_.marks(Side::X, b) | before_.marks(Side::O, b),
                         [&](int cell) { trails.add(b % V.places(), cell); });
        trails.add_last(facts_.last.board % V.places());

        int allowed = 1;  // the first trail, and one for each move that named a closed place
        for (int p = 0; p < V.places(); ++p) {
            bool open = false;
            for (int b = p; b < V.small_boards(); b += V.places()) open |= before_.is_open(b);
            if (!open) {
                allowed += trails.arrivals[p];
            } else if (trails.arrivals[p] > trails.departures[p]) {
                return Fault{"cells", fmt::format("small board {}: moves that sent play there: "
                                                  "{}, moves made there: {}",
                                                  board_text<V>(p), trails.arrivals[p],
                                                  trails.departures[p])};
            }
        }
        const int needed = trails.count();
        if (needed <= allowed) return std::nullopt;
        return Fault{
            "cells",
            fmt::format("no order of the moves obeys the rule that a move names the next small "
                        "board: it would take {} open moves, but at most {} are possible",
                        needed, allowed)};
    }

    // The moves as edges between places, and the smallest number of trails that covers them.
    struct Trails {
        std::array<int, V.places()> departures{}, arrivals{}, group{};

        Trails() { std::iota(group.begin(), group.end(), 0); }

        void add(int from, int to) {
            ++departures[from];
            ++arrivals[to];
            group[find(from)] = find(to);
        }
        // The last move: no move follows it, so its destination does not matter.
        void add_last(int from) { ++departures[from]; }

        int find(int place) const {
            while (group[place] != place) place = group[place];
            return place;
        }
        // A place left more often than reached starts that many trails; every connected set of
        // places needs at least one.
        int count() const {
            std::array<int, V.places()> starts{};
            std::array<bool, V.places()> visited{};
            for (int p = 0; p < V.places(); ++p) {
                starts[find(p)] += std::max(departures[p] - arrivals[p], 0);
                visited[find(p)] |= departures[p] > 0;
            }
            int sum = 0;
            for (int p = 0; p < V.places(); ++p)
                if (visited[p]) sum += std::max(starts[p], 1);
            return sum;
        }
    };

    const Facts& facts_;
    Position<V> pos_;
    Position<V> before_;  // the last move taken off, from check_last on
    Side mover_ = Side::X;
    bool last_won_board_ = false;
};

}  // namespace

template <const Variant& V>
std::optional<Fault> find_fault(const typename Position<V>::Facts& facts) {
    return FaultFinder<V>(facts).find();
}

#define XTTT_INSTANTIATE(V) \
    template std::optional<Fault> find_fault<V>(const typename Position<V>::Facts&);
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt
