#pragma once

#include <cstdint>
#include <optional>

#include <CLI/CLI.hpp>

#include "engine/options.h"
#include "search/limits.h"

namespace xttt {

// --algorithm, --evaluation, --eval-file, --hash, --threads: options of the engine, with their own
// checks.
void add_engine_flags(CLI::App& command, EngineOptions& options);

// --time, --depth, --nodes: how long to think about a position.
struct LimitFlags {
    std::optional<int> time_ms;
    std::optional<int> depth;
    std::optional<std::uint64_t> nodes;

    // As asked for; `default_time` where nothing was.
    SearchLimits limits(Milliseconds default_time) const;
};
// Positions a search may be told to look at.
CLI::Range node_range();
void add_limit_flags(CLI::App& command, LimitFlags& flags);

}  // namespace xttt
