#include "recorded.h"
#include "rules/fen.h"
#include "variants.h"

namespace xttt::bench {
namespace {

template <const Variant& V>
std::vector<std::string> fens() {
    std::vector<std::string> texts;
    for (const auto& pos : random_positions<V>(1000)) texts.push_back(to_fen(pos));
    return texts;
}

template <const Variant& V>
void read_fen(benchmark::State& state) {
    const auto texts = fens<V>();
    std::size_t read = 0;
    for (auto _ : state) {
        for (const auto& text : texts) {
            const auto pos = parse_fen<V>(text);
            if (!pos) {
                state.SkipWithError(pos.error().message.c_str());
                return;
            }
        }
        read += texts.size();
    }
    state.counters["positions/s"] = rate(static_cast<double>(read));
}

template <const Variant& V>
void write_fen(benchmark::State& state) {
    const auto positions = random_positions<V>(1000);
    std::size_t written = 0;
    for (auto _ : state) {
        for (const auto& pos : positions) benchmark::DoNotOptimize(to_fen(pos));
        written += positions.size();
    }
    state.counters["positions/s"] = rate(static_cast<double>(written));
}

XTTT_BENCHMARK_EVERY_VARIANT(read_fen);
XTTT_BENCHMARK_EVERY_VARIANT(write_fen);

}  // namespace
}  // namespace xttt::bench
