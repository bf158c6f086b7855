#include "search/deepening.h"

#include <algorithm>

#include "rules/symmetry.h"

namespace xttt {
namespace {

// Positions with fewer marks than this may be symmetric.
constexpr int kSymmetricMarks = 2;

}  // namespace

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

#define XTTT_INSTANTIATE(V) \
    template std::vector<RootMove> root_moves<V>(const Position<V>&, const SearchLimits&);
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

SearchReport deepen(std::vector<RootMove> moves, const SearchLimits& limits, Stopper& stopper,
                    const ReportFunction& report,
                    const std::function<RootOutcome(std::span<RootMove>, int)>& search_root,
                    const std::function<void(SearchReport&)>& fill) {
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
