#include "search/solver/solver.h"

#include <algorithm>
#include <utility>

#include "eval/score.h"
#include "rules/variant.h"

namespace xttt {
namespace {

// Limit on the search for the shortest line, as a multiple of the nodes of the value search.
constexpr std::uint64_t kDistanceFactor = 4;
constexpr std::uint64_t kDistanceNodes = 2'000'000;
// Limit on the positions visited to find the length of a line that is not proven shortest.
constexpr std::size_t kDistancePositions = 300'000;

}  // namespace

std::vector<Claim> Solution::claims() const {
    if (by_line()) return {{line_winner(), Claim::Kind::Line, line_moves.value_or(kMaxPly)}};
    return {{Side::X, Claim::Kind::Margin, proven.lower},
            {Side::O, Claim::Kind::Margin, -proven.upper}};
}

// A quarter of the memory is for the line search, the rest for the value search.
template <const Variant& V>
Solver<V>::Solver(SolverOptions options)
    : options_(std::move(options)),
      bounds_(options_.hash_mb * 3 / 4),
      lines_(options_.hash_mb / 4) {}

template <const Variant& V>
bool Solver<V>::proceed(std::uint64_t nodes) {
    state_.nodes = nodes;
    state_.elapsed = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - start_);
    state_.table_fill = bounds_.fill();
    if (options_.progress) options_.progress(state_);
    if (options_.stop && options_.stop->load(std::memory_order_relaxed)) return false;
    return !options_.max_nodes || nodes < *options_.max_nodes;
}

template <const Variant& V>
Proceed Solver<V>::until_stopped() const {
    return [stop = options_.stop](std::uint64_t) { return !stop || !stop->load(); };
}

template <const Variant& V>
void Solver<V>::find_value(const Position<V>& pos) {
    const Bare bare = pos.template with_tracking<Tracking::None>();
    BoundSearch<V> search(bounds_, [this](std::uint64_t nodes) { return proceed(nodes); });
    int guess = bare.board_points(Side::X) - bare.board_points(Side::O);
    while (state_.lower < state_.upper) {
        const int threshold = std::max(guess, state_.lower + 1);
        guess = search.bound(bare, threshold);
        if (search.interrupted()) break;
        (guess >= threshold ? state_.lower : state_.upper) = guess;
    }
    proceed(search.nodes());
}

template <const Variant& V>
void Solver<V>::follow_points(const Position<V>& pos, Solution& solution) {
    BoundSearch<V> search(bounds_, until_stopped());
    const int value = state_.lower;
    for (Bare at = pos.template with_tracking<Tracking::None>(); !at.over();) {
        const Side side = at.side_to_move();
        const Move m = search.move_keeping(at, side, side == Side::X ? value : -value);
        if (search.interrupted()) break;
        at.play(m);
        solution.pv.push_back(m);
    }
}

template <const Variant& V>
void Solver<V>::follow_line(const Position<V>& pos, Solution& solution) {
    const std::uint64_t budget = kDistanceNodes + kDistanceFactor * state_.nodes;
    const Side winner = solution.line_winner();
    const auto stopped = until_stopped();
    LineSearch<V> search(lines_, winner,
                         [&](std::uint64_t nodes) { return nodes < budget && stopped(nodes); });
    Bare at = pos.template with_tracking<Tracking::None>();
    const int distance = search.distance(at);
    if (!search.interrupted()) {
        solution.line_moves = distance;
        solution.shortest = true;
        while (!at.over() && !search.interrupted()) {
            const Move m = search.best_move(at);
            at.play(m);
            solution.pv.push_back(m);
        }
        return;
    }
    // The shortest line was not found within the limit: bound it by the one from the value search.
    BoundSearch<V> values(bounds_, stopped);
    ClaimVerifier<V> verifier(
        {winner, Claim::Kind::Line, kMaxPly},
        [&](const Position<V>& here) -> Result<Move> {
            return values.move_keeping(here.template with_tracking<Tracking::None>(), winner,
                                       kLineValue);
        },
        kDistancePositions);
    if (const auto longest = verifier.run(pos)) solution.line_moves = *longest;
    while (!at.over() && !values.interrupted()) {
        // All moves of the loser have the same value, so any of them shows the line.
        const Move m = at.side_to_move() == winner ? values.move_keeping(at, winner, kLineValue)
                                                   : at.nth_legal(0);
        at.play(m);
        solution.pv.push_back(m);
    }
}

template <const Variant& V>
Solution Solver<V>::solve(const Position<V>& pos) {
    start_ = Clock::now();
    state_ = {};
    find_value(pos);
    Solution solution;
    solution.proven = state_;
    if (solution.by_line()) {
        follow_line(pos, solution);
    } else if (solution.solved()) {
        follow_points(pos, solution);
    }
    return solution;
}

template <const Variant& V>
Result<std::vector<Move>> Solver<V>::prove(const Position<V>& pos, const Claim& claim,
                                           bool shortest, std::size_t max_positions) {
    BoundSearch<V> values(bounds_, until_stopped());
    LineSearch<V> lines(lines_, claim.side, until_stopped());
    std::vector<Move> choices;
    const auto choose = [&](const Position<V>& here) -> Result<Move> {
        const Bare bare = here.template with_tracking<Tracking::None>();
        Move m = kNoMove;
        if (claim.kind == Claim::Kind::Margin) {
            m = values.move_keeping(bare, claim.side, claim.amount);
        } else if (shortest) {
            m = lines.best_move(bare);
        } else {
            m = values.move_keeping(bare, claim.side, kLineValue);
        }
        if (values.interrupted() || lines.interrupted())
            return fail(Errc::BadInput, "stopped before the proof was complete");
        choices.push_back(m);
        return m;
    };
    TRY_VOID(ClaimVerifier<V>(claim, choose, max_positions).run(pos));
    return choices;
}

#define XTTT_INSTANTIATE(V) template class Solver<V>;
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt
