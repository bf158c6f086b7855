#pragma once

#include <algorithm>
#include <cassert>
#include <memory>

#include "eval/evaluator.h"
#include "eval/nnue/feature_set.h"
#include "eval/nnue/network.h"

namespace xttt {

// `nnue`: a small network trained on self-play games and updated incrementally
// (docs/explanation/networks.md). The idea is from Yu Nasu, 2018.
template <const Variant& V, class Kernel = nnue::VectorKernel>
class NnueEvaluator {
public:
    using Network = nnue::Network<V>;

    struct State {
        alignas(64) std::array<nnue::Accumulator, 2> sums;  // x's view, o's view
        nnue::FeatureSet<V> boards;
        BoardSet open() const { return boards.open(); }
        const std::array<BoardSet, 2>& threats() const { return boards.threats(); }
        bool operator==(const State&) const = default;
    };

    explicit NnueEvaluator(std::shared_ptr<const Network> network) : network_(std::move(network)) {
        if constexpr (nnue::kHasContents<V>) assert(!network_->board_rows.empty());
    }

    State start(const Position<V>& pos) const {
        State state{{network_->bias, network_->bias}, nnue::FeatureSet<V>(pos)};
        typename nnue::FeatureSet<V>::StartRows all;
        state.boards.list_rows(pos, all);
        for (int view = 0; view < 2; ++view) {
            Kernel::update(state.sums[view], network_->rows.data(), all.rows[view].data(),
                           all.count, nullptr, 0);
            if constexpr (nnue::kHasContents<V>)
                for (int b = 0; b < V.small_boards(); ++b)
                    Kernel::add(state.sums[view], *board_row(state.boards.board_row(pos, b)[view]));
        }
        return state;
    }

    [[gnu::always_inline]] void update(State& state, const Position<V>& pos, Move m) const {
        typename nnue::FeatureSet<V>::FeatureDelta delta;
        state.boards.update(pos, m, delta);
        const auto& [added, removed, before, after] = delta;
        for (int view = 0; view < 2; ++view) {
            const auto summed = [&](const auto&... whole) __attribute__((always_inline)) {
                Kernel::update(state.sums[view], network_->rows.data(), added.rows[view].data(),
                               added.count, removed.rows[view].data(), removed.count, whole...);
            };
            if constexpr (nnue::kHasContents<V>)
                summed(nnue::RowDelta{board_row(after[view]), board_row(before[view])});
            else
                summed();
        }
    }

    [[gnu::always_inline]] Score score(const State& state, const Position<V>& pos) const {
        typename nnue::FeatureSet<V>::TurnRows turn;
        state.boards.turn(pos, turn);
        const int me = index(pos.side_to_move()), you = me ^ 1;
        const int bucket = nnue::bucket_of<V>(pos.playable().size());
        const auto* const weights = network_->output[bucket].data();
        const auto view = [&](int side, const std::int16_t* own_weights) {
            return Kernel::output(state.sums[side], network_->rows.data(), turn.rows[side].data(),
                                  turn.count, own_weights);
        };
        const std::int64_t sum = std::int64_t{network_->output_bias[bucket]} + view(me, weights) +
                                 view(you, weights + nnue::kHidden);
        return static_cast<Score>(
            std::clamp<std::int64_t>(sum * network_->scale / nnue::kOutputOne, -kLimit, kLimit));
    }

    Score unit() const { return network_->unit; }
    // The score of one unit of log-odds.
    Score odds_unit() const { return network_->scale; }

    static constexpr Score kLimit = kLineScore / 4;

private:
    const nnue::WideRow* board_row(int row) const {
        return &network_->board_rows[static_cast<std::size_t>(row)];
    }

    std::shared_ptr<const Network> network_;
};

}  // namespace xttt
