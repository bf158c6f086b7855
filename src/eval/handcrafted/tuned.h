#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "eval/evaluator.h"
#include "eval/handcrafted/tuned_features.h"
#include "eval/handcrafted/tuned_sums.h"
#include "eval/handcrafted/tuned_weights.h"

namespace xttt {

// `tuned`: the handcrafted evaluation, in expected points. It is a sum of weights of binary
// features (docs/explanation/evaluation.md), fitted to game results by logistic regression
// (training/tune). The features are patterns as in Buro's GLEM for Othello: a class for each side
// in each small board, tables over pairs of classes, and tables over the classes along each line of
// small boards.
template <const Variant& V>
class TunedEvaluator {
public:
    using Layout = tuned::Layout<V>;
    using Weights = tuned::Weights<V>;

    // The part of the evaluation that depends on the marks only; a move changes it in one small
    // board. Aligned so that no member straddles two of the vectors with which a state is copied,
    // because a read right afterwards would stall.
    struct alignas(32) State {
        std::array<std::uint8_t, V.small_boards()>
            prospects{};  // of both sides, as tuned::prospect_pair
        // For each line of small boards: the levels of x in the lower half, of o in the upper.
        std::array<std::uint32_t, V.big_boards * kLines<V>.size()> line{};
        std::array<BoardSet, 2> threatened{};  // open boards where a side has a winning cell
        BoardSet closed = 0;
        std::int16_t lead = 0;  // of x, in points
        tuned::Phases sum;      // of weights, in x's view
        BoardSet open() const { return ((BoardSet{1} << V.small_boards()) - 1) & ~closed; }
        const std::array<BoardSet, 2>& threats() const { return threatened; }
        bool operator==(const State&) const = default;
    };

    explicit TunedEvaluator(const Weights& weights = tuned::Fitted<V>::kWeights)
        : weights_(weights) {}

    State start(const Position<V>& pos) const {
        State state;
        for (int b = 0; b < V.small_boards(); ++b) {
            set_board(state, pos, b, tuned::prospects(pos, b));
            for (const auto& at : tuned::kCrossings<V>[b])
                state.line[at.line] += tuned::kLevelsOf[state.prospects[b]] << at.shift;
        }
        tuned::Sum<V> sum{weights_};
        add_board_features(sum, state);
        state.sum = sum.result();
        return state;
    }

    [[gnu::always_inline]] void update(State& state, const Position<V>& pos, Move m) const {
        const int b = m.board;
        const int now = tuned::prospects(pos, b), before = state.prospects[b];
        const bool closes = !pos.is_open(b);
        if (now == before && !closes) return;

        tuned::Sum<V> sum{weights_, state.sum};
        sum.template local<-1>(b, before);
        if (closes) [[unlikely]]
            add_lead(sum, state, -1);
        set_board(state, pos, b, now);
        if (closes) [[unlikely]]
            add_lead(sum, state, +1);
        sum.template local<+1>(b, now);
        // Changes both halves at once: neither half of the new code is negative.
        if (const auto change = tuned::kLevelsOf[now] - tuned::kLevelsOf[before]; change != 0) {
            for (const auto& at : tuned::kCrossings<V>[b]) {
                std::uint32_t& codes = state.line[at.line];
                sum.template lines<-1>(codes);
                codes += change << at.shift;
                sum.template lines<+1>(codes);
            }
        }
        state.sum = sum.result();
    }

    // Not inlined, but with all callees inlined into it, so that the sum stays in a register.
    [[gnu::noinline]] Score score(const State& state, const Position<V>& pos) const {
        tuned::Sum<V> sum{weights_, state.sum};
        add_position_features(sum, state, pos);
        const int cells = pos.playable().size();
        const int opening = sum.result().opening(), ending = sum.result().ending();
        const int blended = (opening * cells + ending * (V.cells() - cells)) / V.cells();
        const int bounded = std::clamp(blended, -kLimit, kLimit);
        return pos.side_to_move() == Side::X ? bounded : -bounded;
    }

    // About the value of one more mark in a line. Searches scale their margins by it.
    Score unit() const { return kMarginUnit<V>; }

    // Reports every feature of a position as listener.add(feature, times), in x's view, for fitting
    // the weights.
    template <class Listener>
    void trace(const Position<V>& pos, Listener& listener) const {
        const State state = start(pos);
        tuned::Report<V, Listener> report{listener};
        add_board_features(report, state);
        add_position_features(report, state, pos);
    }

    static constexpr Score kLimit = kLineScore / 4;

private:
    // Stores the prospects of a board. The caller updates the lines through it and the sums.
    static void set_board(State& state, const Position<V>& pos, int b, int now) {
        const BoardSet bit = BoardSet{1} << b;
        const auto x = static_cast<tuned::Prospect>(now >> 4);
        const auto o = static_cast<tuned::Prospect>(now & 15);
        state.prospects[b] = static_cast<std::uint8_t>(now);
        state.threatened[0] = (state.threatened[0] & ~bit) | BoardSet{tuned::has_threat(x)} << b;
        state.threatened[1] = (state.threatened[1] & ~bit) | BoardSet{tuned::has_threat(o)} << b;
        if (pos.is_open(b)) return;
        state.closed |= bit;
        state.lead =
            static_cast<std::int16_t>(pos.board_points(Side::X) - pos.board_points(Side::O));
    }

    // --- Incremental terms: they depend on the marks only ----------------------------------------

    // The lead in points: relative to the points still to be won, and by the number of open boards.
    template <class Sink>
    static void add_lead(Sink& sink, const State& state, int sign) {
        constexpr BoardSet kAll = (BoardSet{1} << V.small_boards()) - 1;
        if (state.lead == 0) return;
        const BoardSet open = kAll & ~state.closed;
        const int size = std::abs(state.lead), rest = points_of<V>(open);
        const int last = Layout::kLeadSteps - 1;
        sink.feature(Layout::lead(size >= rest ? last : last * size / rest),
                     state.lead > 0 ? sign : -sign);
        sink.feature(Layout::points(std::popcount(open)), state.lead * sign);
    }

    template <class Sink>
    static void add_board_features(Sink& sink, const State& state) {
        for (int b = 0; b < V.small_boards(); ++b) sink.template local<+1>(b, state.prospects[b]);
        for (const auto codes : state.line) sink.template lines<+1>(codes);
        add_lead(sink, state, +1);
    }

    // --- Terms of the whole position, computed from scratch -------------------------------------

    // One bit for each small board in a word of CellSet.
    static constexpr std::uint64_t kFieldOnes = [] {
        std::uint64_t ones = 0;
        for (int i = 0; i < CellSet<V>::kBoardsPerWord; ++i)
            ones |= std::uint64_t{1} << i * V.places();
        return ones;
    }();

    template <class Sink>
    [[gnu::always_inline]] static void add_position_features(Sink& sink, const State& state,
                                                             const Position<V>& pos) {
        const int us = index(pos.side_to_move()), them = us ^ 1;
        const Mask shut = places_all<V>(state.closed);
        const std::array threatened{places_any<V>(state.threatened[0]),
                                    places_any<V>(state.threatened[1])};

        if (pos.is_bound()) {
            add_bound_turn(sink, state, pos, shut, threatened);
        } else {
            sink.of_side(Layout::open_turn(pos.is_bonus_move(), std::popcount(state.threatened[us]),
                                           std::popcount(state.threatened[them])),
                         pos.side_to_move());
        }
        add_safety(sink, pos, {shut | threatened[1], shut | threatened[0]});
    }

    // The side to move must play in given small boards: their prospects, whether it can win one at
    // once (and perhaps another with the bonus move), and the number of safe moves, which neither
    // send the opponent to a board it can win nor give it an open move.
    template <class Sink>
    [[gnu::always_inline]] static void add_bound_turn(Sink& sink, const State& state,
                                                      const Position<V>& pos, Mask shut,
                                                      const std::array<Mask, 2>& threatened) {
        const Side side = pos.side_to_move();
        const int us = index(side), them = us ^ 1;
        Mask targets = pos.bound_cells(), wins = 0;
        if constexpr (V.big_boards > 1) targets = places_any<V>(targets);
        for (int big = 0; big < V.big_boards; ++big) {
            const int b = pos.bound_place() + big * V.places();
            sink.of_side(Layout::bound(b, tuned::in_view(state.prospects[b], side)), side);
            if ((state.threatened[us] >> b & 1) != 0) wins |= winning_cells<V>(pos, side, b);
        }
        int win = wins != 0;
        if (V.bonus_move && !pos.is_bonus_move() && (wins & (threatened[us] | shut)) != 0) win = 2;
        sink.of_side(Layout::bound_turn(pos.is_bonus_move(), win,
                                        std::popcount(targets & ~(threatened[them] | shut))),
                     side);
    }

    // The number of safe cells of each side, and of open boards without a safe cell.
    template <class Sink>
    [[gnu::always_inline]] static void add_safety(Sink& sink, const Position<V>& pos,
                                                  const std::array<Mask, 2>& unsafe) {
        constexpr std::uint64_t kLow = kFieldOnes * (kFullMask<V> >> 1);
        constexpr std::uint64_t kHigh = kFieldOnes << (V.places() - 1);
        std::array<int, 2> cells{}, boards{};
        for (int w = 0; w < CellSet<V>::kWords; ++w) {
            const std::uint64_t playable = pos.playable().word(w * CellSet<V>::kBoardsPerWord);
            for (int s = 0; s < 2; ++s) {
                const std::uint64_t safe = playable & ~(kFieldOnes * unsafe[s]);
                cells[s] += std::popcount(safe);
                boards[s] += std::popcount((((safe & kLow) + kLow) | safe) & kHigh);
            }
        }
        sink.feature(Layout::kSafeCellsAt, cells[0] - cells[1]);
        sink.feature(Layout::kTrapsAt, boards[0] - boards[1]);
    }

    tuned::SumTables<V> weights_;
};

}  // namespace xttt
