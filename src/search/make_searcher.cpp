#include "search/make_searcher.h"

#include <algorithm>
#include <array>
#include <new>
#include <type_traits>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "eval/handcrafted/tuned.h"
#include "eval/nnue/network.h"
#include "eval/nnue/nnue.h"
#include "rules/variant.h"
#include "search/baselines.h"
#include "search/mcts/leaf_evaluator.h"
#include "search/mcts/mcts.h"
#include "search/pvs/pvs.h"

namespace xttt {
namespace {

constexpr std::array<std::string_view, 7> kAlgorithms{"random", "greedy", "minimax", "alphabeta",
                                                      "mtdf",   "pvs",    "mcts"};
constexpr std::array<std::string_view, 4> kEvaluations{"best", "lines", "tuned", "nnue"};

template <const Variant& V, class E>
Result<std::unique_ptr<Searcher<V>>> make_with(E evaluator, const SearchOptions& options) {
    const auto overhead = options.move_overhead;
    if constexpr (!std::is_same_v<E, NnueEvaluator<V>>) {
        if (options.algorithm == "minimax")
            return make_plain_search<V>(PlainKind::Minimax, std::move(evaluator), overhead);
        if (options.algorithm == "alphabeta")
            return make_plain_search<V>(PlainKind::AlphaBeta, std::move(evaluator), overhead);
        if (options.algorithm == "mtdf")
            return make_mtdf_search<V>(std::move(evaluator), options.hash_mb, overhead);
    } else if (std::ranges::count(kAlgorithms, options.algorithm) != 0 &&
               options.algorithm != "pvs") {
        return fail(Errc::Usage,
                    fmt::format("the algorithm {} does not support networks; use pvs or mcts",
                                options.algorithm));
    }
    if (options.algorithm == "pvs")
        return make_pvs_search<V>(std::move(evaluator), {.hash_mb = options.hash_mb,
                                                         .threads = options.threads,
                                                         .overhead = overhead,
                                                         .tuning = options.pvs_tuning});
    return fail(Errc::Usage, fmt::format("unknown algorithm '{}'; choose from {}",
                                         options.algorithm, fmt::join(kAlgorithms, ", ")));
}

template <const Variant& V>
Result<std::shared_ptr<const nnue::Network<V>>> network_of(const SearchOptions& options) {
    using Network = nnue::Network<V>;
    if (!options.eval_data.empty()) return Network::parse(options.eval_data);
    return options.eval_file.empty() ? Network::builtin() : Network::load(options.eval_file);
}

// The evaluation `best`: the network, if there is one and the search can use it.
template <const Variant& V>
std::string_view evaluation_of(const SearchOptions& options) {
    if (options.evaluation != "best") return options.evaluation;
    const bool network = !options.eval_file.empty() || !options.eval_data.empty() ||
                         !nnue::builtin_network(V.name).empty();
    return network && options.algorithm == "pvs" ? "nnue" : "tuned";
}

// Calls f with the evaluator selected by the options.
template <const Variant& V, class R, class F>
R with_evaluator(const SearchOptions& options, F&& f) {
    const std::string_view name = evaluation_of<V>(options);
    if (name == "lines") return f(LinesEvaluator<V>(options.lines_weights));
    if (name == "tuned") return f(TunedEvaluator<V>());
    if (name == "nnue") {
        TRY(auto network, network_of<V>(options));
        return f(NnueEvaluator<V>(std::move(network)));
    }
    return fail(Errc::Usage, fmt::format("unknown evaluation '{}'; choose from {}",
                                         options.evaluation, fmt::join(kEvaluations, ", ")));
}

// Evaluates leaves by playouts, unless the options select a network.
template <const Variant& V>
Result<std::unique_ptr<Searcher<V>>> make_mcts(const SearchOptions& options) {
    MctsOptions mcts{
        .hash_mb = options.hash_mb, .seed = options.seed, .overhead = options.move_overhead};
    if (options.evaluation != "nnue") return make_mcts_search<V>(mcts);
    TRY(auto network, network_of<V>(options));
    mcts.tuning = kNetworkMctsTuning;
    using LeafNetwork = StaticEvaluator<V, NnueEvaluator<V>>;
    return make_mcts_search<V>(
        mcts, std::make_unique<LeafNetwork>(mcts.tuning, NnueEvaluator<V>(std::move(network))));
}

}  // namespace

std::span<const std::string_view> algorithm_names() {
    return kAlgorithms;
}
std::span<const std::string_view> evaluation_names() {
    return kEvaluations;
}

template <const Variant& V>
Result<std::unique_ptr<Searcher<V>>> make_searcher(const SearchOptions& options) try {
    if (options.algorithm == "random") return make_random_search<V>(options.seed);
    if (options.algorithm == "greedy") return make_greedy_search<V>(options.seed);
    if (options.algorithm == "mcts") return make_mcts<V>(options);
    return with_evaluator<V, Result<std::unique_ptr<Searcher<V>>>>(
        options, [&](auto evaluator) { return make_with<V>(std::move(evaluator), options); });
} catch (const std::bad_alloc&) {
    return fail(
        Errc::Unsupported,
        fmt::format("not enough memory for a transposition table of {} MiB; use a smaller one",
                    options.hash_mb));
}

template <const Variant& V>
Result<Score> evaluate(const SearchOptions& options, const Position<V>& pos) {
    return with_evaluator<V, Result<Score>>(options, [&](const auto& evaluator) -> Result<Score> {
        return evaluator.score(evaluator.start(pos), pos);
    });
}

#define XTTT_INSTANTIATE(V)                                                               \
    template Result<std::unique_ptr<Searcher<V>>> make_searcher<V>(const SearchOptions&); \
    template Result<Score> evaluate<V>(const SearchOptions&, const Position<V>&);
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt
