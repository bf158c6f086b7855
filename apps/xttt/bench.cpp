#include "bench.h"

#include <iostream>

#include "base/rate.h"
#include "command_line.h"
#include "commands.h"
#include "rules/with_variant.h"

namespace xttt {

Result<void> run_bench_command(const BenchFlags& flags, std::ostream& out) {
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
        const auto result = run_bench(options);
        if (!result) return std::unexpected(result.error());
        out << fmt::format("{:<8} depth {}, {} positions: {} nodes, {:.3f} s, {} nodes/s\n",
                           variant, result->depth, result->positions, result->nodes,
                           std::chrono::duration<double>(result->elapsed).count(),
                           per_second(result->nodes, result->elapsed))
            << std::flush;
    }
    return {};
}

void add_bench(CLI::App& app, int& status) {
    auto flags = std::make_shared<BenchFlags>();
    auto* command = app.add_subcommand(
        "bench", "Search fixed positions; the node count is a fingerprint of the search");
    command->add_option("--variant", flags->variant, "Only this one of " + variant_names());
    command->add_option("--depth", flags->depth, "Moves to look ahead; fits the algorithm if unset")
        ->check(CLI::Range(1, kMaxPly));
    add_engine_flags(*command, flags->engine);
    command->callback([=, &status] { status = exit_code(run_bench_command(*flags, std::cout)); });
}

}  // namespace xttt
