#pragma once

#include <array>
#include <concepts>

#include "eval/score.h"

namespace xttt {

// The interface of an evaluation. The evaluator is constant and shared between threads; its State
// is updated incrementally and copied with the position. Evaluations never include search.
template <class E, const Variant& V>
concept EvaluatorFor =
    requires(const E& eval, typename E::State& state, const Position<V>& pos, Move m) {
        // The state of a position, computed from scratch.
        { eval.start(pos) } -> std::same_as<typename E::State>;
        // Updates the state; pos is the position after m.
        eval.update(state, pos, m);
        // The value of a position that is not over, from the side to move's view. Its magnitude is
        // below any line score.
        { eval.score(state, pos) } -> std::same_as<Score>;
    };

// An evaluation whose State tracks the open small boards and the threats of each side, so that
// searches do not compute them again.
template <class E>
concept TracksThreats = requires(const typename E::State& state) {
    { state.open() } -> std::same_as<BoardSet>;
    { state.threats() } -> std::convertible_to<const std::array<BoardSet, 2>&>;
};

// One score for each cell of a small board.
template <const Variant& V>
using CellScores = std::array<Score, V.places()>;

// An evaluation that can score all quiet moves of a small board at once, much faster than one by
// one. For frontier nodes, which are the majority.
template <class E, const Variant& V>
concept ScoresQuietMoves =
    EvaluatorFor<E, V> && requires(const E& eval, const typename E::State& state,
                                   const Position<V>& pos, int board, CellScores<V>& scores) {
        // For each empty cell of an open small board, unless marking it would close the board: the
        // score after that move, from the mover's view. The values of other cells are unspecified.
        eval.score_quiet_moves(state, pos, board, scores);
    };

}  // namespace xttt
