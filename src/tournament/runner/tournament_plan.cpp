#include "tournament/runner/tournament_plan.h"

#include <fstream>

#include <fmt/format.h>

#include "base/random.h"

namespace xttt {
namespace {

std::uint64_t mixed(std::uint64_t seed, int number) {
    return mix64(seed + static_cast<std::uint64_t>(number));
}

}  // namespace

GameTask TournamentPlan::task(const ScheduledGame& game, std::uint64_t id) const {
    const GamePlace& place = game.place;
    GameTask task{.id = id, .conditions = conditions};
    for (const std::size_t side : {0u, 1u})
        task.players[side] = entrants[static_cast<std::size_t>(game.entrants[side])];
    GameSetup& setup = task.setup;
    setup.variant = variant;
    setup.limits = {limits, limits};
    setup.margin = margin;
    setup.start_limit = start_limit;
    // A game that is played again draws the same entropy.
    const std::uint64_t pair_seed = mixed(
        mixed(mixed(mixed(mix64(seed), place.stage), place.round), place.pairing), place.game / 2);
    setup.seed = mixed(pair_seed, place.game % 2);
    const int games = stages[static_cast<std::size_t>(place.stage)].games;
    if (!openings.empty()) {
        // In order, so that all are used about equally often.
        const auto number =
            static_cast<std::size_t>(place.round) +
            static_cast<std::size_t>(place.pairing) * static_cast<std::size_t>((games + 1) / 2) +
            static_cast<std::size_t>(place.game / 2);
        const Opening& opening = openings[number % openings.size()];
        setup.start_fen = opening.fen;
        setup.opening = opening.moves;
    } else if (opening_plies > 0) {
        setup.opening = random_opening(*variant, opening_plies, mix64(pair_seed ^ 1)).moves;
    }
    return task;
}

Result<TournamentPlan> plan_tournament(const TournamentConfig& config, std::uint64_t seed) {
    TournamentPlan plan{.variant = config.variant,
                        .seed = seed,
                        .stages = config.stages,
                        .limits = config.limits,
                        .margin = config.margin,
                        .start_limit = config.start_limit,
                        .opening_plies = config.opening_plies,
                        .conditions = {.memory_limit = config.machine.bot_memory,
                                       .trust_all = !config.machine.sandbox},
                        .replay_busy = config.machine.replay_busy};
    for (const EntrantConfig& entrant : config.entrants)
        plan.entrants.push_back(std::make_shared<const Entrant>(
            static_cast<int>(plan.entrants.size()), entrant.name, entrant.player));
    if (!config.openings.empty()) {
        std::ifstream file(config.openings);
        if (!file)
            return fail(Errc::Usage, fmt::format("cannot read the openings {}", config.openings));
        TRY(auto openings, read_openings(file, config.openings, *config.variant));
        plan.openings = std::move(openings);
    }
    return plan;
}

}  // namespace xttt
