#include "match.h"

#include <fstream>
#include <iostream>
#include <mutex>
#include <random>

#include <nlohmann/json.hpp>

#include "command_line.h"
#include "commands.h"
#include "record/record_io.h"
#include "referee/json_events.h"
#include "referee/match.h"
#include "referee/match_score.h"

namespace xttt {
namespace {

// The files that records go to.
class RecordFiles {
public:
    static Result<RecordFiles> open(const std::vector<std::string>& paths) {
        RecordFiles files;
        for (const auto& path : paths) {
            const auto format = record_format(path);
            if (!format)
                return fail(Errc::Usage, fmt::format("--record {}: the name has to end in .xgn or "
                                                     ".jsonl",
                                                     path));
            files.entries_.push_back({path, *format, std::ofstream(path)});
            if (auto fine = check_written(files.entries_.back().out, path); !fine)
                return std::unexpected(fine.error());
        }
        return files;
    }
    Result<void> add(const GameRecord& record) {
        for (auto& [path, format, out] : entries_) {
            const auto text = record_text(format, record);
            if (!text) return std::unexpected(text.error());
            out << *text;
            if (auto fine = check_written(out, path); !fine) return fine;
        }
        return {};
    }

private:
    struct Entry {
        std::string path;
        RecordFormat format;
        std::ofstream out;
    };
    std::vector<Entry> entries_;
};

Result<MatchPlan> plan_of(const MatchOptions& options) {
    MatchPlan plan{.games = options.games, .jobs = options.jobs};
    const auto variant = find_variant(options.variant);
    if (!variant) return std::unexpected(variant.error());
    plan.variant = *variant;
    for (const int who : {0, 1}) {
        auto spec = parse_player(who == 0 ? options.x : options.o);
        if (!spec) return std::unexpected(spec.error());
        if (std::holds_alternative<HumanSpec>(spec->kind))
            return fail(Errc::Usage, "a human plays with 'xttt play' or 'xttt simulate'");
        plan.players[who] = std::move(*spec);
    }
    const auto limits = limits_of(options.limits, **variant);
    if (!limits) return std::unexpected(limits.error());
    plan.limits = {*limits, *limits};
    plan.margin = Milliseconds(options.limits.margin);
    plan.surroundings = surroundings_of(options.sandbox);
    plan.seed = options.seed.value_or(std::random_device{}());
    plan.random_plies = options.opening_plies;
    plan.tags = {{"Date", today()}, {"TimeControl", time_control_text(*limits)}};
    if (!options.event.empty()) plan.tags["Event"] = options.event;
    if (!options.openings.empty()) {
        std::ifstream file(options.openings);
        if (!file)
            return fail(Errc::Usage, fmt::format("cannot read the openings {}", options.openings));
        auto openings = read_openings(file, options.openings, **variant);
        if (!openings) return std::unexpected(openings.error());
        plan.openings = std::move(*openings);
    }
    return plan;
}

std::string score_json(const MatchScore& score, const MatchPlan& plan) {
    nlohmann::ordered_json json{{"event", "score"}, {"games", score.games()}};
    json["players"] = {plan.players[0].text, plan.players[1].text};
    json["seed"] = plan.seed;
    json["wins"] = score.wins();
    json["draws"] = score.draws();
    json["losses"] = score.losses();
    json["points"] = {score.points(0), score.points(1)};
    if (const auto share = score.share())
        json["share"] = {{"value", share->value}, {"low", share->low}, {"high", share->high}};
    if (const auto elo = score.elo())
        json["elo"] = {{"value", elo->value}, {"low", elo->low}, {"high", elo->high}};
    auto& forfeits = json["forfeits"] = nlohmann::ordered_json::object();
    for (const auto& [reason, counts] : score.forfeits()) forfeits[name(reason)] = counts;
    return json.dump() + "\n";
}

// How many games go by between two lines of the running score: some twenty lines in all.
int report_interval(int games) {
    return std::max(1, games / 20);
}

}  // namespace

Result<void> run_match(const MatchOptions& options, std::ostream& out) {
    auto plan = plan_of(options);
    if (!plan) return std::unexpected(plan.error());
    auto files = RecordFiles::open(options.records);
    if (!files) return std::unexpected(files.error());

    std::mutex writing;
    const auto write = [&](const std::string& line) {
        const std::lock_guard lock(writing);
        out << line;
    };
    MakeListener listen;
    if (options.json)
        listen = [&](int game) { return std::make_unique<JsonEvents>(game + 1, write); };

    MatchScore score(plan->paired());
    const auto take = [&](int game, const PlayedGame& played) -> Result<void> {
        score.add(played, plan->side_of_first(game));
        if (auto added = files->add(played.record); !added) return added;
        const bool report = !options.quiet && !options.json && game + 1 < plan->games &&
                            (game + 1) % report_interval(plan->games) == 0;
        if (report) write(running_text(score) + "\n");
        out.flush();
        return {};
    };
    if (auto played = play_match(*plan, listen, take); !played) return played;
    if (options.json)
        out << score_json(score, *plan);
    else
        out << final_text(score, {plan->players[0].text, plan->players[1].text})
            << fmt::format("seed: {}\n", plan->seed);
    return check_written(out, "standard output");
}

void add_match(CLI::App& app, int& status) {
    auto options = std::make_shared<MatchOptions>();
    auto* command = app.add_subcommand("match", "Play games between two players");
    command->add_option("--x", options->x, "Who begins the first game")->required();
    command->add_option("--o", options->o, "The other player")->required();
    command->add_option("--games", options->games, "How many games; starts alternate")
        ->check(CLI::Range(1, 100'000'000))
        ->capture_default_str();
    command->add_option("--jobs", options->jobs, "Games played at the same time")
        ->check(CLI::Range(1, 1024))
        ->capture_default_str();
    add_variant_option(*command, options->variant);
    add_seed_option(*command, options->seed);
    add_limit_options(*command, options->limits);
    add_sandbox_options(*command, options->sandbox);
    auto* file = command->add_option("--openings", options->openings,
                                     "File of openings, each used twice with sides changed");
    command
        ->add_option("--opening-plies", options->opening_plies,
                     "Begin with so many random moves, each beginning used twice")
        ->check(CLI::Range(0, 40))
        ->excludes(file);
    command->add_option("--record", options->records, "Write the games to a .xgn or .jsonl file");
    command->add_option("--event", options->event, "Name of the event in the records");
    command->add_flag("--json", options->json, "Write events as JSON Lines instead of the score");
    command->add_flag("--quiet", options->quiet, "Write the final score only");
    command->footer(fmt::format("A player is one of {}", player_forms()));
    command->callback([=, &status] { status = exit_code(run_match(*options, std::cout)); });
}

}  // namespace xttt
