#include "tournament_run.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include <sys/ioctl.h>
#include <unistd.h>

#include "base/text.h"
#include "commands.h"
#include "common_options.h"
#include "interrupts.h"
#include "tournament/output/forecast.h"
#include "tournament/output/outputs.h"
#include "tournament/runner/local_executor.h"
#include "tournament/runner/tournament_plan.h"
#include "tournament/schedule/schedule.h"
#include "tournament/store/store.h"

namespace xttt {
namespace {

TerminalSize terminal_size() {
    winsize size{};
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0) return {24, 80};
    return {size.ws_row, size.ws_col};
}

std::unique_ptr<TournamentListener> make_listener(const RunOptions& options,
                                                  const TournamentConfig& config,
                                                  std::ostream& out) {
    std::vector<std::string> names;
    for (const EntrantConfig& entrant : config.entrants) names.push_back(entrant.name);
    if (options.json) return json_output(out, std::move(names));
    const bool live = !options.plain && !options.quiet && ::isatty(STDOUT_FILENO) == 1;
    if (live) return terminal_output(out, config.name, std::move(names), terminal_size);
    return text_output(out, std::move(names), options.quiet);
}

}  // namespace

std::string pause_file(const std::string& store) {
    return store + ".pause";
}

Result<ConcurrencyPlan> concurrency_for(const TournamentConfig& config) {
    std::vector<PlayerSpec> specs;
    bool sandboxed = false;
    for (const EntrantConfig& entrant : config.entrants) {
        TRY(auto spec, parse_player(entrant.player));
        const auto* program = std::get_if<UgiSpec>(&spec.kind);
        sandboxed = sandboxed || std::holds_alternative<CourseBot>(spec.kind) ||
                    (program != nullptr && program->sandboxed);
        specs.push_back(std::move(spec));
    }
    if (sandboxed && config.machine.sandbox && !sandbox_support().complete())
        return fail(Errc::Usage,
                    "this host does not support the sandbox; use --no-sandbox, or 'sandbox = "
                    "false' in [machine], to run bots without it");
    const MachineConfig& machine = config.machine;
    return plan_concurrency({machine.jobs, machine.cores, machine.memory, machine.cpus},
                            game_requirements(specs, machine.bot_memory), this_machine());
}

PlayerEnvironment player_environment(const TournamentConfig& config, const EntrantConfig& entrant,
                                     const std::vector<std::string>& files) {
    PlayerEnvironment environment{.trust_all = !config.machine.sandbox,
                                  .memory_limit = config.machine.bot_memory,
                                  .handshake_timeout = config.start_limit};
    if (const auto spec = parse_player(entrant.player)) environment.hide(files, *spec);
    return environment;
}

StartCheck check_start(const TournamentConfig& config) {
    StartCheck check;
    const auto files = files_of_entrants(config);
    for (const EntrantConfig& entrant : config.entrants) {
        std::vector<std::string> notes;
        PlayerEnvironment environment = player_environment(config, entrant, files);
        environment.on_note = [&](const PlayerSpec&, const std::string& note) {
            notes.push_back(note);
        };
        const std::string name = terminal_safe(entrant.name);
        if (const auto player = make_player(entrant.player, *config.variant, environment); !player)
            check.failing.push_back(fmt::format(
                "{}: {}", name, terminal_safe(player.error().message, LineBreaks::Keep)));
        else
            for (const std::string& note : notes)
                check.notes.push_back(fmt::format("{}: {}", name, terminal_safe(note)));
    }
    return check;
}

namespace {

// The approximate total size of all logs.
constexpr long kBotLogsTotal = 256L << 20;

// Folder and size of the logs of bots.
void plan_bot_logs(const TournamentConfig& config, const RunOptions& options,
                   TournamentPlan& plan) {
    const std::filesystem::path store(config.store);
    plan.bot_logs = options.bot_logs.value_or(config.machine.bot_logs.value_or(
        (store.parent_path() / (store.stem().string() + "-logs")).string()));
    long games = 0;
    const auto entrants = entrants_by_stage(config);
    for (std::size_t i = 0; i < config.stages.size(); ++i)
        games += games_of(config.stages[i], entrants[i]);
    plan.bot_log_limit = static_cast<std::size_t>(
        std::clamp(kBotLogsTotal / (2 * std::max(games, 1L)), 4L << 10, 1L << 20));
}

}  // namespace

Result<RunExecutor> make_executor(const TournamentConfig& config, const CoordinatorFlags& cluster,
                                  TournamentListener& listener, ProtocolLog* protocol) {
    if (cluster.given()) {
        TRY(const auto id, run_id_of(config.store));
        return cluster_executor(
            cluster_options(cluster, config.name, id,
                            [&listener](const std::string& text) { listener.on_warning(text); }));
    }
    TRY(const auto plan, concurrency_for(config));
    if (!plan.warning.empty()) listener.on_warning(plan.warning);
    auto live = config.store.empty() ? nullptr : std::make_unique<LiveGames>(config.store);
    MakeListener listen;
    if (protocol != nullptr)
        listen = [protocol](const GameTask& task) { return protocol->listen(task); };
    return RunExecutor{
        .executor = std::make_unique<LocalExecutor>(plan, std::move(live), std::move(listen))};
}

Result<RunEnd> run_games(TournamentPlan plan, Store& store, GameExecutor& executor,
                         TournamentListener& listener, RunControl control) {
    const std::string pause = pause_file(store.read().path());
    std::error_code ignored;
    // Left behind by a run that was killed.
    std::filesystem::remove(pause, ignored);
    std::filesystem::remove(live_file(store.read().path()), ignored);
    const InterruptGuard guard;
    control.interrupts = &guard.count();
    control.paused = [&] {
        std::error_code failed;
        return std::filesystem::exists(pause, failed);
    };
    TournamentRunner runner(std::move(plan), store, executor, listener, std::move(control));
    auto end = runner.run();
    std::filesystem::remove(pause, ignored);
    return end;
}

Result<int> run_tournament(const RunOptions& options, std::ostream& out) {
    TRY(auto config, read_config(options.config));
    if (!options.store.empty()) config.store = options.store;
    if (options.jobs) config.machine.jobs = options.jobs;
    if (!options.cpus.empty()) config.machine.cpus = options.cpus;
    if (options.no_sandbox) config.machine.sandbox = false;
    if (!config.machine.python2.empty())
        ::setenv("XTTT_PYTHON2", config.machine.python2.c_str(), 0);
    // Checks the machine and reads the openings before it opens the store.
    if (!options.cluster.given()) TRY_VOID(concurrency_for(config));
    TRY_VOID(plan_tournament(config, 0));

    TRY(auto store, Store::open(config.store));
    TRY(const auto seed, open_tournament(store, config));
    TRY(auto plan, plan_tournament(config, seed));
    plan_bot_logs(config, options, plan);
    TRY(const auto protocol, open_protocol_log(options.protocol));
    plan.log_protocol = protocol != nullptr;
    const auto listener = make_listener(options, config, out);
    for (const std::string& note : config.notes) listener->on_warning(note);
    if (!options.cluster.given())
        for (const std::string& bot : check_start(config).failing)
            listener->on_warning("it does not start and forfeits every game: " + bot);
    TRY(auto executor, make_executor(config, options.cluster, *listener, protocol.get()));
    TRY(const auto end, run_games(std::move(plan), store, *executor.executor, *listener));
    if (end == RunEnd::Finished) executor.conclude();
    if (end == RunEnd::Stopped) {
        // All stored games are safe, and the players end with this process, so it does not wait for
        // them.
        {
            const Store closed = std::move(store);
        }
        std::cerr << "xttt: stopped. Run the same command again to resume.\n" << std::flush;
        out.flush();
        std::_Exit(130);
    }
    if (protocol) TRY_VOID(protocol->written());
    TRY_VOID(check_written(out, "standard output"));
    if (end != RunEnd::Interrupted) return 0;
    std::cerr << "xttt: interrupted. Run the same command again to resume.\n";
    return 130;
}

void add_tournament_run(Command& tournament) {
    auto& command =
        tournament.add("run", "Play a tournament, or resume an interrupted one.",
                       {"xttt tournament run cup.toml --jobs 4",
                        "xttt tournament run cup.toml --cluster nats://localhost:4222"});
    auto options = std::make_shared<RunOptions>();
    command.option("CONFIG-FILE", options->config, "Configuration of the tournament, a .toml file")
        .required();
    command.group("Machine");
    auto& jobs = command.option("--jobs N", options->jobs, "Games to play at the same time")
                     .range(1, 1024)
                     .default_text("as many as cores and memory allow");
    auto& cpus = add_cpus_option(command, options->cpus).default_text("as configured, or any");
    auto& sandbox = add_no_sandbox_flag(command, options->no_sandbox);
    add_python2_option(command);
    auto& cluster = add_coordinator_options(command, options->cluster, {&jobs, &cpus, &sandbox});
    add_scale_time_option(command, options->cluster, cluster);
    command.group("Output");
    command
        .option("--bot-logs FOLDER", options->bot_logs,
                "Folder for the output of bots, with a subfolder per entrant")
        .default_text("STORE-logs beside the store");
    add_protocol_log_options(command, options->protocol).excludes(cluster);
    command.option("--store FILE", options->store, "Store to keep the games in")
        .default_text("as configured");
    const auto& json = command.flag("--json", options->json, "Print events as JSON Lines");
    command.flag("--plain", options->plain, "Print plain text instead of a live view");
    command.flag("--quiet", options->quiet, "Print warnings and the final tables only")
        .excludes(json);
    command.run([options](Streams io) { return run_tournament(*options, io.out); });
}

}  // namespace xttt
