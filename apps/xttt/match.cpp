#include "tournament/runner/match.h"

#include <mutex>
#include <ostream>
#include <random>

#include <nlohmann/json.hpp>

#include "commands.h"
#include "common_options.h"
#include "game_files.h"
#include "interrupts.h"
#include "referee/json_events.h"
#include "referee/match_score.h"
#include "tournament/runner/local_executor.h"

namespace xttt {
namespace {

struct MatchOptions {
    std::string x, o;  // player strings: x begins the first game
    std::string variant = std::string(kVariants.front()->name);
    int games = 10;
    int jobs = 1;
    std::optional<std::uint64_t> seed;
    LimitOptions limits;
    SandboxOptions sandbox;
    OpeningOptions openings;
    RecordOptions record;
    std::string event;
    bool json = false;
    bool quiet = false;
};

Result<MatchPlan> plan_of(const MatchOptions& options) {
    MatchPlan plan{.games = options.games};
    TRY(const auto variant, find_variant(options.variant));
    plan.variant = variant;
    for (const int who : {0, 1}) {
        TRY(auto spec, parse_player(who == 0 ? options.x : options.o));
        if (std::holds_alternative<HumanSpec>(spec.kind))
            return fail(Errc::Usage,
                        "a human cannot play a match; use 'xttt play' or 'xttt simulate'");
        plan.players[who] = spec.text;
    }
    TRY(const auto limits, limits_of(options.limits, *variant));
    plan.limits = {limits, limits};
    plan.margin = options.limits.margin;
    const auto surroundings = surroundings_of(options.sandbox);
    plan.conditions = {.memory_limit = surroundings.memory_limit,
                       .trust_all = surroundings.trust_all};
    plan.seed = options.seed.value_or(std::random_device{}());
    plan.random_plies = options.openings.plies;
    plan.tags = {{"Date", today()}, {"TimeControl", time_control_text(limits)}};
    if (!options.event.empty()) plan.tags["Event"] = options.event;
    if (!options.openings.file.empty()) {
        TRY(plan.openings, read_openings(options.openings.file, *variant));
    }
    return plan;
}

// Fails now if a player cannot play, rather than by a forfeit in every game.
Result<void> check_players(const MatchPlan& plan) {
    std::array<PlayerSpec, 2> specs;
    for (const std::size_t i : {0u, 1u}) {
        TRY(specs[i], parse_player(plan.players[i]));
    }
    TRY_VOID(make_players(
        specs, *plan.variant,
        {.trust_all = plan.conditions.trust_all, .memory_limit = plan.conditions.memory_limit}));
    return {};
}

std::string score_json(const MatchScore& score, const MatchPlan& plan) {
    nlohmann::ordered_json json{{"event", "score"}, {"games", score.games()}};
    json["players"] = {plan.players[0], plan.players[1]};
    json["seed"] = plan.seed;
    json["wins"] = score.results().wins;
    json["draws"] = score.results().draws;
    json["losses"] = score.results().losses;
    if (score.pairs().count() > 0) json["pairs"] = score.pairs().counts();
    json["points"] = {score.points(0), score.points(1)};
    if (const auto share = score.share())
        json["share"] = {{"value", share->value}, {"low", share->low}, {"high", share->high}};
    if (const auto elo = score.elo())
        json["elo"] = {{"value", elo->value}, {"low", elo->low}, {"high", elo->high}};
    if (score.repeated() > 0) json["repeated"] = score.repeated();
    if (score.busy() > 0) json["too_busy"] = score.busy();
    auto& forfeits = json["forfeits"] = nlohmann::ordered_json::object();
    for (const auto& [reason, counts] : score.forfeits()) forfeits[name(reason)] = counts;
    return json.dump() + "\n";
}

// Number of games between two lines of the running score: about twenty lines in total.
int report_interval(int games) {
    return std::max(1, games / 20);
}

// Plays a match. `out` gets the running score and the final one, or with json the events. Gives the
// exit code: 130 after Ctrl-C, which still writes the score of the games played.
Result<int> run_match(const MatchOptions& options, std::ostream& out, std::ostream& log) {
    TRY(auto plan, plan_of(options));
    TRY_VOID(check_players(plan));
    TRY(auto files, RecordFiles::open(options.record));

    std::mutex writing;
    const auto write = [&](const std::string& line) {
        const std::lock_guard lock(writing);
        out << line << std::flush;
    };
    MakeListener listen;
    if (options.json)
        listen = [&](const GameTask& task) {
            return std::make_unique<JsonEvents>(static_cast<int>(task.id) + 1, write);
        };

    MatchScore score(plan.paired());
    const auto write_score = [&] {
        const std::lock_guard lock(writing);
        if (options.json)
            out << score_json(score, plan);
        else
            out << final_text(score, {plan.players[0], plan.players[1]})
                << fmt::format("seed: {}\n", plan.seed);
    };
    const InterruptGuard guard;
    const auto take = [&](int game, const PlayedGame& played) -> Result<void> {
        {
            const std::lock_guard lock(writing);
            score.add(played, plan.side_of_first(game));
        }
        TRY_VOID(files.add(played.record));
        const bool report = !options.quiet && !options.json && game + 1 < plan.games &&
                            (game + 1) % report_interval(plan.games) == 0;
        if (report) write(running_text(score) + "\n");
        out.flush();
        return {};
    };
    // The first Ctrl-C lets the running games finish, the second ends the program.
    const auto watch = watch_interrupts(
        guard,
        [&] { log << "Finishing running games. Press Ctrl-C again to stop now.\n"
                  << std::flush; },
        [&] {
            write_score();
            out.flush();
            std::_Exit(130);
        });
    LocalExecutor executor(unpinned(std::min(options.jobs, options.games)), nullptr, listen);
    TRY_VOID(play_match(plan, executor, take, &guard.count()));
    write_score();
    TRY_VOID(check_written(out, "standard output"));
    return guard.count() > 0 && score.games() < plan.games ? 130 : 0;
}

}  // namespace

void add_match(Command& app) {
    auto& command =
        app.add("match", "Play games between two players and report the score.",
                {"xttt match --x engine:greedy --o random --games 20",
                 "xttt match --x engine --o python:team33.py --variant double --record games.xgn"});
    auto options = std::make_shared<MatchOptions>();
    command.group("Match");
    command.option("--x PLAYER", options->x, "Player that starts the first game").required();
    command.option("--o PLAYER", options->o, "The other player").required();
    command.option("--games N", options->games, "Number of games; the players take turns to start")
        .range(1, 100'000'000);
    add_variant_option(command, options->variant);
    add_jobs_option(command, options->jobs);
    add_seed_option(command, options->seed);
    add_limit_options(command, options->limits);
    add_opening_options(command, options->openings);
    add_sandbox_options(command, options->sandbox);
    command.group("Output");
    add_record_options(command, options->record);
    command.option("--event NAME", options->event, "Name of the event in the records");
    command.flag("--json", options->json, "Print events as JSON Lines instead of the score");
    command.flag("--quiet", options->quiet, "Print the final score only");
    add_player_note(command);
    command.run([options](Streams io) { return run_match(*options, io.out, io.err); });
}

}  // namespace xttt
