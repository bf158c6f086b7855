// Plays each level of Skill against the next one, to show that every step up is a step up.
//   skill_ladder [--variant V] [--games N] [--from A] [--to B] [--step S] [--nodes N] [--evaluation
//   E] [--jobs J]
// The results do not depend on how many games are played at a time.

#include <array>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/random.h"
#include "engine/engine.h"
#include "program.h"
#include "rules/notation.h"
#include "rules/with_variant.h"

namespace xttt {
namespace {

struct Options {
    std::string variant{kVariants[0]->name};
    std::string evaluation = EngineOptions{}.evaluation;
    int games = 200;
    int jobs = 1;
    int from = 0, to = kMaxSkill, step = 1;
    std::uint64_t nodes = 300'000;  // what the highest level may look at
    int opening_moves = 4;          // random, the same for both games of a pair
};

struct Tally {
    int wins = 0, draws = 0, losses = 0;  // of the higher level
    double margin = 0;                    // in points, summed

    int games() const { return wins + draws + losses; }
    void add(const Tally& other) {
        wins += other.wins;
        draws += other.draws;
        losses += other.losses;
        margin += other.margin;
    }
    double score() const { return (wins + 0.5 * draws) / games(); }
    static double elo(double score) { return -400 * std::log10(1 / score - 1); }
};

class Ladder {
public:
    explicit Ladder(const Options& options) : options_(options) {}

    Result<Tally> match(int low, int high) const {
        // What one game at a time needs.
        struct Job {
            std::array<Engine, 2> engines;  // the lower level, the higher
            Tally tally;
        };
        std::vector<Job> jobs(static_cast<std::size_t>(options_.jobs));
        for (Job& job : jobs)
            for (const auto& [engine, level] :
                 {std::pair(&job.engines[0], low), {&job.engines[1], high}})
                if (const auto done = prepare(*engine, level); !done)
                    return std::unexpected(done.error());
        std::atomic<int> next{0};
        std::vector<std::jthread> threads;
        for (Job& job : jobs)
            threads.emplace_back([&] {
                for (int game = next++; game < options_.games; game = next++) {
                    const bool swapped = game % 2 != 0;
                    play(job.engines[swapped], job.engines[!swapped], game, job.tally);
                }
            });
        threads.clear();
        Tally tally;
        for (const Job& job : jobs) tally.add(job.tally);
        return tally;
    }

private:
    Result<void> prepare(Engine& engine, int level) const {
        const std::pair<std::string_view, std::string> values[] = {
            {"Variant", options_.variant},
            {"Skill", std::to_string(level)},
            {"Evaluation", options_.evaluation},
            {"Hash", "8"}};
        for (const auto& [name, value] : values)
            if (auto done = engine.set_option(name, value); !done) return done;
        return {};
    }

    std::vector<std::string> opening(std::uint64_t seed) const {
        std::vector<std::string> moves;
        static_cast<void>(with_variant(options_.variant, [&]<const Variant & V>() -> Result<void> {
            Random random(mix64(seed));
            Position<V> pos;
            for (int i = 0; i < options_.opening_moves; ++i) {
                const Move move =
                    pos.nth_legal(random.below(static_cast<std::uint32_t>(pos.legal_count())));
                moves.push_back(move_text<V>(move));
                pos.play(move);
            }
            return {};
        }));
        return moves;
    }

    // Adds one game between x and o; games 2k and 2k + 1 share an opening, with sides changed. The
    // higher level is o in even games.
    void play(Engine& x, Engine& o, int game, Tally& tally) const {
        for (Engine* engine : {&x, &o}) {
            engine->new_game();
            static_cast<void>(engine->set_option("Seed", std::to_string(game)));
        }
        std::vector<std::string> moves = opening(static_cast<std::uint64_t>(game / 2));
        for (;;) {
            for (Engine* engine : {&x, &o})
                static_cast<void>(engine->set_position(std::nullopt, moves));
            if (const auto outcome = x.position().outcome()) {
                const Side high = game % 2 == 0 ? Side::O : Side::X;
                const auto winner = outcome->rated_winner();
                ++(!winner ? tally.draws : *winner == high ? tally.wins : tally.losses);
                tally.margin += outcome->margin(high);
                return;
            }
            Engine& mover = x.position().side_to_move() == Side::X ? x : o;
            GoRequest request;
            request.limits.nodes = options_.nodes;
            static_cast<void>(
                mover.go(request, {.on_report = {}, .on_best_move = [&](const BestMove& best) {
                                       moves.push_back(best.move);
                                   }}));
            mover.wait();
        }
    }

    Options options_;
};

Result<void> climb(const Options& options) {
    if (options.from + options.step > options.to)
        return fail(Errc::Usage, fmt::format("no step of {} leads from level {} to {}",
                                             options.step, options.from, options.to));
    const Ladder ladder(options);
    for (int low = options.from; low + options.step <= options.to; low += options.step) {
        const auto tally = ladder.match(low, low + options.step);
        if (!tally) return std::unexpected(tally.error());
        fmt::print(
            "{:>2} against {:>2}: {:>4} won {:>3} drawn {:>4} lost, {:>5.1f}%, Elo {:+.0f}, "
            "margin {:+.2f}\n",
            low + options.step, low, tally->wins, tally->draws, tally->losses, 100 * tally->score(),
            Tally::elo(tally->score()), tally->margin / tally->games());
        std::fflush(stdout);
    }
    return {};
}

}  // namespace
}  // namespace xttt

int main(int argc, char** argv) {
    xttt::Options options;
    CLI::App app{"Plays each level of Skill against the next one", "skill_ladder"};
    app.add_option("--variant", options.variant);
    app.add_option("--evaluation", options.evaluation);
    app.add_option("--games", options.games)->check(CLI::Range(1, 100'000'000));
    app.add_option("--jobs", options.jobs, "Games at a time")->check(CLI::Range(1, 1024));
    app.add_option("--from", options.from)->check(CLI::Range(0, xttt::kMaxSkill));
    app.add_option("--to", options.to)->check(CLI::Range(0, xttt::kMaxSkill));
    app.add_option("--step", options.step)->check(CLI::Range(1, xttt::kMaxSkill));
    app.add_option("--nodes", options.nodes)->check(xttt::node_range());
    if (const auto status = xttt::read_command_line(app, argc, argv)) return *status;
    return xttt::exit_code(app, xttt::climb(options));
}
