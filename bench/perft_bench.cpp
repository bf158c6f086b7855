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

// Depths of about a quarter of a second to two seconds.
BENCHMARK(perft_from_start<kExtreme>)->Arg(6)->Unit(benchmark::kMillisecond);
BENCHMARK(perft_from_start<kDouble>)->Arg(6)->Unit(benchmark::kMillisecond);
BENCHMARK(perft_from_start<kDiagonal>)->Arg(6)->Unit(benchmark::kMillisecond);
BENCHMARK(perft_from_start<kUltimate>)->Arg(9)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace xttt::bench
