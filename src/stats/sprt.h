#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "stats/score.h"

namespace xttt {

// A sequential probability ratio test: play until the results tell two hypotheses apart.
//   H0: the new player is elo0 stronger than the old one;  H1: it is elo1 stronger.
// The generalised form of Van den Bergh, as fishtest and fastchess use it: each hypothesis stands
// for its maximum-likelihood distribution of results, so the test needs no assumption about the
// share of draws or the dependence within pairs.
// docs/explanation/statistics.md has the formulas.
enum class EloModel {
    Logistic,    // of the mean score
    Normalized,  // of the mean score in standard deviations of a game: elo = 347 (mean - 1/2) / sd
};

struct SprtBounds {
    EloModel model = EloModel::Logistic;
    double elo0 = 0;
    double elo1 = 5;
    double alpha = 0.05;  // probability of accepting H1 if H0 is true
    double beta = 0.05;   // probability of accepting H0 if H1 is true

    // The test accepts H0 when the log-likelihood ratio falls to lower(), H1 when it reaches
    // upper().
    double lower() const { return std::log(beta / (1 - alpha)); }
    double upper() const { return std::log((1 - beta) / alpha); }
};

// Fails with the invalid value and the valid range.
Result<void> check(const SprtBounds& bounds);

enum class SprtVerdict { Undecided, AcceptH0, AcceptH1 };

struct SprtState {
    double llr = 0;  // positive: in favour of H1
    SprtVerdict verdict = SprtVerdict::Undecided;
};

// Minimum number of pairs before the test decides: the approximation of the ratio is poor for a few
// equal results.
inline constexpr long kMinPairs = 16;

// The state of the test after these results of the new player. Use the first form for pairs that
// share an opening, the second for independent games.
SprtState sprt(const SprtBounds& bounds, const Pentanomial& results);
SprtState sprt(const SprtBounds& bounds, const Trinomial& results);

// The test over pairs of games 2k and 2k + 1, which share an opening. Pairs are counted in the
// order of their numbers until they decide; a pair that ends early waits for those before it, so
// the verdict depends neither on how many games run at a time nor on how long they take.
class SequentialTest {
public:
    explicit SequentialTest(SprtBounds bounds) : bounds_(bounds) {}

    // Game number `game` ended with this score of the new player: 0, 1/2 or 1.
    void add(int game, double score);
    const SprtBounds& bounds() const { return bounds_; }
    const SprtState& state() const { return state_; }
    bool decided() const { return state_.verdict != SprtVerdict::Undecided; }
    const Pentanomial& pairs() const { return pairs_; }  // those that count
    const Trinomial& games() const { return games_; }    // of these pairs

private:
    SprtBounds bounds_;
    std::vector<std::int8_t> half_points_;  // of the new player, by game; -1: not known
    std::size_t next_ = 0;                  // first game of the first pair that does not count yet
    Pentanomial pairs_;
    Trinomial games_;
    SprtState state_;
};

}  // namespace xttt
