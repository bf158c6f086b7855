#pragma once

#include <benchmark/benchmark.h>

#include "rules/variant.h"

// Registers a benchmark template for every variant, named function<variant>.
#define XTTT_BENCHMARK_EVERY_VARIANT(function) \
    BENCHMARK(function<::xttt::kExtreme>);     \
    BENCHMARK(function<::xttt::kDouble>);      \
    BENCHMARK(function<::xttt::kDiagonal>);    \
    BENCHMARK(function<::xttt::kUltimate>)

namespace xttt::bench {

// How many of something happened per second of CPU time.
inline benchmark::Counter rate(double count) {
    return {count, benchmark::Counter::kIsRate};
}

}  // namespace xttt::bench
