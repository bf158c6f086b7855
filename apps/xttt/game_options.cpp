#include "game_options.h"

#include <cmath>
#include <ctime>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "base/text.h"
#include "rules/with_variant.h"

namespace xttt {
namespace {

// Seconds with decimals; empty if malformed, negative or beyond a day.
std::optional<Milliseconds> parse_seconds(const std::string& text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = error == std::errc{} && end == text.data() + text.size();
    if (!whole || !(value >= 0) || value > 86400) return std::nullopt;
    return Milliseconds(std::lround(value * 1000));
}

Result<GameClock> parse_clock(const std::string& text) {
    const auto plus = text.find('+');
    const auto time = parse_seconds(text.substr(0, plus));
    const auto increment =
        plus == std::string::npos ? Milliseconds(0) : parse_seconds(text.substr(plus + 1));
    if (!time || !increment || time->count() == 0)
        return fail(Errc::Usage,
                    fmt::format("--tc {}: give seconds for the game, and seconds a move after "
                                "a '+', such as 60 or 60+0.5",
                                quote(text)));
    return GameClock{*time, *increment};
}

}  // namespace

void add_limit_options(CLI::App& command, LimitOptions& options) {
    command.add_option("--movetime", options.movetime, "Milliseconds for each move")
        ->check(CLI::Range(1, 86'400'000));
    command.add_option("--tc", options.tc, "Seconds for the whole game, and a move: 60+0.5");
    command.add_option("--nodes", options.nodes, "Positions an engine may look at for each move")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 62));
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
        if (!clock) return std::unexpected(clock.error());
        limits.clock = *clock;
    } else if (!limits.move_time) {
        limits.move_time = variant.move_time;
    }
    return limits;
}

std::string time_control_text(const PlayLimits& limits) {
    const auto seconds = [](Milliseconds time) {
        return fmt::format("{}", std::chrono::duration<double>(time).count());
    };
    std::string text;
    const auto add = [&](std::string part) { text += (text.empty() ? "" : ", ") + part; };
    if (limits.clock)
        add(seconds(limits.clock->remaining) + "+" + seconds(limits.clock->increment));
    if (limits.move_time) add(seconds(*limits.move_time) + " s a move");
    if (limits.nodes) add(fmt::format("{} nodes a move", *limits.nodes));
    if (limits.depth) add(fmt::format("depth {}", *limits.depth));
    return text;
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

Result<const Variant*> find_variant(const std::string& name) {
    return with_variant(name, []<const Variant & V>() -> Result<const Variant*> { return &V; });
}

std::string today() {
    return fmt::format("{:%Y-%m-%d}", fmt::localtime(std::time(nullptr)));
}

}  // namespace xttt
