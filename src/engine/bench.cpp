#include "engine/bench.h"

#include <fmt/format.h>

#include "rules/fen.h"
#include "rules/with_variant.h"

namespace xttt {

namespace {

template <const Variant& V>
Result<BenchResult> bench(const BenchOptions& options, const std::stop_token& stop) {
    TRY(auto searcher, make_searcher<V>(options.search));
    BenchResult result;
    result.depth = options.depth.value_or(default_bench_depth(options.search.algorithm));
    SearchLimits limits;
    limits.depth = result.depth;
    const std::stop_callback on_stop(stop, [&] { searcher->stop(); });
    for (const std::string& fen : bench_positions(V)) {
        TRY(const auto pos, parse_fen<V>(fen));
        searcher->new_game();
        const SearchReport report = searcher->search(pos, limits, {});
        if (stop.stop_requested()) return fail(Errc::Usage, "the bench was stopped");
        ++result.positions;
        result.nodes += report.nodes;
        result.elapsed += report.elapsed;
    }
    return result;
}

}  // namespace

int default_bench_depth(std::string_view algorithm) {
    if (algorithm == "minimax") return 4;
    if (algorithm == "pvs") return 14;
    return 7;
}

Result<BenchResult> run_bench(const BenchOptions& options, const std::stop_token& stop) {
    return with_variant(options.variant,
                        [&]<const Variant & V>() { return bench<V>(options, stop); });
}

}  // namespace xttt
