#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "eval/evaluator.h"
#include "eval/handcrafted/tuned_features.h"
#include "eval/handcrafted/tuned_weights.h"

namespace xttt {

// `tuned`: our hand-written evaluation in expected points. Its ideas are features that are present
// or not (docs/engine.md describes each); its weights are fitted to the results of games by
// logistic regression (training/tune). The features are patterns in the manner of Buro's GLEM for
// Othello: a class for each side in each small board, tables over pairs of classes, and tables over
// the classes along each line of small boards.
template <const Variant& V>
class TunedEvaluator {
public:
    using Layout = tuned::Layout<V>;
    using Weights = tuned::Weights<V>;

    // What the marks say, for all boards; only the board just played in changes.
    struct State {
        std::array<std::array<std::uint8_t, V.small_boards()>, 2> prospect{};
        std::array<std::array<std::uint16_t, V.big_boards * kLines<V>.size()>, 2> line{};
        std::array<BoardSet, 2> threats{};  // open boards where a side has a winning cell
        BoardSet closed = 0;
        std::int16_t lead = 0;  // of x, in points
        int opening = 0;        // sums of weights, in x's view
        int ending = 0;
        bool operator==(const State&) const = default;
    };

    explicit TunedEvaluator(const Weights& weights = tuned::Fitted<V>::kWeights);

    State start(const Position<V>& pos) const {
        State state;
        for (int b = 0; b < V.small_boards(); ++b) set_board(state, pos, b, prospects(pos, b));
        for (int s = 0; s < 2; ++s)
            for (int b = 0; b < V.small_boards(); ++b)
                for (const Crossing& at : crossings(b))
                    state.line[s][at.line] |=
                        static_cast<std::uint16_t>(level(state, s, b) << at.shift);
        Sum sum{*this};
        add_board_features(sum, state);
        state.opening = sum.opening;
        state.ending = sum.ending;
        return state;
    }

    [[gnu::always_inline]] void played(State& state, const Position<V>& pos, Move m) const {
        const int b = m.board;
        const Prospects now = prospects(pos, b);
        const bool closes = !pos.is_open(b);
        if (now == Prospects{state.prospect[0][b], state.prospect[1][b]} && !closes) return;

        Sum sum{*this, state.opening, state.ending};
        const std::array old_level{level(state, 0, b), level(state, 1, b)};
        add_local(sum, state, b, -1);
        if (closes) add_lead(sum, state, -1);
        set_board(state, pos, b, now);
        add_local(sum, state, b, +1);
        if (closes) add_lead(sum, state, +1);
        for (int s = 0; s < 2; ++s) {
            const int change = level(state, s, b) - old_level[s];
            if (change == 0) continue;
            for (const Crossing& at : crossings(b)) {
                add_line(sum, state, s, at.line, -1);
                state.line[s][at.line] =
                    static_cast<std::uint16_t>(state.line[s][at.line] + change * (1 << at.shift));
                add_line(sum, state, s, at.line, +1);
            }
        }
        state.opening = sum.opening;
        state.ending = sum.ending;
    }

    [[gnu::always_inline]] Score score(const State& state, const Position<V>& pos) const {
        Sum sum{*this, state.opening, state.ending};
        add_position_features(sum, state, pos);
        const int cells = pos.playable().size();
        const int blended = (sum.opening * cells + sum.ending * (V.cells() - cells)) / V.cells();
        const int bounded = std::clamp(blended, -kLimit, kLimit);
        return pos.side_to_move() == Side::X ? bounded : -bounded;
    }

    // About what one mark more in a line is worth: searches scale their margins by it.
    Score unit() const { return kMarginUnit<V>; }

    // Reports every feature of a position as listener.add(feature, times), in x's view: what score
    // sums up, for the fitting of weights.
    template <class Listener>
    void trace(const Position<V>& pos, Listener& listener) const {
        const State state = start(pos);
        Report<Listener> report{listener};
        add_board_features(report, state);
        add_position_features(report, state, pos);
    }

    static constexpr Score kLimit = kLineScore / 4;

private:
    // A line of small boards through a small board, and where the board's level stands in its code.
    struct Crossing {
        std::uint8_t line;
        std::uint8_t shift;
    };
    struct Crossings {
        std::array<Crossing, kLines<V>.size()> list{};
        int count = 0;
        constexpr const Crossing* begin() const { return list.data(); }
        constexpr const Crossing* end() const { return list.data() + count; }
    };
    static constexpr auto kCrossings = [] {
        std::array<Crossings, V.small_boards()> table{};
        for (int b = 0; b < V.small_boards(); ++b) {
            const int big = b / V.places(), place = b % V.places();
            for (int l = 0; l < static_cast<int>(kLines<V>.size()); ++l) {
                const Mask line = kLines<V>[l], bit = Mask{1} << place;
                if ((line & bit) == 0) continue;
                const int rank = std::popcount(line & (bit - 1));
                table[b].list[table[b].count++] = {
                    static_cast<std::uint8_t>(big * static_cast<int>(kLines<V>.size()) + l),
                    static_cast<std::uint8_t>(rank * tuned::kLevelBits)};
            }
        }
        return table;
    }();
    static constexpr const Crossings& crossings(int board) { return kCrossings[board]; }

    // The features go to a sink: x's local prospects in a board, a line of boards, or any feature.
    // This one sums up weights.
    struct Sum {
        const TunedEvaluator& eval;
        int opening = 0;
        int ending = 0;
        void local(int board, int x, int o, int sign) {
            add(eval.local_[static_cast<int>(tuned::kKindOf<V>[board])][x][o], sign);
        }
        void line(int code, int sign) { add(eval.line_[code], sign); }
        void feature(int number, int times) { add(eval.weights_[number], times); }

    private:
        void add(tuned::Weight weight, int times) {
            opening += weight.opening * times;
            ending += weight.ending * times;
        }
    };
    // This one reports features one by one.
    template <class Listener>
    struct Report {
        Listener& listener;
        void local(int board, int x, int o, int sign) {
            listener.add(Layout::local(board, x, o), sign);
            listener.add(Layout::local(board, o, x), -sign);
        }
        void line(int code, int sign) { listener.add(Layout::line(code), sign); }
        void feature(int number, int times) { listener.add(number, times); }
    };

    static int level(const State& state, int side, int b) {
        return tuned::kLevelTable[state.prospect[side][b]][state.prospect[side ^ 1][b]];
    }

    using Prospects = std::array<std::uint8_t, 2>;

    static Prospects prospects(const Position<V>& pos, int b) {
        using namespace tuned;
        const Mask x = pos.marks(Side::X, b), o = pos.marks(Side::O, b);
        if (pos.is_open(b)) [[likely]] {
            const auto x_counts = kLineCounts<V>.of(x), o_counts = kLineCounts<V>.of(o);
            return {prospect<V>(x, o, x_counts, o_counts), prospect<V>(o, x, o_counts, x_counts)};
        }
        const auto closed = [&](Side side) { return pos.won(side) >> b & 1 ? kWon : kDead; };
        return {closed(Side::X), closed(Side::O)};
    }

    // Writes down a board; the lines through it and the sums are left to the caller.
    static void set_board(State& state, const Position<V>& pos, int b, Prospects now) {
        const BoardSet bit = BoardSet{1} << b;
        for (int s = 0; s < 2; ++s) {
            const bool threat = tuned::has_threat(static_cast<tuned::Prospect>(now[s]));
            state.prospect[s][b] = now[s];
            state.threats[s] = (state.threats[s] & ~bit) | BoardSet{threat} << b;
        }
        if (pos.is_open(b)) return;
        state.closed |= bit;
        state.lead =
            static_cast<std::int16_t>(pos.board_points(Side::X) - pos.board_points(Side::O));
    }

    // --- What depends on the marks alone: kept up to date by played ------------------------------

    template <class Sink>
    static void add_local(Sink& sink, const State& state, int b, int sign) {
        sink.local(b, state.prospect[0][b], state.prospect[1][b], sign);
    }

    template <class Sink>
    static void add_line(Sink& sink, const State& state, int side, int line, int sign) {
        sink.line(state.line[side][line], side == 0 ? sign : -sign);
    }

    // The lead in points: against what is still to be won, and by the number of open boards.
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
        for (int b = 0; b < V.small_boards(); ++b) add_local(sink, state, b, +1);
        for (int s = 0; s < 2; ++s)
            for (std::size_t l = 0; l < state.line[s].size(); ++l)
                add_line(sink, state, s, static_cast<int>(l), +1);
        add_lead(sink, state, +1);
    }

    // --- What depends on the whole position: reckoned anew each time ----------------------------

    // Places where some board is in the set, and where all boards are.
    static constexpr Mask places_any(BoardSet boards) {
        if constexpr (V.big_boards == 1) return boards;
        return (boards | boards >> V.places()) & kFullMask<V>;
    }
    static constexpr Mask places_all(BoardSet boards) {
        if constexpr (V.big_boards == 1) return boards;
        return boards & boards >> V.places() & kFullMask<V>;
    }
    // Numbers with one bit set in the field of each small board that a word of cells holds.
    static constexpr std::uint64_t kFieldOnes = [] {
        std::uint64_t ones = 0;
        for (int i = 0; i < CellSet<V>::kBoardsPerWord; ++i)
            ones |= std::uint64_t{1} << i * V.places();
        return ones;
    }();

    template <class Sink>
    static void add_position_features(Sink& sink, const State& state, const Position<V>& pos) {
        const int me = index(pos.side_to_move()), you = me ^ 1;
        const int sign = me == 0 ? +1 : -1;
        const Mask shut = places_all(state.closed);
        const std::array threatened{places_any(state.threats[0]), places_any(state.threats[1])};

        if (pos.is_bound()) {
            add_bound_turn(sink, state, pos, shut, threatened);
        } else {
            sink.feature(Layout::open_turn(pos.is_bonus_move(), std::popcount(state.threats[me]),
                                           std::popcount(state.threats[you])),
                         sign);
        }
        add_safety(sink, pos, {shut | threatened[1], shut | threatened[0]});
    }

    // The side to move is bound: what the board it is sent to holds for it, whether it can win it
    // at once (and then, with the bonus move, perhaps another), and how many replies neither send
    // the opponent to a board it threatens to take nor give it an open move.
    template <class Sink>
    static void add_bound_turn(Sink& sink, const State& state, const Position<V>& pos, Mask shut,
                               const std::array<Mask, 2>& threatened) {
        const int me = index(pos.side_to_move()), you = me ^ 1;
        const int sign = me == 0 ? +1 : -1;
        Mask targets = pos.bound_cells(), wins = 0;
        if constexpr (V.big_boards > 1) targets = places_any(targets);
        for (int big = 0; big < V.big_boards; ++big) {
            const int b = pos.bound_place() + big * V.places();
            sink.feature(Layout::bound(b, state.prospect[me][b], state.prospect[you][b]), sign);
            if ((state.threats[me] >> b & 1) != 0)
                wins |= winning_cells<V>(pos, pos.side_to_move(), b);
        }
        int win = wins != 0;
        if (V.bonus_move && !pos.is_bonus_move() && (wins & (threatened[me] | shut)) != 0) win = 2;
        sink.feature(Layout::bound_turn(pos.is_bonus_move(), win,
                                        std::popcount(targets & ~(threatened[you] | shut))),
                     sign);
    }

    // How many cells each side can play without sending the opponent to a threat of its or giving
    // it an open move, and how many open boards have no such cell.
    template <class Sink>
    static void add_safety(Sink& sink, const Position<V>& pos, const std::array<Mask, 2>& unsafe) {
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

    // What one feature of a pair of sides comes to, and what a line does, without detours.
    using LocalTable = std::array<std::array<tuned::Weight, tuned::kProspects>, tuned::kProspects>;
    std::array<LocalTable, tuned::kKinds> local_{};
    std::array<tuned::Weight, tuned::kLineCodes<V>> line_{};
    Weights weights_;
};

template <const Variant& V>
TunedEvaluator<V>::TunedEvaluator(const Weights& weights) : weights_(weights) {
    for (int b = 0; b < V.small_boards(); ++b) {
        LocalTable& table = local_[static_cast<int>(tuned::kKindOf<V>[b])];
        for (int x = 0; x < tuned::kProspects; ++x)
            for (int o = 0; o < tuned::kProspects; ++o)
                table[x][o] = weights[Layout::local(b, x, o)] - weights[Layout::local(b, o, x)];
    }
    for (int code = 0; code < tuned::kLineCodes<V>; ++code)
        line_[code] = weights[Layout::line(code)];
}

}  // namespace xttt
