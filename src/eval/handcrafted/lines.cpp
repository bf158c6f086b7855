#include "eval/handcrafted/lines.h"

#include <bit>

#include "rules/instantiate.h"

namespace xttt {
namespace {

// Lines as bits: bit l is kLines<V>[l]. At most 12 lines, so three sets fit a 64-bit word.
constexpr int kLineBits = 16;

template <const Variant& V>
using ByMask = typename LinesEvaluator<V>::LineSets;

// For each mask of marks: which lines hold exactly 1, 2 and 3 of them (three sets of line bits),
// and in the top set which lines are untouched by them.
template <const Variant& V>
ByMask<V> make_line_sets() {
    ByMask<V> table{};
    for (Mask mask = 0; mask < table.size(); ++mask) {
        for (std::size_t l = 0; l < kLines<V>.size(); ++l) {
            const int held = std::popcount(mask & kLines<V>[l]);
            if (held == V.size) continue;
            const int set = held == 0 ? 3 : held - 1;
            table[mask] |= std::uint64_t{1} << (set * kLineBits + static_cast<int>(l));
        }
    }
    return table;
}

template <const Variant& V>
const ByMask<V>& shared_line_sets() {
    static const ByMask<V> table = make_line_sets<V>();
    return table;
}

// Sum over i of weight[i] * (lines with i of own and none of the lines touched)^2.
template <const Variant& V>
std::int32_t line_sum(std::uint64_t own_sets, std::uint64_t untouched,
                      const std::array<int, 3>& weights) {
    std::int32_t sum = 0;
    for (int i = 0; i + 1 < V.size; ++i) {
        const auto alive = static_cast<std::uint32_t>(own_sets >> (i * kLineBits) & untouched);
        const int count = std::popcount(alive);
        sum += weights[i] * count * count;
    }
    return sum;
}

}  // namespace

template <const Variant& V>
LinesEvaluator<V>::LinesEvaluator(const LinesWeights& weights)
    : weights_(weights), line_sets_(shared_line_sets<V>()) {}

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
    const auto& sets = line_sets_;
    const std::uint64_t x = sets[pos.marks(Side::X, board)], o = sets[pos.marks(Side::O, board)];
    return line_sum<V>(x, o >> (3 * kLineBits), weights_.cell) -
           line_sum<V>(o, x >> (3 * kLineBits), weights_.cell);
}

template <const Variant& V>
std::int32_t LinesEvaluator<V>::big_score(const Position<V>& pos) const {
    const auto& sets = line_sets_;
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
        sum += line_sum<V>(sets[x], sets[o | dead] >> (3 * kLineBits), weights_.board) -
               line_sum<V>(sets[o], sets[x | dead] >> (3 * kLineBits), weights_.board);
    }
    return sum;
}

#define XTTT_INSTANTIATE(V) template class LinesEvaluator<V>;
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)

}  // namespace xttt
