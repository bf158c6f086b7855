#include "common_options.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>

#include <fmt/chrono.h>
#include <unistd.h>

#include "base/text.h"
#include "eval/score.h"
#include "tournament/config/tournament_config.h"
#include "tournament/runner/concurrency.h"

namespace xttt {

Result<void> check_written(std::ostream& out, const std::string& name) {
    if (out) {
        errno = 0;
        out.flush();
        if (out) return {};
    } else {
        // Of a file that could not be opened. After an earlier failure errno may have changed, so
        // the write is tried again.
        const int before = errno;
        out.clear();
        errno = 0;
        out << '\n' << std::flush;
        errno = out ? 0 : errno != 0 ? errno : before;
    }
    return fail(Errc::Io, fmt::format("cannot write {}: {}", name,
                                      errno != 0 ? std::strerror(errno) : "output failed"));
}

Result<void> write_file(const std::string& path, std::string_view content,
                        const std::string& name) {
    std::ofstream file(path, std::ios::binary);
    file << content;
    return check_written(file, name.empty() ? path : name);
}

std::optional<std::filesystem::path> user_folder(const char* variable, const char* below_home) {
    if (const char* folder = std::getenv(variable); folder != nullptr && *folder == '/')
        return folder;
    if (const char* home = std::getenv("HOME"); home != nullptr && *home == '/')
        return std::filesystem::path(home) / below_home;
    return std::nullopt;
}

Result<void> check_server_url(const std::string& url) {
    if (url.starts_with("http://") || url.starts_with("https://")) return {};
    return fail(Errc::Usage, fmt::format("{} is not the address of a server; it starts with "
                                         "http:// or https://",
                                         quote(url)));
}

std::string today() {
    return fmt::format("{:%Y-%m-%d}", fmt::localtime(std::time(nullptr)));
}

Argument& add_variant_option(Command& command, std::string& variant, const std::string& help) {
    auto& option = command.option("--variant NAME", variant, help);
    for (const Variant* known : kVariants) option.values.emplace_back(known->name);
    return option;
}

void add_seed_option(Command& command, std::optional<std::uint64_t>& seed) {
    command.option("--seed N", seed, "Random seed").default_text("a new one each time");
}

void add_jobs_option(Command& command, int& jobs) {
    command.option("--jobs N", jobs, "Games to play at the same time").range(1, 1024);
}

Argument& add_cpus_option(Command& command, std::vector<int>& cpus) {
    return command.declare("--cpus LIST",
                           "CPUs for the games, such as 0-3,6; each game gets its own",
                           [&cpus](const std::string& text) -> Result<void> {
                               TRY(cpus, parse_cpu_list(text));
                               return {};
                           });
}

void add_player_note(Command& command) {
    command.note(fmt::format("PLAYER is one of {}.", player_forms()));
}

void add_position_options(Command& command, PositionOptions& options) {
    command.group("Position");
    add_variant_option(command, options.variant);
    command.option("--fen FEN", options.fen, "Start from this position")
        .default_text("the empty board");
    command.option("--moves MOVES", options.moves, "Moves to play first, such as \"h9 p16\"");
}

void add_style_options(Command& command, StyleOptions& options) {
    command.group("Drawing");
    command.flag("--ascii", options.ascii, "Draw boards with ASCII characters only");
    command.option("--color WHEN", options.color, "Use colours")
        .choices({"auto", "always", "never"});
}

DrawingStyle style_of(const StyleOptions& options) {
    const auto variable = [](const char* name) -> std::string_view {
        const char* value = std::getenv(name);
        return value == nullptr ? "" : value;
    };
    const bool wanted =
        isatty(STDOUT_FILENO) == 1 && variable("NO_COLOR").empty() && variable("TERM") != "dumb";
    return {.ascii = options.ascii,
            .color = options.color == "always" || (options.color == "auto" && wanted)};
}

void add_limit_options(Command& command, LimitOptions& options) {
    command.group("Limits");
    command.option("--movetime TIME", options.movetime, "Time per move: 50ms, 1.5s, 2min")
        .range(1, 86'400'000)
        .default_text("that of the variant, such as 16s");
    command.option("--tc SECONDS", options.tc, "Time per game and increment per move: 60+0.5");
    command.option("--nodes N", options.nodes, "Maximum nodes per move")
        .range(1, kMaxNodes)
        .default_text("no limit");
    command.option("--depth N", options.depth, "Maximum search depth in plies")
        .range(1, 256)
        .default_text("no limit");
    command
        .option("--margin TIME", options.margin, "Grace period after the time limit, such as 50ms")
        .range(0, 60'000);
}

void add_start_time_option(Command& command, LimitOptions& options) {
    command
        .option("--start-time TIME", options.start_time,
                "Time for a player to start and get ready for a game")
        .range(1, 3'600'000)
        .default_text("10s");
}

Result<PlayLimits> limits_of(const LimitOptions& options, const Variant& variant) {
    PlayLimits limits;
    limits.depth = options.depth;
    limits.nodes = options.nodes;
    limits.move_time = options.movetime;
    if (!options.tc.empty()) {
        const auto clock = parse_clock(options.tc);
        if (!clock) return fail(Errc::Usage, "--tc: " + clock.error().message);
        limits.clock = *clock;
    } else if (!limits.move_time) {
        limits.move_time = variant.move_time;
    }
    return limits;
}

void add_search_limit_options(Command& command, SearchLimitOptions& options,
                              const std::string& default_time) {
    command.group("Limits");
    command.option("--movetime TIME", options.movetime, "Time per position: 500ms, 5s, 1min")
        .range(1, 1'000'000'000)
        .alias("--time")
        .default_text(default_time);
    command.option("--depth N", options.depth, "Maximum search depth in plies")
        .range(1, kMaxPly)
        .default_text("no limit");
    command.option("--nodes N", options.nodes, "Maximum nodes per position")
        .range(1, kMaxNodes)
        .default_text("no limit");
}

SearchLimits SearchLimitOptions::limits(Milliseconds default_time) const {
    SearchLimits limits;
    limits.movetime = movetime;
    limits.depth = depth;
    limits.nodes = nodes;
    if (!movetime && !depth && !nodes) limits.movetime = default_time;
    return limits;
}

void add_engine_options(Command& command, EngineOptions& options) {
    command.group("Engine");
    // The option table of the engine checks the values and has the choices.
    const auto add = [&](std::string_view spelling, std::string_view name, const char* help) {
        for (const OptionSpec& spec : option_specs()) {
            if (spec.name != name) continue;
            auto& option = command.declare(
                spelling, help, [&options, name](const std::string& value) -> Result<void> {
                    return set_option(options, name, value);
                });
            option.default_value = option_value(options, spec);
            if (const auto* combo = std::get_if<ComboOption>(&spec.kind))
                option.values.assign(combo->choices.begin(), combo->choices.end());
        }
    };
    add("--algorithm NAME", "Algorithm", "Search algorithm");
    add("--evaluation NAME", "Evaluation", "Evaluation function");
    add("--eval-file FILE", "EvalFile", "Network file of the evaluation nnue");
    add("--hash MIB", "Hash", "Transposition table size in MiB");
    add("--threads N", "Threads", "Search threads");
}

namespace {

constexpr int kDefaultThreads = 0;  // --threads is not given

}  // namespace

void add_analysis_engine_options(Command& command, EngineOptions& options) {
    add_engine_options(command, options);
    options.threads = kDefaultThreads;
    for (const auto& argument : command.arguments())
        if (argument->name() == "--threads")
            argument->default_text("all cores; 1 with --depth or --nodes");
}

EngineOptions with_threads(EngineOptions options, const SearchLimitOptions& limits) {
    constexpr std::size_t kMaxThreads = 256;
    if (options.threads != kDefaultThreads) return options;
    const bool repeatable = !limits.movetime && (limits.depth || limits.nodes);
    options.threads =
        repeatable ? 1 : static_cast<int>(std::min(this_machine().cores.size(), kMaxThreads));
    return options;
}

void add_searcher_options(Command& command, SearchOptions& options) {
    const auto set_names = [](Argument& option, std::span<const std::string_view> names) {
        option.values.assign(names.begin(), names.end());
    };
    set_names(command.option("--algorithm NAME", options.algorithm, "Search algorithm"),
              algorithm_names());
    set_names(command.option("--evaluation NAME", options.evaluation, "Evaluation function"),
              evaluation_names());
    command.option("--eval-file FILE", options.eval_file, "Network file of the evaluation nnue")
        .default_text("the built-in network");
    command.option("--hash MIB", options.hash_mb, "Transposition table size in MiB")
        .range(1, 1 << 20);
}

Argument& add_no_sandbox_flag(Command& command, bool& off) {
    return command.flag("--no-sandbox", off,
                        "Run bots without the sandbox, with your own permissions");
}

void add_python2_option(Command& command) {
    // An environment variable, because players are created in many places, including workers.
    command.declare("--python2 FILE", "Python 2.7 interpreter for python2: bots",
                    [](const std::string& value) -> Result<void> {
                        ::setenv("XTTT_PYTHON2", value.c_str(), 1);
                        TRY_VOID(find_python2());
                        return {};
                    });
}

void add_sandbox_options(Command& command, SandboxOptions& options) {
    command.group("Sandbox");
    add_no_sandbox_flag(command, options.off);
    add_python2_option(command);
    command.option("--memory MIB", options.memory_mib, "Memory limit of a sandboxed bot, in MiB")
        .range(16, 1 << 20);
}

PlayerEnvironment player_environment(const SandboxOptions& options) {
    return {.trust_all = options.off,
            .memory_limit = static_cast<std::uint64_t>(options.memory_mib) << 20};
}

Adjudication AdjudicationOptions::adjudication() const {
    Adjudication found = rules;
    if (resign_score) found.resign_score = *resign_score * 100;
    if (draw_score) found.draw_score = *draw_score * 100;
    return found;
}

void add_adjudication_options(Command& command, AdjudicationOptions& options) {
    command.group("Adjudication");
    const auto& score =
        command
            .option("--resign-score POINTS", options.resign_score,
                    "A player resigns when it expects to lose by at least this many points")
            .range(1, 1000)
            .default_text("off");
    command
        .option("--resign-moves N", options.rules.resign_moves,
                "Consecutive moves with such a score before it resigns")
        .range(1, 1000)
        .needs(score);
    command
        .flag("--resign-twosided", options.rules.resign_twosided,
              "Resign only if the opponent reports the matching score too")
        .needs(score);
    command
        .option("--proof-nodes N", options.rules.proof_nodes,
                "Adjudicate games that the solver proves within this many nodes per move; 0: off")
        .range(0, 1'000'000'000);
    const auto& even =
        command
            .option("--draw-score POINTS", options.draw_score,
                    "End a game as a draw when both players expect a margin of at most this many "
                    "points")
            .range(0, 1000)
            .default_text("off");
    command
        .option("--draw-moves N", options.rules.draw_moves,
                "Consecutive moves of each player with such a score")
        .range(1, 1000)
        .needs(even);
    command
        .option("--draw-from N", options.rules.draw_from,
                "First ply at which such a draw is possible")
        .range(0, 1000)
        .needs(even);
    command
        .option("--max-moves N", options.rules.max_moves,
                "Adjudicate a draw after this many plies; 0: no limit")
        .range(0, 1000);
}

Argument& add_record_pv_flag(Command& command, bool& record_pv) {
    return command.flag("--record-pv", record_pv,
                        "Also record the principal variation, seldepth and hash use of each move");
}

Argument& add_protocol_log_options(Command& command, ProtocolLogOptions& options) {
    auto& file = command.option("--log FILE", options.file,
                                "Write all messages to and from programs, with time stamps; each "
                                "forfeited game also gets its own file");
    command.option("--log-games N", options.games, "Most recent games to keep in the log")
        .range(1, 1'000'000)
        .needs(file);
    return file;
}

Result<std::unique_ptr<ProtocolLog>> open_protocol_log(const ProtocolLogOptions& options) {
    if (options.file.empty()) return nullptr;
    return ProtocolLog::open(options.file, options.games);
}

void add_opening_options(Command& command, OpeningOptions& options,
                         const std::string& default_plies) {
    command.group("Openings");
    const auto& file =
        command.option("--openings FILE", options.file,
                       "File of openings, one per line: moves or a FEN; two games each");
    command.option("--opening-order ORDER", options.order, "Order of the file's openings")
        .choices({"sequential", "random"})
        .needs(file);
    command.option("--opening-start N", options.start, "Number of the first opening to use")
        .range(1, 1'000'000'000)
        .needs(file);
    command
        .option("--opening-plies N", options.plies,
                "Random opening moves per game pair; with --openings, moves of each opening to use")
        .range(0, 40)
        .default_text(default_plies);
}

}  // namespace xttt
