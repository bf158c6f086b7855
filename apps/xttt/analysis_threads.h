#pragma once

#include <algorithm>

#include "common_options.h"
#include "tournament/runner/concurrency.h"

// The threads of an analysis: all cores by default, one where its results can be repeated.
namespace xttt {

inline constexpr int kDefaultThreads = 0;  // --threads is not given

// add_engine_options() with this default of --threads.
inline void add_analysis_engine_options(Command& command, EngineOptions& options) {
    add_engine_options(command, options);
    options.threads = kDefaultThreads;
    for (const auto& argument : command.arguments())
        if (argument->name() == "--threads")
            argument->default_text("all cores; 1 with --depth or --nodes");
}

// The options with the number of threads filled in. With --depth or --nodes and without a time
// limit, one thread gives the same results each time.
inline EngineOptions with_threads(EngineOptions options, const SearchLimitOptions& limits) {
    constexpr std::size_t kMostThreads = 256;
    if (options.threads != kDefaultThreads) return options;
    const bool repeatable = !limits.movetime && (limits.depth || limits.nodes);
    options.threads =
        repeatable ? 1 : static_cast<int>(std::min(this_machine().cores.size(), kMostThreads));
    return options;
}

}  // namespace xttt
