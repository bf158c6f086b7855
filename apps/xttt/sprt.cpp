#include "stats/sprt.h"

#include <filesystem>
#include <ostream>

#include "commands.h"
#include "common_options.h"
#include "coordinator_flags.h"
#include "players/make_player.h"
#include "referee/game_setup.h"
#include "temporary_folder.h"
#include "test_options.h"
#include "tournament/config/tournament_config.h"
#include "tournament/output/sprt_output.h"
#include "tournament/runner/tournament_plan.h"
#include "tournament_run.h"

namespace xttt {
namespace {

struct SprtOptions {
    TestOptions games;
    SprtBounds bounds;
    std::optional<int> jobs;
    std::vector<int> cpus;
    std::string store;  // empty: games are not kept
    bool record_pv = false;
    SandboxOptions sandbox;
    CoordinatorFlags cluster;
    ProtocolLogOptions protocol;
    bool json = false;
};

namespace fs = std::filesystem;

Result<TournamentConfig> config_of(const SprtOptions& options) {
    TRY(auto config, test_config(options.games));
    config.record_pv = options.record_pv;
    config.machine.jobs = options.jobs;
    config.machine.cpus = options.cpus;
    config.machine.sandbox = !options.sandbox.off;
    config.machine.bot_memory = player_environment(options.sandbox).memory_limit;
    return config;
}

// Fails now if a player cannot play, instead of losing every game.
Result<void> check_players(const TournamentConfig& config) {
    const auto files = files_of_entrants(config);
    for (const EntrantConfig& entrant : config.entrants)
        TRY_VOID(make_player(entrant.player, *config.variant,
                             player_environment(config, entrant, files)));
    return {};
}

// Plays game pairs until the SPRT is decided. Returns the exit code, as 'xttt tournament run' does.
Result<int> run_sprt(const SprtOptions& options, std::ostream& out) {
    TRY_VOID(check(options.bounds));
    TRY(auto config, config_of(options));
    if (!options.cluster.given()) {
        TRY_VOID(concurrency_for(config));
        TRY_VOID(check_players(config));
    }

    std::unique_ptr<TemporaryFolder> temporary;
    config.store = options.store;
    if (config.store.empty()) {
        temporary = std::make_unique<TemporaryFolder>();
        config.store = temporary->path() + "/sprt.db";
    }
    TRY(auto store, Store::open(config.store));
    TRY(const auto seed, open_tournament(store, config, StageGames::MayGrow));
    TRY(auto plan, plan_tournament(config, seed));

    TRY(const auto protocol, open_protocol_log(options.protocol));
    plan.log_protocol = protocol != nullptr;

    SequentialTest test(options.bounds);
    SprtOutput listener(out, test, options.json);
    const auto update = [&](std::span<const StoredGame> games) {
        listener.count(games);
        for (const StoredGame& game : games)
            if (game.counts) test.add(game.place->game, score_of_new(game));
        return test.decided();
    };
    CoordinatorFlags cluster = options.cluster;
    cluster.ephemeral = temporary != nullptr;
    TRY(auto executor, make_executor(config, cluster, listener, protocol.get()));
    const auto end =
        run_games(std::move(plan), store, *executor.executor, listener, {.decided = update});
    // A test without --store cannot be resumed, so its data is removed from the cluster.
    if (temporary || (end && (*end == RunEnd::Finished || *end == RunEnd::Decided)))
        executor.conclude();
    if (!end) return std::unexpected(end.error());
    if (*end == RunEnd::Stopped) {
        {
            const Store closed = std::move(store);
        }
        temporary.reset();
        out.flush();
        std::_Exit(130);
    }
    if (protocol) TRY_VOID(protocol->written());
    TRY_VOID(check_written(out, "standard output"));
    return *end == RunEnd::Interrupted ? 130 : 0;
}

}  // namespace

void add_sprt(Command& app) {
    auto& command =
        app.add("sprt", "Test whether a new player is stronger (SPRT).",
                {"xttt sprt --new ugi:./new --old ugi:./old --movetime 50ms --jobs 2",
                 "xttt sprt --new engine --old engine:mtdf --nodes 5000 --elo0 0 --elo1 10"});
    auto options = std::make_shared<SprtOptions>();
    add_players(command, options->games);
    add_sprt_options(command, options->bounds, options->games.most_games);
    add_test_game_options(command, options->games);
    command.group("Machine");
    auto& jobs = command.option("--jobs N", options->jobs, "Games to play at the same time")
                     .range(1, 1024)
                     .default_text("one per core");
    auto& cpus = add_cpus_option(command, options->cpus);
    auto& sandbox = add_no_sandbox_flag(command, options->sandbox.off);
    command
        .option("--memory MIB", options->sandbox.memory_mib,
                "Memory limit of a sandboxed bot, in MiB")
        .range(16, 1 << 20);
    auto& cluster = add_coordinator_options(command, options->cluster, {&jobs, &cpus, &sandbox});
    add_scale_time_option(command, options->cluster, cluster);
    command.group("Output");
    const auto& store =
        command.option("--store FILE", options->store,
                       "Keep the games in this file; an existing one resumes the test");
    add_record_pv_flag(command, options->record_pv).needs(store);
    add_protocol_log_options(command, options->protocol).excludes(cluster);
    command.flag("--json", options->json, "Print the score as JSON Lines");
    add_player_note(command);
    command.run([options](Streams io) { return run_sprt(*options, io.out); });
}

}  // namespace xttt
