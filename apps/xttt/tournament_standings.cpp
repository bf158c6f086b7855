#include <ostream>

#include <nlohmann/json.hpp>

#include "base/count_text.h"
#include "base/text.h"
#include "commands.h"
#include "common_options.h"
#include "tournament/output/standings_text.h"
#include "tournament/runner/tournament_plan.h"

namespace xttt {
namespace {

struct StandingsOptions {
    std::string store;
    std::optional<int> stage;  // from 1; empty: all that have begun
    bool ratings = false;
    bool json = false;
};

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
    TRY(const auto store, StoreReader::open(options.store));
    TRY(const auto t, read_tournament(store));
    const int begun = t.progress.stage() + 1;
    if (options.stage && *options.stage > begun)
        return fail(Errc::Usage, fmt::format("--stage {}: only {} {} started", *options.stage,
                                             begun, begun == 1 ? "has" : "have"));
    const int first = options.stage ? *options.stage - 1 : 0;
    const int last = options.stage ? *options.stage - 1 : begun - 1;
    if (options.json) {
        out << as_json(t, first, last, options.ratings);
        return check_written(out, "standard output");
    }
    out << fmt::format("{}: {} played, {} left\n", terminal_safe(t.facts.name),
                       count_text(t.progress.games_recorded(), "game"), t.progress.games_left());
    for (int stage = first; stage <= last; ++stage) {
        const StagePlan& plan = t.progress.plans()[static_cast<std::size_t>(stage)];
        out << fmt::format("\n{} ({})\n", terminal_safe(plan.name), name(plan.format))
            << standings_text(t.progress, stage, t.names);
    }
    if (options.ratings) out << "\nratings\n" << ratings_text(t.progress, t.names);
    return check_written(out, "standard output");
}

void add_tournament_standings(Command& tournament) {
    auto& command = tournament.add(
        "standings", "Show the tables of a tournament.",
        {"xttt tournament standings cup.db", "xttt tournament standings cup.db --ratings --json"});
    auto options = std::make_shared<StandingsOptions>();
    command.option("STORE-FILE", options->store, "Store of the tournament").required();
    command.group("Output");
    command.option("--stage N", options->stage, "Only this stage, counted from 1").range(1, 1000);
    command.flag("--ratings", options->ratings, "Also show Elo ratings over all stages");
    command.flag("--json", options->json, "Print one JSON object");
    command.run([options](Streams io) { return run_tournament_standings(*options, io.out); });
}

}  // namespace xttt
