// A minimal match between two of our own searches, for tuning: same random opening for both games
// of a pair, each side once; reports the score, Elo with a 95% interval from the pairs, and the
// mean margin in points.
//
//   duel --a algorithm=pvs,evaluation=tuned --b algorithm=mtdf --games 400 --movetime 100
//
// On a busy machine --cpu-time is fairer than --movetime: each player may visit as many nodes as it
// does in that much CPU time, by its own speed so far.

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <optional>
#include <thread>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <time.h>

#include "base/random.h"
#include "player_options.h"
#include "rules/with_variant.h"
#include "search/make_searcher.h"
#include "search/stopper.h"

namespace xttt {
namespace {

struct DuelOptions {
    std::string a = "algorithm=pvs", b = "algorithm=mtdf", variant = "extreme";
    int games = 100, jobs = 1, opening_plies = 8;
    std::uint64_t seed = 1;
    double movetime_ms = 0, cpu_ms = 0;
    std::uint64_t nodes = 0;
    int depth = 0;
    std::optional<double> elo0, elo1;  // both set: stop when one of the two is shown to be wrong
};

double thread_cpu_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// Sums over finished pairs, in a's view.
struct Score5 {
    std::array<std::uint64_t, 5> pairs{};  // pair results 0, 0.5, 1, 1.5, 2
    std::uint64_t wins = 0, draws = 0, losses = 0;
    double margin = 0, plies = 0;
    std::array<double, 2> seconds{}, nodes{};

    double pair_count() const {
        double n = 0;
        for (const auto count : pairs) n += static_cast<double>(count);
        return n;
    }
    // Mean and variance of a pair's score, on the scale from 0 to 1.
    double mean() const {
        double sum = 0;
        for (int i = 0; i < 5; ++i) sum += static_cast<double>(pairs[i]) * i / 4.0;
        return sum / std::max(1.0, pair_count());
    }
    double variance() const {
        double sum = 0;
        for (int i = 0; i < 5; ++i)
            sum += static_cast<double>(pairs[i]) * std::pow(i / 4.0 - mean(), 2);
        return sum / std::max(1.0, pair_count());
    }

    // The logarithm of the likelihood ratio of "a is elo1 better" against "elo0", for pair scores
    // taken as normally distributed with the variance seen.
    double log_likelihood_ratio(double elo0, double elo1) const {
        const auto expected = [](double elo) { return 1 / (1 + std::pow(10, -elo / 400)); };
        const double s0 = expected(elo0), s1 = expected(elo1);
        if (variance() <= 0) return 0;
        return pair_count() * (s1 - s0) * (2 * mean() - s0 - s1) / (2 * variance());
    }

    std::string summary() const {
        const double games = 2 * pair_count();
        const double deviation = std::sqrt(variance() / std::max(1.0, pair_count()));
        const auto elo = [](double s) {
            s = std::clamp(s, 1e-4, 1 - 1e-4);
            return -400 * std::log10(1 / s - 1);
        };
        return fmt::format(
            "games {:.0f}  +{} ={} -{}  score {:.1f}%  Elo {:+.0f} [{:+.0f}, {:+.0f}]  "
            "margin {:+.2f} points  {:.0f} plies/game  knps a {:.0f} b {:.0f}",
            games, wins, draws, losses, 100 * mean(), elo(mean()), elo(mean() - 1.96 * deviation),
            elo(mean() + 1.96 * deviation), margin / std::max(1.0, games),
            plies / std::max(1.0, games), nodes[0] / std::max(1e-9, seconds[0]) / 1000,
            nodes[1] / std::max(1e-9, seconds[1]) / 1000);
    }
};

template <const Variant& V>
Position<V> random_opening(std::uint64_t seed, int plies) {
    Random random(mix64(seed));
    for (;;) {
        Position<V> pos;
        for (int i = 0; i < plies && !pos.over(); ++i)
            pos.play(pos.nth_legal(random.below(static_cast<std::uint32_t>(pos.legal_count()))));
        if (!pos.over()) return pos;
    }
}

template <const Variant& V>
class Duel {
public:
    Duel(const DuelOptions& options, const SearchOptions& a, const SearchOptions& b)
        : options_(options), players_{a, b} {
        if (options.movetime_ms > 0)
            limits_.movetime = Milliseconds(static_cast<int>(options.movetime_ms));
        if (options.nodes > 0) limits_.nodes = options.nodes;
        if (options.depth > 0) limits_.depth = options.depth;
    }

    Result<void> run() {
        std::vector<std::jthread> threads;
        for (int j = 0; j < options_.jobs; ++j) threads.emplace_back([this] { work(); });
        threads.clear();
        fmt::print("{}{}\n", score_.summary(), verdict());
        return {};
    }

private:
    void work() {
        std::array<std::unique_ptr<Searcher<V>>, 2> searchers;
        for (int i = 0; i < 2; ++i) searchers[i] = *make_searcher<V>(players_[i]);
        for (int pair = next_pair_++; pair < options_.games / 2 && !decided_; pair = next_pair_++) {
            const Position<V> opening = random_opening<V>(
                options_.seed * 1000003 + static_cast<std::uint64_t>(pair), options_.opening_plies);
            Score5 own;
            int doubled = 0;
            for (int first = 0; first < 2; ++first) doubled += play(opening, first, searchers, own);
            ++own.pairs[doubled];
            add(own);
        }
    }

    // One game with a as x (first = 0) or o; returns a's result doubled.
    int play(Position<V> pos, int first, auto& searchers, Score5& own) {
        for (auto& searcher : searchers) searcher->new_game();
        while (!pos.over()) {
            const int mover = index(pos.side_to_move()) ^ first;
            SearchLimits limits = limits_;
            if (options_.cpu_ms > 0) limits.nodes = nodes_in_cpu_time(own, mover);
            const double start = thread_cpu_seconds();
            const SearchReport report = searchers[mover]->search(pos, limits, {});
            own.seconds[mover] += thread_cpu_seconds() - start;
            own.nodes[mover] += static_cast<double>(report.nodes);
            if (!pos.is_legal(report.best_move())) {
                fmt::print(stderr, "illegal move\n");
                std::abort();
            }
            pos.play(report.best_move());
            ++own.plies;
        }
        const Side a_side = first == 0 ? Side::X : Side::O;
        const Outcome outcome = *pos.outcome();
        own.margin += outcome.margin(a_side);
        const auto winner = outcome.rated_winner();
        if (!winner) return ++own.draws, 1;
        return *winner == a_side ? (++own.wins, 2) : (++own.losses, 0);
    }

    // By the player's speed in this pair of games; the first searches have a guess to go by.
    std::uint64_t nodes_in_cpu_time(const Score5& own, int mover) const {
        constexpr double kGuess = 5e6, kTrust = 0.002;
        const double speed =
            own.seconds[mover] > kTrust ? own.nodes[mover] / own.seconds[mover] : kGuess;
        return static_cast<std::uint64_t>(std::max(1.0, speed * options_.cpu_ms / 1000));
    }

    void add(const Score5& own) {
        const std::lock_guard lock(mutex_);
        for (int i = 0; i < 5; ++i) score_.pairs[i] += own.pairs[i];
        score_.wins += own.wins;
        score_.draws += own.draws;
        score_.losses += own.losses;
        score_.margin += own.margin;
        score_.plies += own.plies;
        for (int i = 0; i < 2; ++i) {
            score_.seconds[i] += own.seconds[i];
            score_.nodes[i] += own.nodes[i];
        }
        if (options_.elo0 && options_.elo1 && std::abs(llr()) >= kBound) decided_ = true;
        fmt::print(stderr, "\r{}{}   ", score_.summary(), verdict());
    }

    double llr() const { return score_.log_likelihood_ratio(*options_.elo0, *options_.elo1); }
    std::string verdict() const {
        if (!options_.elo0 || !options_.elo1) return "";
        return fmt::format("  SPRT [{:g}, {:g}] LLR {:+.2f} ({:+.2f}, {:+.2f})", *options_.elo0,
                           *options_.elo1, llr(), -kBound, kBound);
    }

    // Errors of 5% either way (Wald's test).
    static constexpr double kBound = 2.944438979166;

    DuelOptions options_;
    std::array<SearchOptions, 2> players_;
    SearchLimits limits_;
    std::atomic<int> next_pair_{0};
    std::atomic<bool> decided_{false};
    std::mutex mutex_;
    Score5 score_;
};

int run(int argc, char** argv) {
    CLI::App app{"A match between two of our own searches"};
    DuelOptions options;
    app.add_option("--a", options.a, "First player: algorithm=...,evaluation=...,hash=MB");
    app.add_option("--b", options.b, "Second player");
    app.add_option("--variant", options.variant);
    app.add_option("--games", options.games, "Rounded down to pairs")
        ->check(CLI::Range(2, 100'000'000));
    app.add_option("--jobs", options.jobs)->check(CLI::Range(1, 1024));
    app.add_option("--opening-plies", options.opening_plies, "Random moves before play")
        ->check(CLI::Range(0, 40));
    app.add_option("--seed", options.seed);
    app.add_option("--movetime", options.movetime_ms, "Milliseconds a move")
        ->check(CLI::Range(1, 86'400'000));
    app.add_option("--cpu-time", options.cpu_ms, "Milliseconds of CPU time a move, as nodes")
        ->check(CLI::Range(0.001, 86'400'000.0));
    app.add_option("--nodes", options.nodes)->check(CLI::PositiveNumber);
    app.add_option("--depth", options.depth)->check(CLI::Range(1, kMaxPly));
    app.add_option("--elo0", options.elo0, "With --elo1: a sequential test, ended when decided");
    app.add_option("--elo1", options.elo1);
    CLI11_PARSE(app, argc, argv);
    const auto a = parse_player(options.a), b = parse_player(options.b);
    const auto result = with_variant(options.variant, [&]<const Variant & V>() -> Result<void> {
        for (const auto* player : {&a, &b}) {
            if (!*player) return std::unexpected(player->error());
            if (options.cpu_ms > 0 && (*player)->threads > 1)
                return fail(Errc::Usage, "--cpu-time is for players with one thread");
            if (auto made = make_searcher<V>(**player); !made) return std::unexpected(made.error());
        }
        return Duel<V>(options, *a, *b).run();
    });
    if (result) return 0;
    fmt::print(stderr, "duel: {}\n", result.error().message);
    return 2;
}

}  // namespace
}  // namespace xttt

int main(int argc, char** argv) {
    return xttt::run(argc, argv);
}
