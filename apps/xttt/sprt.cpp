#include "stats/sprt.h"

#include <filesystem>
#include <ostream>

#include "commands.h"
#include "common_options.h"
#include "coordinator_flags.h"
#include "players/make_player.h"
#include "referee/game_setup.h"
#include "rules/variant.h"
#include "rules/with_variant.h"
#include "tournament/config/tournament_config.h"
#include "tournament/output/sprt_output.h"
#include "tournament/runner/tournament_plan.h"
#include "tournament_run.h"

namespace xttt {
namespace {

struct SprtOptions {
    std::string new_player, old_player;
    std::string variant = std::string(kVariants.front()->name);
    SprtBounds bounds;
    LimitOptions limits;
    OpeningOptions openings;
    AdjudicationOptions adjudication;
    int most_games = 200'000;
    std::optional<int> jobs;
    std::vector<int> cpus;
    std::optional<std::uint64_t> seed;
    std::string store;  // empty: games are not kept
    SandboxOptions sandbox;
    CoordinatorFlags cluster;
    ProtocolLogOptions protocol;
    bool json = false;
};

namespace fs = std::filesystem;

// A temporary folder, for the store of a test without --store.
class TemporaryFolder {
public:
    TemporaryFolder() {
        std::string name = (fs::temp_directory_path() / "xttt-sprt-XXXXXX").string();
        if (::mkdtemp(name.data()) != nullptr) path_ = name;
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        if (!path_.empty()) fs::remove_all(path_, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

// A tournament of one long pairing.
Result<TournamentConfig> config_of(const SprtOptions& options) {
    TournamentConfig config;
    config.name = "sprt";
    TRY(const auto variant, find_variant(options.variant));
    config.variant = variant;
    config.seed = options.seed;
    TRY(config.limits, limits_of(options.limits, *variant));
    config.margin = options.limits.margin;
    config.adjudication = options.adjudication.adjudication();
    config.entrants = {{"new", options.new_player}, {"old", options.old_player}};
    config.stages = {{.name = "sprt",
                      .games = options.most_games + options.most_games % 2,
                      .bye_points = config.variant->line_points}};
    config.openings = options.openings.file;
    config.shuffle_openings = options.openings.selection().shuffled;
    config.opening_start = options.openings.start;
    config.opening_plies =
        options.openings.plies.value_or(options.openings.file.empty() ? kVariedPlies : 0);
    config.machine.jobs = options.jobs;
    config.machine.cpus = options.cpus;
    config.machine.sandbox = !options.sandbox.off;
    config.machine.bot_memory = surroundings_of(options.sandbox).memory_limit;
    config.machine.replay_busy = true;
    TRY_VOID(resolve_files(config));
    return config;
}

// Fails now if a player cannot play, instead of losing every game.
Result<void> check_players(const TournamentConfig& config) {
    const auto files = files_of_entrants(config);
    for (const EntrantConfig& entrant : config.entrants) {
        PlayerSurroundings around{.trust_all = !config.machine.sandbox,
                                  .memory_limit = config.machine.bot_memory};
        if (const auto spec = parse_player(entrant.player)) around.hide(files, *spec);
        TRY_VOID(make_player(entrant.player, *config.variant, around));
    }
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
    TRY_VOID(check_written(out, "standard output"));
    return *end == RunEnd::Interrupted ? 130 : 0;
}

}  // namespace

void add_sprt(Command& app) {
    auto& command = app.add(
        "sprt", "Test whether a new player is stronger, by a sequential probability ratio test.",
        {"xttt sprt --new ugi:./new --old ugi:./old --movetime 50ms --jobs 2",
         "xttt sprt --new engine --old engine:mtdf --nodes 5000 --elo0 0 --elo1 10"});
    auto options = std::make_shared<SprtOptions>();
    command.group("Test");
    command.option("--new PLAYER", options->new_player, "The new player").required();
    command.option("--old PLAYER", options->old_player, "The old player").required();
    command
        .declare("--model NAME",
                 "Elo scale of both bounds: logistic, or normalized by the spread of results",
                 [options](const std::string& text) -> Result<void> {
                     options->bounds.model =
                         text == "normalized" ? EloModel::Normalized : EloModel::Logistic;
                     return {};
                 })
        .choices({"logistic", "normalized"})
        .default_text("logistic");
    command.option("--elo0 ELO", options->bounds.elo0,
                   "H0: the new player gains at most this, in Elo");
    command.option("--elo1 ELO", options->bounds.elo1,
                   "H1: the new player gains at least this, in Elo");
    command.option("--alpha P", options->bounds.alpha, "Probability of accepting H1 wrongly");
    command.option("--beta P", options->bounds.beta, "Probability of accepting H0 wrongly");
    command.option("--games N", options->most_games, "Maximum number of games")
        .range(2, 100'000'000);
    add_variant_option(command, options->variant);
    add_seed_option(command, options->seed);
    add_limit_options(command, options->limits);
    add_opening_options(command, options->openings, "4, with --openings all");
    add_adjudication_options(command, options->adjudication);
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
    command.option("--store FILE", options->store,
                   "Keep the games in this file; an existing one "
                   "resumes the test");
    add_protocol_log_options(command, options->protocol).excludes(cluster);
    command.flag("--json", options->json, "Print the score as JSON Lines");
    add_player_note(command);
    command.run([options](Streams io) { return run_sprt(*options, io.out); });
}

}  // namespace xttt
