#pragma once

#include <optional>
#include <ostream>
#include <string>

#include "base/result.h"
#include "engine/bench.h"
#include "engine_flags.h"

namespace xttt {

struct BenchFlags {
    EngineOptions engine{.hash_mb = kBenchHashMb};
    std::string variant;  // empty: all
    std::optional<int> depth;
};

// One line for each variant: how many nodes the fixed positions took, and how fast.
Result<void> run_bench_command(const BenchFlags& flags, std::ostream& out);

}  // namespace xttt
