// The speedup of several threads in time to depth, on a fixed set of self-play positions. Runs with
// one and several threads alternate on each position, each with an empty table.
//
// thread_scaling --variant extreme --threads 2 --positions 40 --depth 21 --rounds 3
//
// Needs a machine with as many idle cores as threads.

#include <algorithm>
#include <ctime>
#include <numeric>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/random.h"
#include "program.h"
#include "rules/with_variant.h"
#include "search/make_searcher.h"

namespace xttt {
namespace {

struct Options {
    std::string variant{kVariants[0]->name};
    int threads = 2, positions = 40, depth = 21, rounds = 3;
    std::uint64_t seed = 1;
    SearchOptions search{.evaluation = "tuned"};
};

// The sums over the rounds of one position.
struct Sample {
    double alone = 0, together = 0;  // seconds
    double alone_nodes = 0, together_nodes = 0;
    double alone_cpu = 0, together_cpu = 0;  // seconds of all threads
};

double cpu_seconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

double ratio(const std::vector<Sample>& samples) {
    double alone = 0, together = 0;
    for (const Sample& sample : samples) {
        alone += sample.alone;
        together += sample.together;
    }
    return alone / together;
}

// The 95% bootstrap interval over positions.
std::pair<double, double> interval(const std::vector<Sample>& samples, std::uint64_t seed) {
    constexpr int kDraws = 2000;
    Random random(mix64(seed));
    std::vector<double> ratios;
    for (int draw = 0; draw < kDraws; ++draw) {
        std::vector<Sample> drawn;
        for (std::size_t i = 0; i < samples.size(); ++i)
            drawn.push_back(samples[random.below(static_cast<std::uint32_t>(samples.size()))]);
        ratios.push_back(ratio(drawn));
    }
    std::ranges::sort(ratios);
    return {ratios[kDraws / 40], ratios[kDraws - 1 - kDraws / 40]};
}

// A position of a self-play game, after some random moves.
template <const Variant& V>
Position<V> self_play_position(Searcher<V>& searcher, std::uint64_t seed) {
    constexpr std::uint64_t kNodes = 500;
    constexpr std::uint32_t kRandomPlies = 8;
    Random random(mix64(seed));
    for (;;) {
        const std::uint32_t plies = kRandomPlies + random.below(V.cells() / 2);
        Position<V> pos;
        searcher.new_game();
        for (std::uint32_t ply = 0; ply < plies && !pos.over(); ++ply) {
            const auto choices = static_cast<std::uint32_t>(pos.legal_count());
            pos.play(ply < kRandomPlies ? pos.nth_legal(random.below(choices))
                                        : searcher.search(pos, {.nodes = kNodes}, {}).best_move());
        }
        if (!pos.over() && pos.legal_count() > 1) return pos;
    }
}

template <const Variant& V>
Result<void> measure(const Options& options) {
    SearchOptions many = options.search;
    many.threads = options.threads;
    const auto alone = make_searcher<V>(options.search), together = make_searcher<V>(many);
    for (const auto* searcher : {&alone, &together})
        if (!*searcher) return std::unexpected(searcher->error());

    const auto search = [&](Searcher<V>& searcher, const Position<V>& pos, double& seconds,
                            double& nodes, double& cpu) {
        searcher.new_game();
        const double before = cpu_seconds();
        const SearchReport report = searcher.search(pos, {.depth = options.depth}, {});
        seconds += std::chrono::duration<double>(report.elapsed).count();
        nodes += static_cast<double>(report.nodes);
        cpu += cpu_seconds() - before;
    };
    std::vector<Sample> samples;
    for (int i = 0; i < options.positions; ++i) {
        const auto pos =
            self_play_position<V>(**alone, options.seed * 1'000'003 + static_cast<unsigned>(i));
        Sample sample;
        for (int round = 0; round < options.rounds; ++round) {
            search(**alone, pos, sample.alone, sample.alone_nodes, sample.alone_cpu);
            search(**together, pos, sample.together, sample.together_nodes, sample.together_cpu);
        }
        samples.push_back(sample);
        fmt::print(stderr, "\r{} positions: {:.2f} times ", samples.size(), ratio(samples));
    }
    Sample sum;
    for (const Sample& sample : samples) {
        sum.alone += sample.alone;
        sum.together += sample.together;
        sum.alone_nodes += sample.alone_nodes;
        sum.together_nodes += sample.together_nodes;
        sum.alone_cpu += sample.alone_cpu;
        sum.together_cpu += sample.together_cpu;
    }
    const auto [low, high] = interval(samples, options.seed);
    fmt::print(
        "\n{} to depth {}, {} positions, {} rounds: {} threads {:.2f} times as fast as one "
        "[{:.2f}, {:.2f}]; {:.2f} s and {:.2f} s; ratios: nodes {:.2f}, nodes/s {:.2f}, nodes per "
        "second of CPU time {:.3f}; the threads ran {:.0f}% of the time\n",
        V.name, options.depth, samples.size(), options.rounds, options.threads, ratio(samples), low,
        high, sum.alone, sum.together, sum.together_nodes / sum.alone_nodes,
        sum.together_nodes / sum.together / (sum.alone_nodes / sum.alone),
        sum.together_nodes / sum.together_cpu / (sum.alone_nodes / sum.alone_cpu),
        100 * sum.together_cpu / sum.together / options.threads);
    return {};
}

}  // namespace
}  // namespace xttt

int main(int argc, char** argv) {
    CLI::App app{"Measure the speedup of several threads in reaching a depth", "thread_scaling"};
    xttt::Options options;
    app.add_option("--variant", options.variant);
    app.add_option("--threads", options.threads)->check(CLI::Range(2, 256));
    app.add_option("--positions", options.positions)->check(CLI::Range(1, 100'000));
    app.add_option("--depth", options.depth)->check(CLI::Range(1, xttt::kMaxPly - 1));
    app.add_option("--rounds", options.rounds)->check(CLI::Range(1, 1000));
    app.add_option("--seed", options.seed);
    app.add_option("--evaluation", options.search.evaluation);
    app.add_option("--hash", options.search.hash_mb, "MiB")->check(CLI::Range(1, 1 << 20));
    if (const auto status = xttt::read_command_line(app, argc, argv)) return *status;
    const auto result = xttt::with_variant(
        options.variant, [&]<const xttt::Variant & V>() { return xttt::measure<V>(options); });
    return xttt::exit_code(app, result);
}
