#include "eval/handcrafted/lines.h"

#include <bit>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/text.h"
#include "eval/line_counts.h"
#include "rules/variant.h"

namespace xttt {
namespace {

// The sum over i of weights[i-1] * n^2, where n is the number of lines with i own marks and none of
// the opponent.
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
        return fail(Errc::Usage, fmt::format("invalid weights {}: expected seven numbers from 0 to "
                                             "{}, separated by commas, such as {}",
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

// The same work for all cells, without branches, so that the compiler vectorises the loop.
template <const Variant& V>
void LinesEvaluator<V>::score_quiet_moves(const State& state, const Position<V>& pos, int board,
                                          CellScores<V>& scores) const {
    const Side side = pos.side_to_move();
    const std::uint64_t own = kLineCounts<V>.of(pos.marks(side, board));
    const std::uint64_t other = kLineCounts<V>.of(pos.marks(opponent(side), board));
    const std::uint64_t alive = lines_with<0>(other, kLineOnes<V>);
    const std::uint64_t other_one = lines_with<1>(other, kLineOnes<V>);
    const std::uint64_t other_two = lines_with<2>(other, kLineOnes<V>);
    const std::uint64_t other_three = lines_with<3>(other, kLineOnes<V>);
    const std::int64_t elsewhere = state.sum + state.status - state.boards[board];
    const std::int64_t rest = side == Side::X ? elsewhere : -elsewhere;
    const std::array<std::int64_t, 3> weight{weights_.cell[0], weights_.cell[1], weights_.cell[2]};
    std::array<std::int64_t, V.places()> wide;
    for (int c = 0; c < V.places(); ++c) {
        const std::uint64_t after = own + kLinesThrough<V>[c];
        const std::uint64_t other_alive = lines_with<0>(after, kLineOnes<V>);
        const auto squares = [](std::uint64_t gained, std::uint64_t left) {
            const std::int64_t more = std::popcount(gained), less = std::popcount(left);
            return more * more - less * less;
        };
        std::int64_t sum = rest;
        sum += weight[0] * squares(lines_with<1>(after, alive), other_one & other_alive);
        sum += weight[1] * squares(lines_with<2>(after, alive), other_two & other_alive);
        if constexpr (V.size > 3)
            sum += weight[2] * squares(lines_with<3>(after, alive), other_three & other_alive);
        wide[c] = sum;
    }
    for (int c = 0; c < V.places(); ++c) scores[c] = static_cast<Score>(wide[c]);
}

#define XTTT_INSTANTIATE(V) template class LinesEvaluator<V>;
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt
