// A minimal match between two of our own searches, for tuning: same random opening for both games
// of a pair, each side once; reports the score, Elo with a 95% interval from the pairs, and the
// mean margin in points.
//
//   duel --a algorithm=pvs,evaluation=tuned --b algorithm=mtdf --games 400 --movetime 100
//
// Random openings are often decided, and then both games of a pair tell nothing: --balanced leaves
// out those that a search with `tuned` judges worth more than so many points to one side.
//
// On a busy machine --cpu-time is fairer than --movetime: each player may visit as many nodes as it
// does in that much CPU time, by its own speed so far.

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <thread>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <time.h>

#include "base/random.h"
#include "duel_score.h"
#include "player_options.h"
#include "program.h"
#include "rules/with_variant.h"
#include "search/make_searcher.h"
#include "search/stopper.h"
#include "stats/sprt.h"

namespace xttt {
namespace {

struct DuelOptions {
    std::string a = "algorithm=pvs", b = "algorithm=mtdf", variant = "extreme";
    int games = 100, jobs = 1, opening_plies = 8;
    std::uint64_t seed = 1;
    std::optional<double> balanced;  // points
    double movetime_ms = 0, cpu_ms = 0;
    std::uint64_t nodes = 0;
    int depth = 0;
    std::optional<SprtBounds> test;  // ends the match when it has decided
};

double thread_cpu_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

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
        if (no_opening_)
            return fail(Errc::Usage, fmt::format("--balanced: of {} random openings none is worth "
                                                 "{} points or less; allow more, or other "
                                                 "--opening-plies",
                                                 kOpeningTries, *options_.balanced));
        fmt::print("{}{}\n", score_.summary(), test_summary());
        return {};
    }

private:
    static constexpr int kOpeningTries = 1000;

    void work() {
        std::array<std::unique_ptr<Searcher<V>>, 2> searchers;
        for (int i = 0; i < 2; ++i) searchers[i] = *make_searcher<V>(players_[i]);
        const auto judge = *make_searcher<V>({.evaluation = "tuned", .hash_mb = 1});
        for (int pair = next_pair_++; pair < options_.games / 2 && !decided_; pair = next_pair_++) {
            const auto opening = opening_of(pair, *judge);
            if (!opening) {
                no_opening_ = decided_ = true;
                return;
            }
            DuelScore own;
            const double first = play(*opening, 0, searchers, own);
            own.pairs.add(first, play(*opening, 1, searchers, own));
            add(own);
        }
    }

    // Nothing if none that will do is found.
    std::optional<Position<V>> opening_of(int pair, Searcher<V>& judge) const {
        constexpr std::uint64_t kJudgeNodes = 20'000;
        std::uint64_t seed = options_.seed * 1000003 + static_cast<std::uint64_t>(pair);
        for (int tries = 0; tries < kOpeningTries; ++tries, seed = mix64(seed)) {
            const auto opening = random_opening<V>(seed, options_.opening_plies);
            if (!options_.balanced) return opening;
            judge.new_game();
            const Score score = judge.search(opening, {.nodes = kJudgeNodes}, {}).score();
            if (std::abs(score) <= *options_.balanced * kPoint) return opening;
        }
        return std::nullopt;
    }

    // One game with a as x (first = 0) or o; returns a's result.
    double play(Position<V> pos, int first, auto& searchers, DuelScore& own) {
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
        const double result = !winner ? 0.5 : *winner == a_side ? 1 : 0;
        own.games.add(result);
        return result;
    }

    // By the player's speed in this pair of games; the first searches have a guess to go by.
    std::uint64_t nodes_in_cpu_time(const DuelScore& own, int mover) const {
        constexpr double kGuess = 5e6, kTrust = 0.002;
        const double speed =
            own.seconds[mover] > kTrust ? own.nodes[mover] / own.seconds[mover] : kGuess;
        return static_cast<std::uint64_t>(std::max(1.0, speed * options_.cpu_ms / 1000));
    }

    void add(const DuelScore& own) {
        const std::lock_guard lock(mutex_);
        score_ += own;
        if (options_.test && sprt(*options_.test, score_.pairs).verdict != SprtVerdict::Undecided)
            decided_ = true;
        fmt::print(stderr, "\r{}{}   ", score_.summary(), test_summary());
    }

    std::string test_summary() const {
        if (!options_.test) return "";
        const SprtBounds& test = *options_.test;
        return fmt::format("  SPRT [{:g}, {:g}] LLR {:+.2f} ({:+.2f}, {:+.2f})", test.elo0,
                           test.elo1, sprt(test, score_.pairs).llr, test.lower(), test.upper());
    }

    DuelOptions options_;
    std::array<SearchOptions, 2> players_;
    SearchLimits limits_;
    std::atomic<int> next_pair_{0};
    std::atomic<bool> decided_{false}, no_opening_{false};
    std::mutex mutex_;
    DuelScore score_;
};

Result<void> run_duel(const DuelOptions& options) {
    if (options.test)
        if (auto fine = check(*options.test); !fine) return fine;
    const auto a = parse_player(options.a), b = parse_player(options.b);
    for (const auto* player : {&a, &b}) {
        if (!*player) return std::unexpected(player->error());
        if (options.cpu_ms > 0 && (*player)->threads > 1)
            return fail(Errc::Usage, "--cpu-time is for players with one thread");
    }
    return with_variant(options.variant, [&]<const Variant & V>() -> Result<void> {
        for (const auto* player : {&a, &b})
            if (auto made = make_searcher<V>(**player); !made) return std::unexpected(made.error());
        return Duel<V>(options, *a, *b).run();
    });
}

int run(int argc, char** argv) {
    CLI::App app{"A match between two of our own searches", "duel"};
    DuelOptions options;
    SprtBounds bounds;
    app.add_option("--a", options.a, "First player: algorithm=...,evaluation=...,hash=MB");
    app.add_option("--b", options.b, "Second player");
    app.add_option("--variant", options.variant);
    app.add_option("--games", options.games, "Rounded down to pairs")
        ->check(CLI::Range(2, 100'000'000));
    app.add_option("--jobs", options.jobs)->check(CLI::Range(1, 1024));
    app.add_option("--opening-plies", options.opening_plies, "Random moves before play")
        ->check(CLI::Range(0, 40));
    app.add_option("--balanced", options.balanced,
                   "Only openings that look even, within so many points")
        ->check(CLI::Range(0.01, 1000.0));
    app.add_option("--seed", options.seed);
    app.add_option("--movetime", options.movetime_ms, "Milliseconds a move")
        ->check(CLI::Range(1, 86'400'000));
    app.add_option("--cpu-time", options.cpu_ms, "Milliseconds of CPU time a move, as nodes")
        ->check(CLI::Range(0.001, 86'400'000.0));
    app.add_option("--nodes", options.nodes)->check(node_range());
    app.add_option("--depth", options.depth)->check(CLI::Range(1, kMaxPly));
    auto* elo0 = app.add_option("--elo0", bounds.elo0,
                                "A sequential test, which ends the match when decided");
    auto* elo1 = app.add_option("--elo1", bounds.elo1)->needs(elo0);
    elo0->needs(elo1);
    if (const auto status = read_command_line(app, argc, argv)) return *status;
    if (*elo0) options.test = bounds;
    return exit_code(app, run_duel(options));
}

}  // namespace
}  // namespace xttt

int main(int argc, char** argv) {
    return xttt::run(argc, argv);
}
