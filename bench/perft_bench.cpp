#include "rules/perft.h"
#include "variants.h"

namespace xttt::bench {
namespace {

template <const Variant& V>
void perft_from_start(benchmark::State& state) {
    std::uint64_t nodes = 0;
    for (auto _ : state) nodes += perft(Position<V>::initial(), static_cast<int>(state.range(0)));
    state.counters["nodes/s"] = rate(static_cast<double>(nodes));
}

// Depths that take between a quarter of a second and two seconds.
#define XTTT_BENCHMARK_PERFT(V) \
    BENCHMARK(perft_from_start<V>)->Arg(V.cells() <= 81 ? 9 : 6)->Unit(benchmark::kMillisecond);
XTTT_FOR_EACH_VARIANT(XTTT_BENCHMARK_PERFT)
#undef XTTT_BENCHMARK_PERFT

}  // namespace
}  // namespace xttt::bench
