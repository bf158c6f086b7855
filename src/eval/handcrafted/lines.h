#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "eval/evaluator.h"

namespace xttt {

// The weights of the known heuristic, in no particular unit. They are meant to grow steeply:
// cell[0] << cell[1] << cell[2] << board_won < board[0] << board[1] << board[2].
// cell[i-1] weighs lines with i marks; variants of size 3 have no use for the third of each.
struct LinesWeights {
    std::array<int, 3> cell{1, 6, 36};
    int board_won = 220;
    std::array<int, 3> board{250, 1000, 4000};

    bool operator==(const LinesWeights&) const = default;
};

// The seven weights as text, in the order above: "1,6,36,220,250,1000,4000".
std::string weights_text(const LinesWeights& weights);
// Refuses anything but seven numbers from 0 to kMaxLinesWeight: larger ones could outweigh a line.
Result<LinesWeights> parse_lines_weights(std::string_view text);
inline constexpr int kMaxLinesWeight = 5000;

// The heuristic the known course bots use. For each player: an open small board is worth the sum
// over i of cell[i] * (lines holding i of its marks and none of the opponent's)^2, a small board it
// won board_won, and the big boards add the same sum with won boards for marks (a line through a
// board lost or drawn is dead). The score is the mover's sum minus the opponent's.
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
    // About what one mark more in a line is worth: searches scale their margins by it.
    Score unit() const { return 8 * weights_.cell[1]; }

private:
    std::int32_t board_score(const Position<V>& pos, int board) const;
    std::int32_t big_score(const Position<V>& pos) const;

    LinesWeights weights_;
};

}  // namespace xttt
