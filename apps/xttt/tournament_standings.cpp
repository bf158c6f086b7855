#include "tournament_standings.h"

#include <iostream>

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "command_line.h"
#include "tournament/output/standings_text.h"
#include "tournament/runner/stored_tournament.h"
#include "tournament_commands.h"

namespace xttt {
namespace {

std::string as_json(const StoredTournament& t, int first, int last, bool ratings) {
    nlohmann::ordered_json json{{"name", to_utf8(t.facts.name)},
                                {"finished", t.progress.finished()},
                                {"games", t.progress.games_recorded()},
                                {"left", t.progress.games_left()}};
    auto& stages = json["stages"] = nlohmann::ordered_json::array();
    for (int stage = first; stage <= last; ++stage)
        stages.push_back(
            {{"name", to_utf8(t.progress.plans()[static_cast<std::size_t>(stage)].name)},
             {"pools", standings_json(t.progress, stage, t.names)}});
    if (ratings) json["ratings"] = ratings_json(t.progress, t.names);
    return json.dump() + "\n";
}

}  // namespace

Result<void> run_tournament_standings(const StandingsOptions& options, std::ostream& out) {
    const auto store = StoreReader::open(options.store);
    if (!store) return std::unexpected(store.error());
    const auto t = read_tournament(*store);
    if (!t) return std::unexpected(t.error());
    const int begun = t->progress.stage() + 1;
    if (options.stage && *options.stage > begun)
        return fail(Errc::Usage, fmt::format("--stage {}: only {} {} begun", *options.stage, begun,
                                             begun == 1 ? "has" : "have"));
    const int first = options.stage ? *options.stage - 1 : 0;
    const int last = options.stage ? *options.stage - 1 : begun - 1;
    if (options.json) {
        out << as_json(*t, first, last, options.ratings);
        return check_written(out, "standard output");
    }
    out << fmt::format("{}: {} games played, {} left\n", t->facts.name,
                       t->progress.games_recorded(), t->progress.games_left());
    for (int stage = first; stage <= last; ++stage) {
        const StagePlan& plan = t->progress.plans()[static_cast<std::size_t>(stage)];
        out << fmt::format("\n{} ({})\n", plan.name, name(plan.format))
            << standings_text(t->progress, stage, t->names);
    }
    if (options.ratings) out << "\nratings\n" << ratings_text(t->progress, t->names);
    return check_written(out, "standard output");
}

void add_tournament_standings(CLI::App& tournament, int& status) {
    auto options = std::make_shared<StandingsOptions>();
    auto* command = tournament.add_subcommand("standings", "Show the tables of a tournament");
    command->add_option("store", options->store, "The tournament's store")->required();
    command->add_option("--stage", options->stage, "Only this stage, from 1")
        ->check(CLI::Range(1, 1000));
    command->add_flag("--ratings", options->ratings, "Elo numbers over all stages too");
    command->add_flag("--json", options->json, "Write one JSON object");
    command->callback(
        [=, &status] { status = exit_code(run_tournament_standings(*options, std::cout)); });
}

}  // namespace xttt
