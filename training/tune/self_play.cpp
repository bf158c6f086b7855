#include "self_play.h"

#include "base/random.h"
#include "eval/threats.h"
#include "rules/playout.h"
#include "rules/variant.h"
#include "search/pvs/pvs.h"

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
void self_play(const tuned::Weights<V>& weights, const SelfPlayOptions& options, Samples& samples,
               const std::function<void(int games)>& progress) {
    const TunedEvaluator<V> evaluator(weights);
    const auto search = make_pvs_search<V>(evaluator, {.hash_mb = 1});
    TermCollector collector(tuned::Layout<V>::kCount);
    SearchLimits limits;
    limits.nodes = options.nodes;
    std::vector<Position<V>> kept;
    for (int g = 0; g < options.games; ++g) {
        Random random(mix64(mix64(options.seed) + static_cast<std::uint64_t>(g)));
        const int plies =
            1 +
            static_cast<int>(random.below(static_cast<std::uint32_t>(options.max_opening_plies)));
        Position<V> pos;
        for (const Move move : random_moves<V>(plies, random)) pos.play(move);
        search->new_game();
        kept.clear();
        while (!pos.over()) {
            if (random.unit() < (can_win_a_board(pos) ? options.keep_hot : options.keep))
                kept.push_back(pos);
            pos.play(search->search(pos, limits, {}).best_move());
        }
        const Outcome outcome = *pos.outcome();
        const auto winner = outcome.rated_winner();
        const float result = !winner ? 0.5F : (*winner == Side::X ? 1.0F : 0.0F);
        for (const Position<V>& sample : kept) {
            evaluator.trace(sample, collector);
            samples.add({.opening_share = static_cast<float>(sample.playable().size()) /
                                          static_cast<float>(V.cells()),
                         .result = result,
                         .margin = static_cast<float>(outcome.margin(Side::X)),
                         .game = options.first_game + static_cast<std::uint32_t>(g)},
                        collector.take());
        }
        if (progress) progress(g + 1);
    }
}

#define XTTT_INSTANTIATE(V)                                                                \
    template void self_play<V>(const tuned::Weights<V>&, const SelfPlayOptions&, Samples&, \
                               const std::function<void(int)>&);
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)

}  // namespace xttt::tune
