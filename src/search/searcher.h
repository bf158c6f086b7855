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

// One candidate of the search: a move, what it is worth, and how play would go on.
struct SearchLine {
    Score score = 0;  // side to move's view
    std::vector<Move> moves;
};

// What a search knows at one moment: after each finished depth, and at the end.
struct SearchReport {
    int depth = 0;     // plies searched in full
    int seldepth = 0;  // the longest line looked at
    std::uint64_t nodes = 0;
    std::chrono::microseconds elapsed{};
    int hashfull = 0;               // per mille of the table in use; 0 without a table
    std::vector<SearchLine> lines;  // best first; at least one unless the game is over

    Move best_move() const {
        return lines.empty() || lines[0].moves.empty() ? kNoMove : lines[0].moves[0];
    }
    Score score() const { return lines.empty() ? 0 : lines[0].score; }
};

using ReportFunction = std::function<void(const SearchReport&)>;

// One way to choose a move. search() runs in the caller's thread; stop() may come from any other
// and is answered within a millisecond or two. With one thread, the same calls in the same order
// give the same answers (limits in time excepted).
template <const Variant& V>
class Searcher {
public:
    virtual ~Searcher() = default;

    // Requires !pos.over(). Always returns a legal best move, whatever the limits.
    // `report` is called from the same thread after each finished depth; it may be empty.
    virtual SearchReport search(const Position<V>& pos, const SearchLimits& limits,
                                const ReportFunction& report) = 0;
    // Forgets what was learned from earlier positions.
    virtual void new_game() {}

    // Ends the running search, or the next one if none runs yet; cleared by prepare().
    void stop() { stop_.store(true, std::memory_order_relaxed); }
    // Call before starting a search from which stop() must not be lost.
    void prepare() { stop_.store(false, std::memory_order_relaxed); }

protected:
    std::atomic<bool> stop_{false};
};

}  // namespace xttt
