#include "recorded.h"
#include "rules/symmetry.h"
#include "variants.h"

namespace xttt::bench {
namespace {

template <const Variant& V>
void canonical_form(benchmark::State& state) {
    const auto positions = random_positions<V>(1000);
    std::size_t found = 0;
    for (auto _ : state) {
        for (const auto& pos : positions) benchmark::DoNotOptimize(canonical(pos));
        found += positions.size();
    }
    state.counters["positions/s"] = rate(static_cast<double>(found));
}

XTTT_BENCHMARK_EVERY_VARIANT(canonical_form);

}  // namespace
}  // namespace xttt::bench
