// Plays each level of Skill against the next one, to show that every step up is a step up. The
// results do not depend on --jobs.

#include <algorithm>
#include <cstdio>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "engine/engine.h"
#include "players/make_player.h"
#include "program.h"
#include "referee/match_score.h"
#include "rules/with_variant.h"
#include "tournament/runner/local_executor.h"
#include "tournament/runner/match.h"

namespace xttt {
namespace {

struct Options {
    std::string variant{kVariants[0]->name};
    std::string evaluation = EngineOptions{}.evaluation;
    int games = 200;
    int jobs = 1;
    int from = 0, to = kMaxSkill, step = 1;
    std::uint64_t nodes = 300'000;  // of the highest level, per move
};

struct Rung {
    MatchScore score{true};  // of the higher level
    double margin = 0;       // in points, summed
};

// The higher level is o in even games; games 2k and 2k + 1 share a random opening.
Result<Rung> play_rung(const Options& options, const Variant& variant, int low, int high) {
    const auto player = [&](int level) {
        return fmt::format("engine:skill={},evaluation={},hash=8", level, options.evaluation);
    };
    const PlayLimits limits{.nodes = options.nodes};
    const MatchPlan plan{.variant = &variant,
                         .players = {player(low), player(high)},
                         .games = options.games,
                         .limits = {limits, limits},
                         .random_plies = 4};
    for (const std::string& text : plan.players) TRY_VOID(make_player(text, variant));
    LocalExecutor executor(unpinned(std::min(options.jobs, options.games)));
    Rung rung;
    TRY_VOID(play_match(plan, executor, [&](int game, const PlayedGame& played) -> Result<void> {
        const Side side = opponent(plan.side_of_first(game));
        rung.score.add(played, side);
        const auto points = played.ending.points.value_or(std::array{0, 0});
        rung.margin += points[index(side)] - points[index(opponent(side))];
        return {};
    }));
    return rung;
}

Result<void> climb(const Options& options) {
    TRY(const Variant* variant, find_variant(options.variant));
    if (options.from + options.step > options.to)
        return fail(Errc::Usage, fmt::format("a step of {} does not lead from level {} to level {}",
                                             options.step, options.from, options.to));
    for (int low = options.from; low + options.step <= options.to; low += options.step) {
        TRY(const Rung rung, play_rung(options, *variant, low, low + options.step));
        const Trinomial& results = rung.score.results();
        fmt::print(
            "{:>2} against {:>2}: {:>4} won {:>3} drawn {:>4} lost, {:>5.1f}%, Elo {:+.0f} "
            "[{:+.0f}, {:+.0f}], margin {:+.2f}\n",
            low + options.step, low, results.wins, results.draws, results.losses,
            100 * share_of(results)->mean, rung.score.elo()->value, rung.score.elo()->low,
            rung.score.elo()->high, rung.margin / rung.score.games());
        std::fflush(stdout);
    }
    return {};
}

}  // namespace
}  // namespace xttt

int main(int argc, char** argv) {
    xttt::Options options;
    CLI::App app{"Play each level of Skill against the next one", "skill_ladder"};
    app.add_option("--variant", options.variant);
    app.add_option("--evaluation", options.evaluation);
    app.add_option("--games", options.games, "Games per step")->check(CLI::Range(1, 100'000'000));
    app.add_option("--jobs", options.jobs, "Concurrent games")->check(CLI::Range(1, 1024));
    app.add_option("--from", options.from)->check(CLI::Range(0, xttt::kMaxSkill));
    app.add_option("--to", options.to)->check(CLI::Range(0, xttt::kMaxSkill));
    app.add_option("--step", options.step)->check(CLI::Range(1, xttt::kMaxSkill));
    app.add_option("--nodes", options.nodes, "Maximum nodes per move of the highest level")
        ->check(xttt::node_range());
    if (const auto status = xttt::read_command_line(app, argc, argv)) return *status;
    return xttt::exit_code(app, xttt::climb(options));
}
