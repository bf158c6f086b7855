#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "rules/symmetry.h"
#include "search/searcher.h"
#include "search/stopper.h"

namespace xttt {

// A root move with the result of its latest completed search.
struct RootMove {
    Move move;
    Score score = -kInfinite;
    std::vector<Move> pv;
};

// How a search of the root ended.
struct RootOutcome {
    bool finished = true;       // false: stopped; the root moves keep their previous results
    bool depth_limited = true;  // false: all variations reached the end of the game
};

// Positions with fewer marks than this may be symmetric.
inline constexpr int kSymmetricMarks = 2;

// The root moves of a search, in generation order. Near the start of the game and with MultiPV 1,
// only one of several symmetric moves: 36 instead of 256 first moves in `extreme`.
template <const Variant& V>
std::vector<RootMove> root_moves(const Position<V>& pos, const SearchLimits& limits) {
    std::vector<RootMove> moves;
    std::vector<Key> seen;
    const bool fold =
        limits.root_moves.empty() && limits.multipv <= 1 && pos.mark_count() < kSymmetricMarks;
    pos.for_each_legal([&](Move m) {
        if (!limits.root_moves.empty() && !std::ranges::count(limits.root_moves, m)) return;
        if (fold) {
            Position<V> next = pos;
            next.play(m);
            const Key key = canonical(next).position.key();
            if (std::ranges::count(seen, key)) return;
            seen.push_back(key);
        }
        moves.push_back({m, -kInfinite, {m}});
    });
    return moves;
}

// Iterative deepening: calls
//     search_root(std::span<RootMove> candidates, int depth) -> RootOutcome
// with increasing depth until a limit is reached. search_root moves the best candidate to the
// front, with its score and principal variation; with MultiPV it is called once for each variation,
// with the remaining moves. `fill` completes a report with the search's own figures (nodes,
// seldepth, hashfull).
template <const Variant& V, class SearchRoot, class Fill>
SearchReport deepen(const Position<V>& pos, const SearchLimits& limits, Stopper& stopper,
                    const ReportFunction& report, SearchRoot&& search_root, Fill&& fill) {
    std::vector<RootMove> moves = root_moves(pos, limits);
    const auto wanted =
        std::min<std::size_t>(static_cast<std::size_t>(std::max(1, limits.multipv)), moves.size());
    SearchReport latest;
    const auto summarise = [&](int depth) {
        latest.depth = depth;
        latest.pvs.clear();
        for (std::size_t i = 0; i < wanted; ++i) {
            const Score score = moves[i].score == -kInfinite ? 0 : moves[i].score;
            latest.pvs.push_back({score, moves[i].pv});
        }
        latest.elapsed = stopper.elapsed();
        fill(latest);
    };
    summarise(0);
    // With a single legal move and only a time limit, depth 1 is enough.
    const bool choosing = (limits.movetime || limits.clock) && !limits.depth && !limits.nodes;
    const int deepest = choosing && moves.size() == 1 ? 1 : kMaxPly - 1;

    for (int depth = 1; depth <= deepest && stopper.may_deepen(depth); ++depth) {
        bool depth_limited = false, finished = true;
        for (std::size_t pv = 0; pv < wanted && finished; ++pv) {
            const RootOutcome outcome = search_root(std::span(moves).subspan(pv), depth);
            finished = outcome.finished;
            depth_limited |= outcome.depth_limited;
        }
        std::stable_sort(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(wanted),
                         [](const RootMove& a, const RootMove& b) { return a.score > b.score; });
        summarise(finished ? depth : depth - 1);
        if (!finished) break;
        if (report) report(latest);
        if (!depth_limited) break;
        const bool proven = std::ranges::all_of(latest.pvs, [depth](const ScoredPv& pv) {
            return is_line_score(pv.score) && std::abs(moves_to_line(pv.score)) <= depth;
        });
        if (proven) break;
    }
    return latest;
}

}  // namespace xttt
