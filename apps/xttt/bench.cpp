#include "engine/bench.h"

#include <ostream>

#include "commands.h"
#include "common_options.h"
#include "rules/with_variant.h"

namespace xttt {
namespace {

struct BenchCommandOptions {
    EngineOptions engine{.hash_mb = kBenchHashMb};
    std::string variant;  // empty: all
    std::optional<int> depth;
};

}  // namespace

Result<void> run_bench_command(const BenchCommandOptions& flags, std::ostream& out) {
    std::vector<std::string_view> variants{flags.variant};
    if (flags.variant.empty()) {
        variants.clear();
        for (const Variant* variant : kVariants) variants.push_back(variant->name);
    }
    for (const std::string_view variant : variants) {
        BenchOptions options;
        options.variant = variant;
        options.search = flags.engine.search();
        options.depth = flags.depth;
        TRY(const auto result, run_bench(options));
        out << fmt::format("{:<8} depth {}, {} positions: {} nodes, {:.3f} s, {} nodes/s\n",
                           variant, result.depth, result.positions, result.nodes,
                           to_seconds(result.elapsed), per_second(result.nodes, result.elapsed))
            << std::flush;
    }
    return {};
}

void add_bench(Command& app) {
    auto& command = app.add(
        "bench", "Search fixed positions; the node count identifies the search, as in Stockfish.",
        {"xttt bench", "xttt bench --variant ultimate --depth 12"});
    auto options = std::make_shared<BenchCommandOptions>();
    command.group("Positions");
    add_variant_option(command, options->variant, "Search this variant only").default_text("all");
    command.option("--depth N", options->depth, "Search depth in plies")
        .range(1, kMaxPly)
        .default_text("depends on the algorithm");
    add_engine_options(command, options->engine);
    command.run([options](Streams io) { return run_bench_command(*options, io.out); });
}

}  // namespace xttt
