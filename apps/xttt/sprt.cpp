#include "sprt.h"

#include <filesystem>
#include <iostream>

#include "command_line.h"
#include "commands.h"
#include "players/make_player.h"
#include "referee/limit_text.h"
#include "rules/with_variant.h"
#include "tournament/config/tournament_config.h"
#include "tournament/output/sprt_output.h"
#include "tournament/runner/local_executor.h"
#include "tournament/runner/stored_tournament.h"
#include "tournament_run.h"

namespace xttt {
namespace {

namespace fs = std::filesystem;

// A folder for a store that nobody asked for, gone with it.
class PassingFolder {
public:
    PassingFolder() {
        std::string name = (fs::temp_directory_path() / "xttt-sprt-XXXXXX").string();
        if (::mkdtemp(name.data()) != nullptr) path_ = name;
    }
    ~PassingFolder() {
        std::error_code ignored;
        if (!path_.empty()) fs::remove_all(path_, ignored);
    }
    PassingFolder(const PassingFolder&) = delete;
    PassingFolder& operator=(const PassingFolder&) = delete;
    const std::string& path() const { return path_; }

private:
    std::string path_;
};

Result<void> set_limits(const SprtOptions& options, TournamentConfig& config) {
    config.limits.nodes = options.nodes;
    config.limits.depth = options.depth;
    if (!options.movetime.empty()) {
        const bool bare = options.movetime.find_first_not_of("0123456789") == std::string::npos;
        const auto time = parse_duration(options.movetime + (bare ? "ms" : ""));
        if (!time) return fail(Errc::Usage, "--movetime " + time.error().message);
        if (time->count() == 0)
            return fail(Errc::Usage, "--movetime: no move can be made in no time");
        config.limits.move_time = *time;
    }
    if (!options.tc.empty()) {
        const auto clock = parse_clock(options.tc);
        if (!clock) return fail(Errc::Usage, "--tc " + clock.error().message);
        config.limits.clock = *clock;
    }
    if (!config.limits.move_time && !config.limits.clock)
        config.limits.move_time = config.variant->move_time;
    return {};
}

// A tournament of one long pairing.
Result<TournamentConfig> config_of(const SprtOptions& options) {
    TournamentConfig config;
    config.name = "sprt";
    const auto variant = find_variant(options.variant);
    if (!variant) return std::unexpected(variant.error());
    config.variant = *variant;
    config.seed = options.seed;
    if (auto set = set_limits(options, config); !set) return std::unexpected(set.error());
    config.entrants = {{"new", options.new_player}, {"old", options.old_player}};
    for (const EntrantConfig& entrant : config.entrants) {
        const auto spec = parse_player(entrant.player);
        if (!spec) return std::unexpected(spec.error());
        if (std::holds_alternative<HumanSpec>(spec->kind))
            return fail(Errc::Usage, "a human cannot take part in a test");
    }
    config.stages = {{.name = "sprt",
                      .games = options.most_games + options.most_games % 2,
                      .bye_points = config.variant->line_points}};
    config.openings = options.openings;
    config.opening_plies = options.openings.empty() ? options.opening_plies : 0;
    config.machine.jobs = options.jobs;
    config.machine.sandbox = !options.no_sandbox;
    return config;
}

// A player that cannot play shows now, rather than by losing every game.
Result<void> check_players(const TournamentConfig& config) {
    for (const EntrantConfig& entrant : config.entrants) {
        const PlayerSurroundings around{.trust_all = !config.machine.sandbox,
                                        .memory_limit = config.machine.bot_memory};
        if (auto made = make_player(entrant.player, *config.variant, around); !made)
            return std::unexpected(made.error());
    }
    return {};
}

}  // namespace

Result<int> run_sprt(const SprtOptions& options, std::ostream& out) {
    if (auto fine = check(options.bounds); !fine) return std::unexpected(fine.error());
    auto config = config_of(options);
    if (!config) return std::unexpected(config.error());
    if (!options.cluster.given()) {
        if (auto able = concurrency_for(*config); !able) return std::unexpected(able.error());
        if (auto fine = check_players(*config); !fine) return std::unexpected(fine.error());
    }

    std::unique_ptr<PassingFolder> passing;
    config->store = options.store;
    if (config->store.empty()) {
        passing = std::make_unique<PassingFolder>();
        config->store = passing->path() + "/sprt.db";
    }
    auto store = Store::open(config->store);
    if (!store) return std::unexpected(store.error());
    const auto seed = enter(*store, *config);
    if (!seed) return std::unexpected(seed.error());
    auto plan = plan_tournament(*config, *seed);
    if (!plan) return std::unexpected(plan.error());

    SprtOutput listener(out, options.bounds, options.json);
    if (auto taken = listener.take_stored(store->read()); !taken)
        return std::unexpected(taken.error());
    CoordinatorFlags cluster = options.cluster;
    cluster.passing = passing != nullptr;
    auto executor = make_executor(*config, cluster, listener);
    if (!executor) return std::unexpected(executor.error());
    const auto end = run_games(std::move(*plan), *store, *executor->executor, listener,
                               {.decided = [&](const Progress&) { return listener.decided(); }});
    // Where nothing is kept, nobody will go on with it either.
    if (passing || (end && (*end == RunEnd::Finished || *end == RunEnd::Decided)))
        executor->conclude();
    if (!end) return std::unexpected(end.error());
    if (*end == RunEnd::Stopped) {
        {
            const Store closed = std::move(*store);
        }
        passing.reset();
        out.flush();
        std::_Exit(130);
    }
    if (auto written = check_written(out, "standard output"); !written)
        return std::unexpected(written.error());
    return *end == RunEnd::Interrupted ? 130 : 0;
}

void add_sprt(CLI::App& app, int& status) {
    auto options = std::make_shared<SprtOptions>();
    auto* command =
        app.add_subcommand("sprt", "Find out whether a new player is better than an old one");
    command->add_option("--new", options->new_player, "The new player")->required();
    command->add_option("--old", options->old_player, "The old player")->required();
    command->add_option("--elo0", options->bounds.elo0, "Not better than this: H0")
        ->capture_default_str();
    command->add_option("--elo1", options->bounds.elo1, "Better by this: H1")
        ->capture_default_str();
    command->add_option("--alpha", options->bounds.alpha, "How often H1 may be accepted wrongly")
        ->capture_default_str();
    command->add_option("--beta", options->bounds.beta, "How often H0 may be accepted wrongly")
        ->capture_default_str();
    add_variant_option(*command, options->variant);
    command->add_option("--movetime", options->movetime, "Time for each move, such as 50ms");
    command->add_option("--tc", options->tc, "Seconds for the whole game, and a move: 60+0.5");
    command->add_option("--nodes", options->nodes, "Positions an engine may look at for each move")
        ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 62));
    command->add_option("--depth", options->depth, "Moves an engine may look ahead")
        ->check(CLI::Range(1, 256));
    auto* file = command->add_option("--openings", options->openings,
                                     "File of openings, each used twice with sides changed");
    command
        ->add_option("--opening-plies", options->opening_plies,
                     "Begin with so many random moves, each beginning used twice")
        ->check(CLI::Range(0, 40))
        ->excludes(file)
        ->capture_default_str();
    command->add_option("--games", options->most_games, "Games at most")
        ->check(CLI::Range(2, 100'000'000))
        ->capture_default_str();
    auto* jobs = command->add_option("--jobs", options->jobs, "Games played at the same time")
                     ->check(CLI::Range(1, 1024));
    add_seed_option(*command, options->seed);
    command->add_option("--store", options->store,
                        "Keep the games in this file, and go on with it");
    auto* trust = command->add_flag("--no-sandbox", options->no_sandbox,
                                    "Run bots with your own rights: only bots you trust");
    add_scale_time_option(*command, options->cluster,
                          add_coordinator_options(*command, options->cluster, {jobs, trust}));
    command->add_flag("--json", options->json, "Write the score as JSON Lines");
    command->footer(fmt::format("A player is one of {}", player_forms()));
    command->callback([=, &status] {
        const auto code = run_sprt(*options, std::cout);
        status = code ? *code : exit_code(std::unexpected(code.error()));
    });
}

}  // namespace xttt
