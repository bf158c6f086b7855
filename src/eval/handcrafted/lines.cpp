#include "eval/handcrafted/lines.h"

#include <bit>

#include "rules/instantiate.h"

namespace xttt {
namespace {

// One hexadecimal digit per line: how many of some marks it holds. At most 12 lines of 4 cells.
using LineCounts = std::uint64_t;

// The counts of a mask are the sum of those of its two halves, so two small tables (4 KiB for
// N = 4) serve all 2^16 masks without leaving the first-level cache.
template <const Variant& V>
struct HalfCounts {
    std::array<LineCounts, 256> low{};
    std::array<LineCounts, std::size_t{1} << (V.places() - 8)> high{};
};

template <const Variant& V>
constexpr LineCounts count_slowly(Mask marks) {
    LineCounts counts = 0;
    for (std::size_t l = 0; l < kLines<V>.size(); ++l)
        counts |= static_cast<LineCounts>(std::popcount(marks & kLines<V>[l])) << (4 * l);
    return counts;
}

template <const Variant& V>
constexpr HalfCounts<V> kHalfCounts = [] {
    HalfCounts<V> table;
    for (Mask m = 0; m < table.low.size(); ++m) table.low[m] = count_slowly<V>(m);
    for (Mask m = 0; m < table.high.size(); ++m) table.high[m] = count_slowly<V>(m << 8);
    return table;
}();

template <const Variant& V>
LineCounts line_counts(Mask marks) {
    return kHalfCounts<V>.low[marks & 0xff] + kHalfCounts<V>.high[marks >> 8];
}

// Sum over i of weights[i-1] * (lines with i of own and none of the others)^2.
template <const Variant& V>
std::int32_t line_sum(LineCounts own, LineCounts others, const std::array<int, 3>& weights) {
    constexpr LineCounts kOnes = 0x1111'1111'1111'1111ULL;
    const LineCounts alive = ~(others | others >> 1 | others >> 2) & kOnes;
    const LineCounts bit0 = own & alive, bit1 = own >> 1 & alive;
    const int one = std::popcount(bit0 & ~bit1), two = std::popcount(bit1 & ~bit0);
    std::int32_t sum = weights[0] * one * one + weights[1] * two * two;
    if constexpr (V.size > 3) {
        const int three = std::popcount(bit0 & bit1);
        sum += weights[2] * three * three;
    }
    return sum;
}

}  // namespace

template <const Variant& V>
typename LinesEvaluator<V>::State LinesEvaluator<V>::start(const Position<V>& pos) const {
    State state{};
    for (int b = 0; b < V.small_boards(); ++b) {
        state.boards[b] = board_score(pos, b);
        state.sum += state.boards[b];
    }
    state.status = big_score(pos);
    return state;
}

template <const Variant& V>
std::int32_t LinesEvaluator<V>::board_score(const Position<V>& pos, int board) const {
    if (!pos.is_open(board)) [[unlikely]] {
        const auto winner = pos.board_winner(board);
        if (!winner) return 0;
        return *winner == Side::X ? weights_.board_won : -weights_.board_won;
    }
    const LineCounts x = line_counts<V>(pos.marks(Side::X, board));
    const LineCounts o = line_counts<V>(pos.marks(Side::O, board));
    return line_sum<V>(x, o, weights_.cell) - line_sum<V>(o, x, weights_.cell);
}

template <const Variant& V>
std::int32_t LinesEvaluator<V>::big_score(const Position<V>& pos) const {
    BoardSet drawn = 0;
    for (int b = 0; b < V.small_boards(); ++b)
        if (pos.is_drawn(b)) drawn |= BoardSet{1} << b;
    std::int32_t sum = 0;
    for (int big = 0; big < V.big_boards; ++big) {
        const auto on_board = [big](BoardSet set) {
            return set >> (big * V.places()) & kFullMask<V>;
        };
        const Mask x = on_board(pos.won(Side::X)), o = on_board(pos.won(Side::O));
        const Mask dead = on_board(drawn);
        sum += line_sum<V>(line_counts<V>(x), line_counts<V>(o | dead), weights_.board) -
               line_sum<V>(line_counts<V>(o), line_counts<V>(x | dead), weights_.board);
    }
    return sum;
}

#define XTTT_INSTANTIATE(V) template class LinesEvaluator<V>;
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)

}  // namespace xttt
