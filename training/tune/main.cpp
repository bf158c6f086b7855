// Fits the weights of the `tuned` evaluation to the results of its own games. In each round it
// plays games with the current weights and fits new weights to their results.
//
// xttt-tune --variant extreme --rounds 3 --games 3000 --nodes 1000 --out
// src/eval/handcrafted/tuned_weights_extreme.inc

#include <chrono>
#include <fstream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/clock.h"
#include "fit.h"
#include "rules/with_variant.h"
#include "self_play.h"
#include "weights_text.h"

namespace xttt::tune {
namespace {

struct Options {
    std::string variant = "extreme";
    std::string out;
    int rounds = 3;
    bool from_scratch = false;
    SelfPlayOptions play;
    FitOptions fit;
};

// Estimated seconds left, from the time used so far.
class Countdown {
public:
    explicit Countdown(int total) : total_(total) {}
    double left(int done) const {
        const std::chrono::duration<double> spent = Clock::now() - start_;
        return spent.count() / done * (total_ - done);
    }
    // True about every two seconds, and at the end.
    bool due(int done) {
        const auto now = Clock::now();
        if (done < total_ && now - shown_ < std::chrono::seconds(2)) return false;
        shown_ = now;
        return true;
    }

private:
    int total_;
    Clock::time_point start_ = Clock::now();
    Clock::time_point shown_ = start_;
};

std::string describe(const Options& options, const Samples& samples, const Fit& fit) {
    return fmt::format(
        "Written by xttt-tune; do not edit. Weights of `tuned` for {}: opening, ending.\n"
        "--rounds {} --games {} --nodes {} --opening {} --epochs {} --rate {} --ridge {} "
        "--phase-ridge {} --result-share {} --seed {}{}\n"
        "{} positions; cross entropy {:.4f} fitted, {:.4f} held out; {:.1f} points a unit of "
        "log-odds.",
        options.variant, options.rounds, options.play.games, options.play.nodes,
        options.play.max_opening_plies, options.fit.epochs, options.fit.rate, options.fit.ridge,
        options.fit.phase_ridge, options.fit.result_share, options.play.seed,
        options.from_scratch ? " --from-scratch" : "", samples.size(), fit.last.fitting_loss,
        fit.last.validation_loss, fit.points_per_unit);
}

Result<void> write_file(const std::string& path, const std::string& text) {
    std::ofstream file(path);
    file << text;
    file.close();
    if (!file) return fail(Errc::Io, fmt::format("cannot write '{}'", path));
    return {};
}

template <const Variant& V>
Result<void> tune_variant(Options options) {
    options.fit.features = tuned::Layout<V>::kCount;
    options.fit.line_points = V.line_points;
    tuned::Weights<V> weights =
        options.from_scratch ? tuned::unfitted_weights<V>() : tuned::Fitted<V>::kWeights;
    Samples samples;
    Fit result;
    for (int round = 1; round <= options.rounds; ++round) {
        // The games with the initial guess are dropped after the first round: later games are of
        // better players.
        if (round == 2 && options.from_scratch) samples = {};
        SelfPlayOptions play = options.play;
        play.seed = mix64(options.play.seed) + static_cast<std::uint64_t>(round);
        play.first_game = static_cast<std::uint32_t>((round - 1) * play.games);
        Countdown games_left(play.games);
        TRY_VOID(self_play<V>(weights, play, samples, [&](int games) {
            if (games_left.due(games))
                fmt::print(stderr, "round {}: {} of {} games, {} positions, {:.0f} s left\n", round,
                           games, play.games, samples.size(), games_left.left(games));
        }));
        Countdown epochs_left(options.fit.epochs);
        result = fit(samples, options.fit, [&](const FitReport& report) {
            fmt::print(stderr,
                       "round {}: epoch {}, cross entropy {:.5f} fitted, {:.5f} held out, {:.0f} s "
                       "left\n",
                       round, report.epoch, report.fitting_loss, report.validation_loss,
                       epochs_left.left(report.epoch));
        });
        scale_weights(result, weights);
        if (options.out.empty()) continue;
        TRY_VOID(
            write_file(options.out, weights_text(weights, describe(options, samples, result))));
    }
    return {};
}

int run(int argc, char** argv) {
    CLI::App app{"Fit the weights of the tuned evaluation to self-play games"};
    Options options;
    app.add_option("--variant", options.variant, variant_names());
    app.add_option("--out", options.out, "File of weights to write after each round");
    app.add_option("--rounds", options.rounds)->check(CLI::Range(1, 100));
    app.add_option("--games", options.play.games, "Games per round")
        ->check(CLI::Range(1, 10'000'000));
    app.add_option("--nodes", options.play.nodes, "Nodes per move")
        ->check(CLI::Range(1, 1000000000));
    app.add_option("--opening", options.play.max_opening_plies,
                   "Maximum number of random opening moves")
        ->check(CLI::Range(1, 60));
    app.add_option("--epochs", options.fit.epochs)->check(CLI::Range(1, 1000));
    app.add_option("--rate", options.fit.rate)->check(CLI::Range(1e-9, 1e3));
    app.add_option("--ridge", options.fit.ridge, "L2 penalty of the weights")
        ->check(CLI::NonNegativeNumber);
    app.add_option("--phase-ridge", options.fit.phase_ridge,
                   "L2 penalty of the difference between opening and ending weights")
        ->check(CLI::NonNegativeNumber);
    app.add_option("--result-share", options.fit.result_share,
                   "Weight of the game result in the target; the rest is the margin in points")
        ->check(CLI::Range(0.0, 1.0));
    app.add_option("--seed", options.play.seed);
    app.add_flag("--from-scratch", options.from_scratch,
                 "Start from the initial guess, not from the fitted weights");
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    const auto done = with_variant(options.variant, [&]<const Variant & V>() -> Result<void> {
        return tune_variant<V>(options);
    });
    if (done) return 0;
    fmt::print(stderr, "xttt-tune: {}\n", done.error().message);
    return done.error().code == Errc::Usage ? 2 : 1;
}

}  // namespace
}  // namespace xttt::tune

int main(int argc, char** argv) {
    return xttt::tune::run(argc, argv);
}
