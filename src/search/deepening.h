#pragma once

#include <algorithm>
#include <concepts>
#include <span>
#include <vector>

#include "rules/symmetry.h"
#include "search/searcher.h"
#include "search/stopper.h"

namespace xttt {

// A candidate at the root, with what the latest finished search of it said.
struct RootMove {
    Move move;
    Score score = -kInfinite;
    std::vector<Move> pv;
};

// How far a search of the root got.
struct RootOutcome {
    bool finished = true;      // false: broken off; the candidates keep what was known before
    bool horizon_seen = true;  // false: every line ran to the end of the game, deeper is no better
};

// Below this many marks a position can have symmetries worth looking for.
inline constexpr int kSymmetricMarks = 2;

// The root moves of a search, in the order the position lists them. Near the start of the game,
// where only the best move is asked for, one of several moves that a symmetry turns into each other
// is enough: 36 instead of 256 first moves in `extreme`.
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

// Iterative deepening, shared by every search with a depth: calls
//     search_root(std::span<RootMove> candidates, int depth) -> RootOutcome
// with growing depth until the limits end it. search_root puts the best candidate first, with its
// score and line; with several lines wanted it is called again without those already placed.
// `fill` completes a report with what only the search knows (nodes, seldepth, hashfull).
template <const Variant& V, class SearchRoot, class Fill>
SearchReport deepen(const Position<V>& pos, const SearchLimits& limits, Stopper& stopper,
                    const ReportFunction& report, SearchRoot&& search_root, Fill&& fill) {
    std::vector<RootMove> moves = root_moves(pos, limits);
    const auto wanted =
        std::min<std::size_t>(static_cast<std::size_t>(std::max(1, limits.multipv)), moves.size());
    SearchReport latest;
    const auto summarise = [&](int depth) {
        latest.depth = depth;
        latest.lines.clear();
        for (std::size_t i = 0; i < wanted; ++i) {
            const Score score = moves[i].score == -kInfinite ? 0 : moves[i].score;
            latest.lines.push_back({score, moves[i].pv});
        }
        latest.elapsed = stopper.elapsed();
        fill(latest);
    };
    summarise(0);
    // A forced reply needs no thought when it is only about choosing a move.
    const bool choosing = (limits.movetime || limits.clock) && !limits.depth && !limits.nodes;
    const int deepest = choosing && moves.size() == 1 ? 1 : kMaxPly - 1;

    for (int depth = 1; depth <= deepest && stopper.may_deepen(depth); ++depth) {
        bool horizon_seen = false, finished = true;
        for (std::size_t line = 0; line < wanted && finished; ++line) {
            const RootOutcome outcome = search_root(std::span(moves).subspan(line), depth);
            finished = outcome.finished;
            horizon_seen |= outcome.horizon_seen;
        }
        std::stable_sort(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(wanted),
                         [](const RootMove& a, const RootMove& b) { return a.score > b.score; });
        summarise(finished ? depth : depth - 1);
        if (!finished) break;
        if (report) report(latest);
        if (!horizon_seen) break;
        const bool proven = std::ranges::all_of(latest.lines, [depth](const SearchLine& line) {
            return is_line_score(line.score) && std::abs(moves_to_line(line.score)) <= depth;
        });
        if (proven) break;
    }
    return latest;
}

}  // namespace xttt
