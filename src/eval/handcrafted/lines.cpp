#include "eval/handcrafted/lines.h"

#include <bit>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text.h"
#include "eval/line_counts.h"
#include "rules/instantiate.h"

namespace xttt {
namespace {

// Sum over i of weights[i-1] * (lines with i of own and none of the others)^2.
template <const Variant& V>
std::int32_t line_sum(Mask own, Mask others, const std::array<int, 3>& weights) {
    const std::uint64_t own_counts = kLineCounts<V>.of(own);
    const std::uint64_t alive = lines_with<0>(kLineCounts<V>.of(others), kLineOnes<V>);
    std::int32_t sum = 0;
    const auto add = [&]<int I>() {
        const int count = std::popcount(lines_with<I>(own_counts, alive));
        sum += weights[I - 1] * count * count;
    };
    add.template operator()<1>();
    add.template operator()<2>();
    if constexpr (V.size > 3) add.template operator()<3>();
    return sum;
}

}  // namespace

std::string weights_text(const LinesWeights& weights) {
    return fmt::format("{},{},{}", fmt::join(weights.cell, ","), weights.board_won,
                       fmt::join(weights.board, ","));
}

Result<LinesWeights> parse_lines_weights(std::string_view text) {
    const auto refuse = [text] {
        return fail(Errc::Usage,
                    fmt::format("{} is no set of weights: give seven numbers from 0 to {} with "
                                "commas between, such as {}",
                                quote(text), kMaxLinesWeight, weights_text({})));
    };
    const auto parts = split(text, ',');
    std::array<int, 7> numbers{};
    if (parts.size() != numbers.size()) return refuse();
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const auto number = to_number<int>(parts[i]);
        if (!number || *number < 0 || *number > kMaxLinesWeight) return refuse();
        numbers[i] = *number;
    }
    return LinesWeights{.cell = {numbers[0], numbers[1], numbers[2]},
                        .board_won = numbers[3],
                        .board = {numbers[4], numbers[5], numbers[6]}};
}

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
    const Mask x = pos.marks(Side::X, board), o = pos.marks(Side::O, board);
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
        sum += line_sum<V>(x, o | dead, weights_.board) - line_sum<V>(o, x | dead, weights_.board);
    }
    return sum;
}

#define XTTT_INSTANTIATE(V) template class LinesEvaluator<V>;
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)

}  // namespace xttt
