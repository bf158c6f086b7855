#include "rules/playout.h"
#include "variants.h"

namespace xttt::bench {
namespace {

constexpr std::uint64_t kPlayouts = 20'000;

void report(benchmark::State& state, const PlayoutTally& sum) {
    state.counters["games/s"] = rate(static_cast<double>(sum.games));
    state.counters["moves/s"] = rate(static_cast<double>(sum.moves));
}

template <const Variant& V, auto kPlay>
void playouts(benchmark::State& state) {
    const auto start = Position<V>::initial();
    Random random{12345};
    PlayoutTally sum;
    for (auto _ : state) {
        const auto tally = kPlay(start, kPlayouts, random);
        sum.games += tally.games;
        sum.moves += tally.moves;
    }
    report(state, sum);
}

template <const Variant& V>
void playouts_single(benchmark::State& state) {
    playouts<V, random_playouts<V>>(state);
}
template <const Variant& V>
void playouts_batched(benchmark::State& state) {
    playouts<V, random_playouts_batched<V>>(state);
}

XTTT_BENCHMARK_EVERY_VARIANT(playouts_single);
XTTT_BENCHMARK_EVERY_VARIANT(playouts_batched);

}  // namespace
}  // namespace xttt::bench
