// Measures the statistics of a large tournament: 1,000 entrants, 1,000,000 games.

#include <benchmark/benchmark.h>

#include "base/random.h"
#include "stats/encounters.h"
#include "stats/ratings.h"

namespace xttt {
namespace {

constexpr int kEntrants = 1'000;

// Games between random entrants whose strengths differ by up to 800 Elo.
const std::vector<ScoredGame>& games() {
    static const auto kGames = [] {
        std::vector<ScoredGame> made(1'000'000);
        Random random(7);
        for (ScoredGame& game : made) {
            game.x = static_cast<int>(random.below(kEntrants));
            game.o = static_cast<int>((game.x + 1 + random.below(kEntrants - 1)) % kEntrants);
            const bool won = random.unit() < expected_score(0.8 * (game.o - game.x));
            game.points = {won ? 68 : 0, won ? 0 : 68};
        }
        return made;
    }();
    return kGames;
}

void add_up_games(benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(encounters(kEntrants, games()));
}
BENCHMARK(add_up_games)->Unit(benchmark::kMillisecond);

void standings(benchmark::State& state) {
    const auto met = encounters(kEntrants, games());
    for (auto _ : state) benchmark::DoNotOptimize(points_table(kEntrants, met));
}
BENCHMARK(standings)->Unit(benchmark::kMillisecond);

void ratings_with_intervals(benchmark::State& state) {
    const auto met = encounters(kEntrants, games());
    for (auto _ : state) benchmark::DoNotOptimize(rate(kEntrants, met));
}
BENCHMARK(ratings_with_intervals)->Unit(benchmark::kMillisecond);

void next_pairs(benchmark::State& state) {
    const auto ratings = rate(kEntrants, encounters(kEntrants, games()));
    for (auto _ : state) benchmark::DoNotOptimize(least_certain_pairs(ratings, 100));
}
BENCHMARK(next_pairs)->Unit(benchmark::kMillisecond);

void everything(benchmark::State& state) {
    games();
    for (auto _ : state) {
        const auto met = encounters(kEntrants, games());
        benchmark::DoNotOptimize(points_table(kEntrants, met));
        benchmark::DoNotOptimize(least_certain_pairs(rate(kEntrants, met), 100));
    }
}
BENCHMARK(everything)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace xttt
