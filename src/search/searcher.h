#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <vector>

#include "eval/score.h"
#include "rules/position.h"
#include "search/limits.h"

namespace xttt {

// One principal variation with its score.
struct ScoredPv {
    Score score = 0;  // side to move's view
    std::vector<Move> moves;
};

// The result of a search, after each completed depth and at the end.
struct SearchReport {
    int depth = 0;     // completed depth in plies
    int seldepth = 0;  // greatest ply reached
    std::uint64_t nodes = 0;
    std::chrono::microseconds elapsed{};
    int hashfull = 0;           // per mille of the table in use; 0 without a table
    std::vector<ScoredPv> pvs;  // best first; at least one unless the game is over

    Move best_move() const {
        return pvs.empty() || pvs[0].moves.empty() ? kNoMove : pvs[0].moves[0];
    }
    Score score() const { return pvs.empty() ? 0 : pvs[0].score; }
};

using ReportFunction = std::function<void(const SearchReport&)>;

// A search algorithm. search() runs in the thread of the caller; stop() may be called from any
// thread and ends it within two milliseconds. With one thread and without time limits, the same
// sequence of calls gives the same results.
template <const Variant& V>
class Searcher {
public:
    virtual ~Searcher() = default;

    // Requires !pos.over(). Always returns a legal best move, whatever the limits.
    // Calls `report`, unless empty, from the same thread after each completed depth.
    virtual SearchReport search(const Position<V>& pos, const SearchLimits& limits,
                                const ReportFunction& report) = 0;
    // Clears the transposition table and all statistics.
    virtual void new_game() {}

    // Ends the running search, or the next one if none runs yet; cleared by prepare().
    void stop() { stop_.store(true, std::memory_order_relaxed); }
    // Clears an earlier stop(). Call it before starting a search that a later stop() must end.
    void prepare() { stop_.store(false, std::memory_order_relaxed); }

protected:
    std::atomic<bool> stop_{false};
};

}  // namespace xttt
