#pragma once

#include <array>
#include <concepts>

#include "eval/score.h"

namespace xttt {

// What a search needs of an evaluation. The evaluator itself is constant and shared; what changes
// with the position lives in its State, a small value that travels beside the position and is
// copied with it. Evaluations never include search.
template <class E, const Variant& V>
concept EvaluatorFor =
    requires(const E& eval, typename E::State& state, const Position<V>& pos, Move m) {
        // The state of a position, from scratch.
        { eval.start(pos) } -> std::same_as<typename E::State>;
        // Brings the state up to date; pos is the position just after m was played.
        eval.played(state, pos, m);
        // The value of a position that is not over, in the side to move's view. Always smaller in
        // size than any line score.
        { eval.score(state, pos) } -> std::same_as<Score>;
    };

// An evaluation whose State knows, beside other things, which small boards are open and in which
// each side could win at once: searches need not find it out again.
template <class E>
concept KnowsThreats = requires(const typename E::State& state) {
    { state.open() } -> std::same_as<BoardSet>;
    { state.hot() } -> std::convertible_to<const std::array<BoardSet, 2>&>;
};

// One score for each cell of a small board.
template <const Variant& V>
using CellScores = std::array<Score, V.places()>;

// An evaluation that can also score all quiet moves in a small board at once, much cheaper than one
// by one: searches ask it on the last ply, where most of their nodes are.
template <class E, const Variant& V>
concept ScoresReplies =
    EvaluatorFor<E, V> && requires(const E& eval, const typename E::State& state,
                                   const Position<V>& pos, int board, CellScores<V>& scores) {
        // For each empty cell of an open small board whose marking does not close it: what score
        // would say after that move, in the view of the side that makes it. What is written for
        // other cells means nothing.
        eval.score_replies(state, pos, board, scores);
    };

}  // namespace xttt
