// Simulates SPRTs between players of known strength, and checks their error rates. sprt_error_rates
// [--tests N] [--elo0 E] [--elo1 E] [--alpha A] [--beta B] [--draws D] [--lean L] Exits with 1 if
// an error rate is above its bound by more than chance explains.

#include <cmath>
#include <string>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/random.h"
#include "program.h"
#include "stats/sprt.h"

namespace xttt {
namespace {

struct Options {
    int tests = 10'000;
    SprtBounds bounds{.elo0 = 0, .elo1 = 20};
    double draws = 0.3;  // share of drawn games
    double lean = 0.15;  // advantage of the side that the opening favours, as a share of results
    std::uint64_t seed = 1;
};

// Game pairs: the opening favours one side, and the players swap sides.
class Opponents {
public:
    Opponents(double elo, const Options& options, std::uint64_t seed)
        : mean_(expected_score(elo)), options_(options), random_(seed) {}

    std::array<double, 2> pair() {
        const double lean = random_.unit() < 0.5 ? options_.lean : -options_.lean;
        return {game(mean_ + lean), game(mean_ - lean)};
    }

private:
    double game(double mean) {
        const double r = random_.unit();
        if (r < mean - options_.draws / 2) return 1;
        return r < mean + options_.draws / 2 ? 0.5 : 0;
    }

    double mean_;
    const Options& options_;
    Random random_;
};

struct Tally {
    int accepted_h1 = 0;
    double games = 0;
};

template <class Results>
Tally play(const Options& options, double elo) {
    Tally tally;
    for (int i = 0; i < options.tests; ++i) {
        Opponents opponents(elo, options, mix64(options.seed * 1'000'003 + i));
        Results results;
        SprtState state;
        while (state.verdict == SprtVerdict::Undecided) {
            const auto [first, second] = opponents.pair();
            if constexpr (std::is_same_v<Results, Pentanomial>) {
                results.add(first, second);
            } else {
                results.add(first);
                results.add(second);
            }
            tally.games += 2;
            state = sprt(options.bounds, results);
        }
        tally.accepted_h1 += state.verdict == SprtVerdict::AcceptH1;
    }
    return tally;
}

// Prints a row of the table; returns false if the error rate is too high.
template <class Results>
bool report(const char* name, const Options& options, double elo) {
    const Tally tally = play<Results>(options, elo);
    const double n = options.tests, share = tally.accepted_h1 / n;
    fmt::print("{:<12} {:>6.1f}  {:>12.2f}%  {:>12.0f}", name, elo, 100 * share, tally.games / n);
    const bool at_h0 = elo == options.bounds.elo0, at_h1 = elo == options.bounds.elo1;
    if (!at_h0 && !at_h1) {
        fmt::print("\n");
        return true;
    }
    const double rate = at_h0 ? share : 1 - share;
    const double bound = at_h0 ? options.bounds.alpha : options.bounds.beta;
    const double chance = 3 * std::sqrt(bound * (1 - bound) / n);
    const bool fine = rate <= bound + chance;
    fmt::print("  wrong {:.2f}% of {:.0f}%{}\n", 100 * rate, 100 * bound, fine ? "" : "  TOO HIGH");
    return fine;
}

int run(const Options& options) {
    fmt::print("{} tests each, elo0 {}, elo1 {}, {:.0f}% draws, opening advantage {:.0f}%\n",
               options.tests, options.bounds.elo0, options.bounds.elo1, 100 * options.draws,
               100 * options.lean);
    fmt::print("{:<12} {:>6}  {:>13}  {:>12}\n", "results", "Elo", "H1 accepted", "games per test");
    bool fine = true;
    const double middle = (options.bounds.elo0 + options.bounds.elo1) / 2;
    for (const double elo : {options.bounds.elo0, middle, options.bounds.elo1}) {
        fine &= report<Pentanomial>("pairs", options, elo);
        fine &= report<Trinomial>("single games", options, elo);
    }
    return fine ? 0 : 1;
}

}  // namespace
}  // namespace xttt

int main(int argc, char** argv) {
    xttt::Options options;
    CLI::App app{"Measure the error rates of the SPRT on simulated results", "sprt_error_rates"};
    app.add_option("--tests", options.tests)->check(CLI::Range(1, 10'000'000));
    app.add_option("--elo0", options.bounds.elo0);
    app.add_option("--elo1", options.bounds.elo1);
    app.add_option("--alpha", options.bounds.alpha);
    app.add_option("--beta", options.bounds.beta);
    app.add_option("--draws", options.draws)->check(CLI::Range(0.0, 0.6));
    app.add_option("--lean", options.lean)->check(CLI::Range(0.0, 0.19));
    app.add_option("--seed", options.seed);
    if (const auto status = xttt::read_command_line(app, argc, argv)) return *status;
    if (const auto fine = check(options.bounds); !fine) return xttt::exit_code(app, fine);
    return xttt::run(options);
}
