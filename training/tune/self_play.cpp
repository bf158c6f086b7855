#include "self_play.h"

#include "base/random.h"
#include "eval/threats.h"
#include "rules/variant.h"
#include "search/pvs/pvs.h"
#include "selfplay/game_maker.h"

namespace xttt::tune {
namespace {

template <const Variant& V>
bool can_win_a_board(const Position<V>& pos) {
    for (int b = 0; b < V.small_boards(); ++b) {
        if (pos.is_bound() && b % V.places() != pos.bound_place()) continue;
        if (winning_cells<V>(pos, pos.side_to_move(), b) != 0) return true;
    }
    return false;
}

}  // namespace

template <const Variant& V>
Result<void> self_play(const tuned::Weights<V>& weights, const SelfPlayOptions& options,
                       Samples& samples, const std::function<void(int games)>& progress) {
    const TunedEvaluator<V> evaluator(weights);
    TRY(auto maker, GameMaker<V>::make({.nodes = options.nodes,
                                        .opening_min = 1,
                                        .opening_max = options.max_opening_plies,
                                        .random_share = 0,
                                        .seed = options.seed},
                                       make_pvs_search<V>(evaluator, {.hash_mb = 1})));
    TermCollector collector(tuned::Layout<V>::kCount);
    Random random(mix64(options.seed));
    for (int g = 0; g < options.games; ++g) {
        for (const TrainingRecord<V>& record : maker.play(static_cast<std::uint32_t>(g))) {
            const Position<V> pos = record.position();
            if (random.unit() >= (can_win_a_board(pos) ? options.keep_hot : options.keep)) continue;
            const int sign = pos.side_to_move() == Side::X ? 1 : -1;
            evaluator.trace(pos, collector);
            samples.add({.opening_share = static_cast<float>(pos.playable().size()) /
                                          static_cast<float>(V.cells()),
                         .result = 0.5F + 0.5F * static_cast<float>(sign * record.result),
                         .margin = static_cast<float>(sign * record.margin),
                         .game = options.first_game + static_cast<std::uint32_t>(g)},
                        collector.take());
        }
        if (progress) progress(g + 1);
    }
    return {};
}

#define XTTT_INSTANTIATE(V)                                                                        \
    template Result<void> self_play<V>(const tuned::Weights<V>&, const SelfPlayOptions&, Samples&, \
                                       const std::function<void(int)>&);
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)

}  // namespace xttt::tune
