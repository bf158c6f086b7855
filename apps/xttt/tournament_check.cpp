#include <ostream>

#include "base/count_text.h"
#include "base/text.h"
#include "commands.h"
#include "common_options.h"
#include "players/make_player.h"
#include "referee/game_setup.h"
#include "tournament/output/forecast.h"
#include "tournament/runner/tournament_plan.h"
#include "tournament/schedule/schedule.h"
#include "tournament/store/store.h"
#include "tournament_run.h"

namespace xttt {
namespace {

struct TournamentCheckOptions {
    std::string config;
    bool no_start = false;  // do not start the players
    bool no_sandbox = false;
};

std::string stage_text(const StagePlan& plan, int number, int entrants) {
    std::string text = fmt::format("stage {} '{}': {}, {}", number, terminal_safe(plan.name),
                                   name(plan.format), count_text(entrants, "entrant"));
    if (plan.pools > 1)
        text += fmt::format(" in {} pools ({})", plan.pools,
                            plan.draw == Draw::Random ? "random" : "seeded");
    if (plan.format == Format::Swiss)
        text += fmt::format(", {}", count_text(swiss_rounds(plan, entrants / plan.pools), "round"));
    text += fmt::format(", {}, {} per pairing", count_text(games_of(plan, entrants), "game"),
                        plan.games);
    if (plan.promote > 0) text += fmt::format(", the best {} of each pool advance", plan.promote);
    return text;
}

// The state of the store, if it contains this tournament.
Result<std::string> store_text(const TournamentConfig& config) {
    const auto store = StoreReader::open(config.store);
    if (!store) {
        if (store.error().code == Errc::Usage) return fmt::format("store {}: new", config.store);
        return std::unexpected(store.error());
    }
    TRY(const auto stored, read_tournament(*store));
    return fmt::format("store {}: {} played, {} left", config.store,
                       count_text(stored.progress.games_recorded(), "game"),
                       stored.progress.games_left());
}

}  // namespace

Result<void> run_tournament_check(const TournamentCheckOptions& options, std::ostream& out) {
    TRY(auto config, read_config(options.config));
    if (options.no_sandbox) config.machine.sandbox = false;
    TRY(const auto concurrency, concurrency_for(config));
    TRY_VOID(plan_tournament(config, 0));
    TRY(const auto stored, store_text(config));

    out << fmt::format("{}: {}, {}, {}\n", terminal_safe(config.name),
                       count_text(static_cast<long>(config.entrants.size()), "entrant"),
                       config.variant->name, time_control_text(config.limits));
    const auto entrants = entrants_by_stage(config);
    for (std::size_t i = 0; i < config.stages.size(); ++i)
        out << stage_text(config.stages[i], static_cast<int>(i) + 1, entrants[i]) << '\n';
    const Forecast expected = forecast(config, concurrency.jobs);
    out << fmt::format("{} in total, {} at a time; a random game has {} moves\n",
                       count_text(expected.games, "game"), concurrency.jobs, expected.moves);
    if (expected.longest)
        out << fmt::format(
            "at most {} if games have this length and every move uses its full time\n",
            duration_text(*expected.longest));
    for (const std::string& note : config.notes) out << "note: " << terminal_safe(note) << '\n';
    out << stored << '\n';
    if (!concurrency.warning.empty()) out << "warning: " << concurrency.warning << '\n';
    if (!options.no_start) {
        const auto [failing, notes] = check_start(config);
        for (const std::string& bot : failing) out << "FAIL  " << bot << '\n';
        for (const std::string& note : notes) out << "note  " << note << '\n';
        if (!failing.empty())
            return fail(Errc::BadInput, fmt::format("{} of {} players failed to start and would "
                                                    "forfeit every game",
                                                    failing.size(), config.entrants.size()));
        out << "all players started\n";
    }
    return check_written(out, "standard output");
}

void add_tournament_check(Command& tournament) {
    auto& command = tournament.add(
        "check", "Check a tournament file, estimate its duration and start every player once.",
        {"xttt tournament check cup.toml", "xttt tournament check cup.toml --no-start"});
    auto options = std::make_shared<TournamentCheckOptions>();
    command.option("CONFIG-FILE", options->config, "Configuration of the tournament, a .toml file")
        .required();
    command.group("Players");
    command.flag("--no-start", options->no_start, "Do not start the players");
    add_no_sandbox_flag(command, options->no_sandbox);
    command.run([options](Streams io) { return run_tournament_check(*options, io.out); });
}

}  // namespace xttt
