#include "test_options.h"

#include "rules/with_variant.h"

namespace xttt {

Result<TournamentConfig> test_config(const TestOptions& options) {
    TournamentConfig config;
    config.name = "sprt";
    TRY(const auto variant, find_variant(options.variant));
    config.variant = variant;
    config.seed = options.seed;
    TRY(config.limits, limits_of(options.limits, *variant));
    config.margin = options.limits.margin;
    config.start_limit = options.limits.start_time;
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
    config.machine.replay_busy = true;
    TRY_VOID(resolve_files(config));
    return config;
}

void add_players(Command& command, TestOptions& options) {
    command.group("Players");
    command.option("--new PLAYER", options.new_player, "Player to test").required();
    command.option("--old PLAYER", options.old_player, "Player to compare with").required();
}

void add_sprt_options(Command& command, SprtBounds& bounds, int& most_games) {
    command.group("SPRT");
    command
        .declare("--model NAME", "Elo model of --elo0 and --elo1",
                 [&bounds](const std::string& text) -> Result<void> {
                     bounds.model =
                         text == "normalized" ? EloModel::Normalized : EloModel::Logistic;
                     return {};
                 })
        .choices({"logistic", "normalized"})
        .default_text("logistic");
    command.option("--elo0 ELO", bounds.elo0, "Elo difference under H0");
    command.option("--elo1 ELO", bounds.elo1, "Elo difference under H1");
    command.option("--alpha P", bounds.alpha,
                   "Type I error: probability of accepting H1 if H0 is true");
    command.option("--beta P", bounds.beta,
                   "Type II error: probability of accepting H0 if H1 is true");
    command.option("--games N", most_games, "Maximum number of games").range(2, 100'000'000);
}

void add_test_game_options(Command& command, TestOptions& options) {
    command.group("Games");
    add_variant_option(command, options.variant);
    add_seed_option(command, options.seed);
    add_limit_options(command, options.limits);
    add_start_time_option(command, options.limits);
    add_opening_options(command, options.openings, "4; with --openings, all");
    add_adjudication_options(command, options.adjudication);
}

}  // namespace xttt
