#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "eval/evaluator.h"

namespace xttt {

// The weights of the heuristic, in arbitrary units. They should grow steeply: cell[0] << cell[1] <<
// cell[2] << board_won < board[0] << board[1] << board[2]. cell[i-1] is for lines with i marks;
// variants of size 3 do not use cell[2] and board[2].
struct LinesWeights {
    std::array<int, 3> cell{1, 6, 36};
    int board_won = 220;
    std::array<int, 3> board{250, 1000, 4000};

    bool operator==(const LinesWeights&) const = default;
};

// The seven weights as text, in the order above: "1,6,36,220,250,1000,4000".
std::string weights_text(const LinesWeights& weights);
// Parses them. Rejects anything but seven numbers from 0 to kMaxLinesWeight: larger ones could
// exceed the score of a line.
Result<LinesWeights> parse_lines_weights(std::string_view text);
inline constexpr int kMaxLinesWeight = 5000;

// `lines`: the usual heuristic of course bots. A player's value of an open small board is the sum
// over i of cell[i-1] * n^2, where n is the number of lines with i own marks and none of the
// opponent. A won small board counts board_won. Big boards add the same sum with `board` for `cell`
// and won small boards for marks; lines through a lost or drawn board do not count. The score is
// the mover's sum minus the opponent's.
template <const Variant& V>
class LinesEvaluator {
public:
    struct State {
        std::array<std::int32_t, V.small_boards()> boards;  // x's view
        std::int32_t sum;                                   // of boards
        std::int32_t status;                                // the big boards, x's view
    };

    explicit LinesEvaluator(const LinesWeights& weights = {}) : weights_(weights) {}

    State start(const Position<V>& pos) const;
    void update(State& state, const Position<V>& pos, Move m) const {
        const int b = m.board;
        const std::int32_t now = board_score(pos, b);
        state.sum += now - state.boards[b];
        state.boards[b] = now;
        if (!pos.is_open(b)) [[unlikely]]
            state.status = big_score(pos);
    }
    Score score(const State& state, const Position<V>& pos) const {
        const Score x_view = state.sum + state.status;
        return pos.side_to_move() == Side::X ? x_view : -x_view;
    }
    void score_quiet_moves(const State& state, const Position<V>& pos, int board,
                           CellScores<V>& scores) const;
    // About the value of one more mark in a line. Searches scale their margins by it.
    Score unit() const { return 8 * weights_.cell[1]; }

private:
    std::int32_t board_score(const Position<V>& pos, int board) const;
    std::int32_t big_score(const Position<V>& pos) const;

    LinesWeights weights_;
};

}  // namespace xttt
