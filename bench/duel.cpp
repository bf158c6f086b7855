// A match between two searches of this engine, for tuning. The two games of a pair have the same
// random opening, with sides swapped. Prints the score, Elo with a 95% interval from the pairs, and
// the mean margin in points.
//
// duel --a algorithm=pvs,evaluation=tuned --b algorithm=mtdf --games 400 --movetime 100
//
// Many random openings are already decided, so that both games of a pair are uninformative.
// --balanced skips openings that a search with `tuned` scores above this number of points for one
// side.
//
// On a busy machine --cpu-time is fairer than --movetime: it limits each player to the nodes that
// it searches in this CPU time, at its own speed so far.

#include <algorithm>
#include <atomic>
#include <cmath>
#include <optional>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <time.h>

#include "base/random.h"
#include "duel_score.h"
#include "player_options.h"
#include "program.h"
#include "referee/opening.h"
#include "rules/with_variant.h"
#include "search/make_searcher.h"
#include "stats/sprt.h"
#include "tournament/runner/local_executor.h"
#include "tournament/runner/match.h"

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
    std::optional<SprtBounds> test;  // ends the match when it is decided
};

double thread_cpu_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// A search as a player.
template <const Variant& V>
class SearchPlayer final : public Player {
public:
    SearchPlayer(std::unique_ptr<Searcher<V>> searcher, double cpu_ms)
        : searcher_(std::move(searcher)), cpu_ms_(cpu_ms) {}

    std::optional<Failure> start_game(const GameInfo&, Deadline) override {
        searcher_->new_game();
        nodes_ = seconds_ = 0;
        return std::nullopt;
    }
    Reply choose(const Turn& turn, Deadline) override {
        SearchLimits limits;
        limits.depth = turn.limits.depth;
        limits.nodes = turn.limits.nodes;
        limits.movetime = turn.limits.move_time;
        if (cpu_ms_ > 0) limits.nodes = nodes_in_cpu_time();
        const double start = thread_cpu_seconds();
        const SearchReport report = searcher_->search(turn.position.as<V>(), limits, {});
        const double seconds = thread_cpu_seconds() - start;
        seconds_ += seconds;
        nodes_ += static_cast<double>(report.nodes);
        Reply reply{.answer = report.best_move()};
        reply.note.nodes = report.nodes;
        reply.cpu = std::chrono::nanoseconds(std::llround(seconds * 1e9));
        return reply;
    }

private:
    // From its speed in this game; estimated for the first searches.
    std::uint64_t nodes_in_cpu_time() const {
        constexpr double kGuess = 5e6, kTrust = 0.002;
        const double speed = seconds_ > kTrust ? nodes_ / seconds_ : kGuess;
        return static_cast<std::uint64_t>(std::max(1.0, speed * cpu_ms_ / 1000));
    }

    std::unique_ptr<Searcher<V>> searcher_;
    double cpu_ms_;
    double nodes_ = 0, seconds_ = 0;
};

// Random openings; with --balanced, only those that a search scores as even.
template <const Variant& V>
class Openings {
public:
    explicit Openings(const DuelOptions& options)
        : options_(options), judge_(*make_searcher<V>({.evaluation = "tuned", .hash_mb = 1})) {}

    Result<Opening> operator()(int pair) {
        constexpr std::uint64_t kJudgeNodes = 20'000;
        constexpr int kTries = 1000;
        std::uint64_t seed = options_.seed * 1000003 + static_cast<std::uint64_t>(pair);
        for (int tries = 0; tries < kTries; ++tries, seed = mix64(seed)) {
            Opening opening = random_opening(V, options_.opening_plies, seed);
            if (!options_.balanced) return opening;
            Position<V> pos;
            for (const RecordedMove& recorded : opening.moves) pos.play(recorded.move);
            judge_->new_game();
            const Score score = judge_->search(pos, {.nodes = kJudgeNodes}, {}).score();
            if (std::abs(score) <= *options_.balanced * kPoint) return opening;
        }
        return fail(Errc::Usage, fmt::format("--balanced: none of {} random openings is within {} "
                                             "points; allow more points, or change --opening-plies",
                                             kTries, *options_.balanced));
    }

private:
    const DuelOptions& options_;
    std::unique_ptr<Searcher<V>> judge_;
};

DuelScore score_of(const PlayedGame& game, Side side_of_a) {
    DuelScore score;
    const auto points = game.ending.points.value_or(std::array{0, 0});
    score.margin = points[index(side_of_a)] - points[index(opponent(side_of_a))];
    AnyPosition pos(*game.record.variant);
    for (const RecordedMove& recorded : game.record.moves) {
        const std::size_t player = pos.side_to_move() == side_of_a ? 0 : 1;
        score.nodes[player] += static_cast<double>(recorded.note.nodes.value_or(0));
        pos.play(recorded.move);
    }
    for (const std::size_t player : {0u, 1u}) {
        const TimeUsed& used =
            game.used[player == 0 ? index(side_of_a) : index(opponent(side_of_a))];
        score.seconds[player] = std::chrono::duration<double>(used.cpu).count();
        score.plies += used.moves;
    }
    const auto winner = game.ending.rated_winner();
    score.games.add(!winner ? 0.5 : *winner == side_of_a ? 1 : 0);
    return score;
}

double result_of(const DuelScore& one) {
    return one.games.wins > 0 ? 1 : one.games.draws > 0 ? 0.5 : 0;
}

template <const Variant& V>
Result<void> play_duel(const DuelOptions& options, const std::array<SearchOptions, 2>& players) {
    Openings<V> openings(options);
    MatchPlan plan{
        .variant = &V, .players = {options.a, options.b}, .games = options.games / 2 * 2};
    PlayLimits limits;
    if (options.movetime_ms > 0)
        limits.move_time = Milliseconds(static_cast<int>(options.movetime_ms));
    if (options.nodes > 0) limits.nodes = options.nodes;
    if (options.depth > 0) limits.depth = options.depth;
    plan.limits = {limits, limits};
    plan.margin = std::chrono::hours(24);  // time limits are not enforced
    plan.make_opening = [&](int pair) { return openings(pair); };

    LocalExecutor executor(
        unpinned(options.jobs), nullptr, {},
        [&](const GameTask& task, std::size_t side) -> Result<std::unique_ptr<Player>> {
            TRY(auto searcher,
                make_searcher<V>(players[static_cast<std::size_t>(task.players[side]->id)]));
            return std::make_unique<SearchPlayer<V>>(std::move(searcher), options.cpu_ms);
        });
    SequentialTest test(options.test.value_or(SprtBounds{}));
    const auto summary = [&](const DuelScore& score) {
        if (!options.test) return score.summary();
        return fmt::format("{}  SPRT [{:g}, {:g}] LLR {:+.2f} ({:+.2f}, {:+.2f})", score.summary(),
                           test.bounds().elo0, test.bounds().elo1, test.state().llr,
                           test.bounds().lower(), test.bounds().upper());
    };
    DuelScore score, first;
    std::atomic<int> interrupts = 0;
    TRY_VOID(play_match(
        plan, executor,
        [&](int game, const PlayedGame& played) -> Result<void> {
            if (const auto& forfeit = played.record.forfeit)
                return fail(Errc::IllegalMove,
                            fmt::format("game {}: {}", game + 1, forfeit->detail));
            if (options.test && test.decided()) return {};
            const DuelScore one = score_of(played, plan.side_of_first(game));
            if (options.test) test.add(game, result_of(one));
            if (game % 2 == 0) {
                first = one;
                return {};
            }
            score += first;
            score += one;
            score.pairs.add(result_of(first), result_of(one));
            if (options.test && test.decided()) interrupts = 1;
            fmt::print(stderr, "\r{}   ", summary(score));
            return {};
        },
        &interrupts));
    fmt::print("{}\n", summary(score));
    return {};
}

Result<void> run_duel(const DuelOptions& options) {
    if (options.test) TRY_VOID(check(*options.test));
    std::array<SearchOptions, 2> players;
    for (const std::size_t i : {0u, 1u}) {
        TRY(players[i], parse_search_options(i == 0 ? options.a : options.b));
        if (options.cpu_ms > 0 && players[i].threads > 1)
            return fail(Errc::Usage, "--cpu-time needs players with one thread");
    }
    return with_variant(options.variant, [&]<const Variant & V>() -> Result<void> {
        for (const SearchOptions& player : players) TRY_VOID(make_searcher<V>(player));
        return play_duel<V>(options, players);
    });
}

int run(int argc, char** argv) {
    CLI::App app{"Play a match between two searches of this engine", "duel"};
    DuelOptions options;
    SprtBounds bounds;
    app.add_option("--a", options.a, "First player: algorithm=...,evaluation=...,hash=MB");
    app.add_option("--b", options.b, "Second player");
    app.add_option("--variant", options.variant);
    app.add_option("--games", options.games, "Number of games, rounded down to pairs")
        ->check(CLI::Range(2, 100'000'000));
    app.add_option("--jobs", options.jobs)->check(CLI::Range(1, 1024));
    app.add_option("--opening-plies", options.opening_plies, "Random opening moves per game pair")
        ->check(CLI::Range(0, 40));
    app.add_option("--balanced", options.balanced,
                   "Use only openings with a score within this many points")
        ->check(CLI::Range(0.01, 1000.0));
    app.add_option("--seed", options.seed);
    app.add_option("--movetime", options.movetime_ms, "Time per move in ms")
        ->check(CLI::Range(1, 86'400'000));
    app.add_option("--cpu-time", options.cpu_ms, "CPU time per move in ms, converted to nodes")
        ->check(CLI::Range(0.001, 86'400'000.0));
    app.add_option("--nodes", options.nodes)->check(node_range());
    app.add_option("--depth", options.depth)->check(CLI::Range(1, kMaxPly));
    auto* elo0 = app.add_option("--elo0", bounds.elo0, "Run an SPRT and stop when it is decided");
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
