#include "engine_flags.h"

#include <string>

#include "eval/score.h"

namespace xttt {

namespace {

// The table of options knows what a flag takes and what it is for.
void add_option_flag(CLI::App& command, const std::string& flag, EngineOptions& options,
                     std::string_view name) {
    for (const OptionSpec& spec : option_specs()) {
        if (spec.name != name) continue;
        const auto set = [&options, flag, name](const std::string& value) {
            if (const auto done = set_option(options, name, value); !done)
                throw CLI::ValidationError(flag, done.error().message);
        };
        command.add_option_function<std::string>(flag, set, std::string(spec.help))
            ->default_str(option_value(options, spec));
    }
}

}  // namespace

void add_engine_flags(CLI::App& command, EngineOptions& options) {
    add_option_flag(command, "--algorithm", options, "Algorithm");
    add_option_flag(command, "--evaluation", options, "Evaluation");
    add_option_flag(command, "--eval-file", options, "EvalFile");
    add_option_flag(command, "--hash", options, "Hash");
    add_option_flag(command, "--threads", options, "Threads");
}

CLI::Range node_range() {
    return {std::uint64_t{1}, std::uint64_t{1} << 62};
}

void add_limit_flags(CLI::App& command, LimitFlags& flags) {
    command.add_option("--time", flags.time_ms, "Milliseconds to think about a position")
        ->check(CLI::Range(1, 1'000'000'000));
    command.add_option("--depth", flags.depth, "Moves to look ahead")
        ->check(CLI::Range(1, kMaxPly));
    command.add_option("--nodes", flags.nodes, "Positions to look at")->check(node_range());
}

SearchLimits LimitFlags::limits(Milliseconds default_time) const {
    SearchLimits limits;
    if (time_ms) limits.movetime = Milliseconds{*time_ms};
    limits.depth = depth;
    limits.nodes = nodes;
    if (!time_ms && !depth && !nodes) limits.movetime = default_time;
    return limits;
}

}  // namespace xttt
