#include <algorithm>

#include "base/random.h"
#include "eval/threats.h"
#include "rules/variant.h"
#include "search/baselines.h"
#include "search/deepening.h"

namespace xttt {
namespace {

// Scores each root move without searching any deeper.
template <const Variant& V>
class OnePlySearch : public Searcher<V> {
public:
    explicit OnePlySearch(std::uint64_t seed) : random_(mix64(seed)) {}

    SearchReport search(const Position<V>& pos, const SearchLimits& limits,
                        const ReportFunction& report) override {
        std::vector<RootMove> moves = root_moves(pos, limits);
        for (std::size_t i = moves.size(); i > 1; --i)
            std::swap(moves[i - 1], moves[random_.below(static_cast<std::uint32_t>(i))]);
        for (RootMove& root : moves) root.score = value(pos, root.move);
        std::ranges::stable_sort(moves, std::greater{}, &RootMove::score);

        SearchReport result{.depth = 1, .seldepth = 1, .nodes = moves.size()};
        const auto wanted = std::min<std::size_t>(
            moves.size(), static_cast<std::size_t>(std::max(1, limits.multipv)));
        for (std::size_t i = 0; i < wanted; ++i)
            result.pvs.push_back({moves[i].score, moves[i].pv});
        if (report) report(result);
        return result;
    }

protected:
    virtual Score value(const Position<V>& pos, Move m) const = 0;

private:
    Random random_;
};

template <const Variant& V>
class RandomSearch final : public OnePlySearch<V> {
    using OnePlySearch<V>::OnePlySearch;
    Score value(const Position<V>&, Move) const override { return 0; }
};

template <const Variant& V>
class GreedySearch final : public OnePlySearch<V> {
    using OnePlySearch<V>::OnePlySearch;

    Score value(const Position<V>& pos, Move m) const override {
        const Side side = pos.side_to_move(), other = opponent(side);
        Position<V> next = pos;
        next.play(m);
        if (next.over()) return final_score(next, side, 1);
        Score score = 0;
        if (next.won(side) != pos.won(side)) score += kPoint * board_value<V>(m.board);
        if (winning_cells(pos, other, m.board) >> m.cell & 1)
            score += kPoint * board_value<V>(m.board) / 2;
        const Side mover = next.side_to_move();
        return mover == side ? score + best_gain(next, mover) : score - best_gain(next, mover);
    }

    // The points of the best small board that a side can win with its next move.
    static Score best_gain(const Position<V>& pos, Side side) {
        Score best = 0;
        pos.for_each_legal([&](Move m) {
            if (winning_cells(pos, side, m.board) >> m.cell & 1)
                best = std::max(best, kPoint * board_value<V>(m.board));
        });
        return best;
    }
};

}  // namespace

template <const Variant& V>
std::unique_ptr<Searcher<V>> make_random_search(std::uint64_t seed) {
    return std::make_unique<RandomSearch<V>>(seed);
}

template <const Variant& V>
std::unique_ptr<Searcher<V>> make_greedy_search(std::uint64_t seed) {
    return std::make_unique<GreedySearch<V>>(seed);
}

#define XTTT_INSTANTIATE(V)                                                     \
    template std::unique_ptr<Searcher<V>> make_random_search<V>(std::uint64_t); \
    template std::unique_ptr<Searcher<V>> make_greedy_search<V>(std::uint64_t);
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt
