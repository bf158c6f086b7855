#include "tournament/output/forecast.h"

#include "players/random_player.h"
#include "referee/referee.h"
#include "tournament/schedule/schedule.h"

namespace xttt {
namespace {

constexpr int kSampleGames = 200;

int typical_moves(const Variant& variant) {
    RandomPlayer x, o;
    std::size_t moves = 0;
    for (int game = 0; game < kSampleGames; ++game) {
        const auto played =
            play_game({.variant = &variant, .seed = static_cast<std::uint64_t>(game)}, {&x, &o});
        if (played) moves += played->record.moves.size();
    }
    return static_cast<int>(moves / kSampleGames);
}

}  // namespace

std::vector<int> entrants_by_stage(const TournamentConfig& config) {
    std::vector<int> counts;
    int entrants = static_cast<int>(config.entrants.size());
    for (const StagePlan& plan : config.stages) {
        counts.push_back(entrants);
        if (plan.promote > 0) entrants = std::min(entrants, plan.promote * plan.pools);
    }
    return counts;
}

Forecast forecast(const TournamentConfig& config, int jobs) {
    Forecast found;
    const auto entrants = entrants_by_stage(config);
    for (std::size_t i = 0; i < config.stages.size(); ++i)
        found.games += games_of(config.stages[i], entrants[i]);
    found.moves = typical_moves(*config.variant);
    const PlayLimits& limits = config.limits;
    std::optional<double> game_seconds;
    const auto at_most = [&](double seconds) {
        game_seconds = std::min(game_seconds.value_or(seconds), seconds);
    };
    if (limits.move_time) at_most(to_seconds(*limits.move_time) * found.moves);
    if (limits.clock)
        at_most(2 * to_seconds(limits.clock->remaining) +
                to_seconds(limits.clock->increment) * found.moves);
    if (game_seconds)
        found.longest = std::chrono::seconds(static_cast<long>(
            *game_seconds * static_cast<double>(found.games) / std::max(jobs, 1)));
    return found;
}

}  // namespace xttt
