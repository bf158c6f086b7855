#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/clock.h"
#include "search/solver/claim.h"
#include "search/solver/line_search.h"

namespace xttt {

struct SolverProgress {
    std::uint64_t nodes = 0;
    std::chrono::microseconds elapsed{};
    int lower = -kLineValue;  // proven so far, x's view: a margin, or +-kLineValue for a line
    int upper = kLineValue;
    int table_fill = 0;  // per mille
};

struct SolverOptions {
    std::size_t hash_mb = 256;
    std::optional<std::uint64_t> max_nodes;
    std::function<void(const SolverProgress&)> progress;  // called every few thousand nodes
    const std::atomic<bool>* stop = nullptr;              // set by another thread to stop
};

// The proven result of a position: the exact value if solved(), otherwise the bounds found before
// the limit.
struct Solution {
    SolverProgress proven;
    std::vector<Move> pv;  // best play to the end; empty unless solved
    // For a line: moves of both players until it is complete, against the longest defence.
    std::optional<int> line_moves;
    bool shortest = false;  // no faster line exists; otherwise line_moves is an upper bound

    bool solved() const { return proven.lower == proven.upper; }
    bool by_line() const {
        return solved() && (proven.lower == kLineValue || proven.lower == -kLineValue);
    }
    Side line_winner() const { return proven.lower > 0 ? Side::X : Side::O; }
    // The claims that a proof of the solution has to show, one or two.
    std::vector<Claim> claims() const;
};

// Finds the value of a position with best play. Zero-window searches to the end of the game
// approach it from both sides (the memory-enhanced test driver of Plaat et al., 1996), with a table
// whose keys cover only what can still happen (endgame.h).
template <const Variant& V>
class Solver {
public:
    explicit Solver(SolverOptions options);

    // Requires !pos.over().
    Solution solve(const Position<V>& pos);
    // The moves of the claiming side in the order of the traversal of ClaimVerifier from pos: the
    // proof of a claim of a solution that this solver has found. `shortest` as in that solution.
    Result<std::vector<Move>> prove(const Position<V>& pos, const Claim& claim, bool shortest,
                                    std::size_t max_positions);

private:
    using Bare = Position<V, Tracking::None>;

    bool proceed(std::uint64_t nodes);
    Proceed until_stopped() const;
    void find_value(const Position<V>& pos);
    void follow_points(const Position<V>& pos, Solution& solution);
    void follow_line(const Position<V>& pos, Solution& solution);

    SolverOptions options_;
    BoundTable bounds_;
    LineTable lines_;
    Clock::time_point start_;
    SolverProgress state_;
};

}  // namespace xttt
