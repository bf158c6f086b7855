#pragma once

#include <benchmark/benchmark.h>

#include "rules/variant.h"

// Registers a benchmark template, in namespace xttt::bench, for every variant.
#define XTTT_BENCHMARK_VARIANT(V, function) BENCHMARK(function<V>);
#define XTTT_BENCHMARK_EVERY_VARIANT(function) \
    XTTT_FOR_EACH_VARIANT(XTTT_BENCHMARK_VARIANT, function) static_assert(true)

namespace xttt::bench {

// A rate per second of CPU time.
inline benchmark::Counter rate(double count) {
    return {count, benchmark::Counter::kIsRate};
}

}  // namespace xttt::bench
