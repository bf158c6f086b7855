#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "search/make_searcher.h"

namespace xttt {

// The table size of the bench: fixed, because signatures depend on it.
inline constexpr int kBenchHashMb = 16;

struct BenchOptions {
    std::string variant{kVariants[0]->name};
    SearchOptions search;
    std::optional<int> depth;  // empty: the default of the algorithm
};

struct BenchResult {
    int positions = 0;
    int depth = 0;
    // The sum over all positions. With one thread it is the same on every machine and changes only
    // when the search or the evaluation changes, so it is a signature of their behaviour.
    std::uint64_t nodes = 0;
    std::chrono::microseconds elapsed{};
};

// The FENs of the bench, from the start to the end of the game.
std::vector<std::string> bench_positions(const Variant& variant);

int default_bench_depth(std::string_view algorithm);

// Searches every bench position to the same depth, with a fresh searcher.
Result<BenchResult> run_bench(const BenchOptions& options, const std::stop_token& stop = {});

}  // namespace xttt
