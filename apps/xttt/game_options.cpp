#include "game_options.h"

#include <ctime>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "engine_flags.h"

namespace xttt {

void add_limit_options(CLI::App& command, LimitOptions& options) {
    command.add_option("--movetime", options.movetime, "Milliseconds for each move")
        ->check(CLI::Range(1, 86'400'000));
    command.add_option("--tc", options.tc, "Seconds for the whole game, and a move: 60+0.5");
    command.add_option("--nodes", options.nodes, "Positions an engine may look at for each move")
        ->check(node_range());
    command.add_option("--depth", options.depth, "Moves an engine may look ahead")
        ->check(CLI::Range(1, 256));
    command.add_option("--margin", options.margin, "Milliseconds past a limit that are forgiven")
        ->check(CLI::Range(0, 60'000))
        ->capture_default_str();
}

Result<PlayLimits> limits_of(const LimitOptions& options, const Variant& variant) {
    PlayLimits limits;
    limits.depth = options.depth;
    limits.nodes = options.nodes;
    if (options.movetime) limits.move_time = Milliseconds(*options.movetime);
    if (!options.tc.empty()) {
        const auto clock = parse_clock(options.tc);
        if (!clock) return fail(Errc::Usage, "--tc " + clock.error().message);
        limits.clock = *clock;
    } else if (!limits.move_time) {
        limits.move_time = variant.move_time;
    }
    return limits;
}

void add_sandbox_options(CLI::App& command, SandboxOptions& options) {
    command.add_flag(
        "--no-sandbox", options.off,
        "Run course bots and jailed programs with your own rights: only bots you trust");
    command.add_option("--memory", options.memory_mb, "Megabytes a bot in the sandbox may hold")
        ->check(CLI::Range(16, 1 << 20))
        ->capture_default_str();
}

PlayerSurroundings surroundings_of(const SandboxOptions& options) {
    return {.trust_all = options.off,
            .memory_limit = static_cast<std::uint64_t>(options.memory_mb) << 20};
}

std::string today() {
    return fmt::format("{:%Y-%m-%d}", fmt::localtime(std::time(nullptr)));
}

}  // namespace xttt
