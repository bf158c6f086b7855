#pragma once

#include <array>
#include <cmath>
#include <numbers>
#include <optional>

namespace xttt {

// A value with its 95% confidence interval. Ends may be infinite.
struct Estimate {
    double value;
    double low, high;
};

inline constexpr double kConfidence95 = 1.959963984540054;  // standard deviations
// Elo points per unit of the natural logarithm of the odds.
inline constexpr double kEloPerLogOdds = 400 * std::numbers::log10e;
// Normalized Elo points per standard deviation of a game's score.
inline constexpr double kNormalizedElo = 2 * kEloPerLogOdds;

// The expected score for an Elo difference, and the inverse (infinite for scores of 0 and 1).
inline double expected_score(double elo) {
    return 1 / (1 + std::exp(-elo / kEloPerLogOdds));
}
inline double elo_of_score(double score) {
    return kEloPerLogOdds * std::log(score / (1 - score));
}

// The probability that a standard normal variable is below z.
inline double normal_below(double z) {
    return 0.5 * std::erfc(-z / std::numbers::sqrt2);
}

// Results of single games from the view of one player.
struct Trinomial {
    static constexpr std::array kScores{0.0, 0.5, 1.0};
    static constexpr int kGames = 1;  // in a sample

    long wins = 0;
    long draws = 0;
    long losses = 0;

    long games() const { return wins + draws + losses; }
    std::array<long, 3> counts() const { return {losses, draws, wins}; }  // as kScores
    void add(double score) { ++(score > 0.5 ? wins : score < 0.5 ? losses : draws); }
    Trinomial reversed() const { return {losses, draws, wins}; }
    Trinomial& operator+=(const Trinomial& other);
    bool operator==(const Trinomial&) const = default;
};

// Results of game pairs that share an opening, with sides swapped. The games of a pair are
// correlated; pairs are independent.
struct Pentanomial {
    static constexpr std::array kScores{0.0, 0.25, 0.5, 0.75, 1.0};
    static constexpr int kGames = 2;  // in a sample

    std::array<long, 5> pairs{};  // with 0, 1/2, 1, 3/2 and 2 of 2; as kScores

    long count() const;
    const std::array<long, 5>& counts() const { return pairs; }
    void add(double first_game, double second_game);
    Pentanomial& operator+=(const Pentanomial& other);
    bool operator==(const Pentanomial&) const = default;
};

// The score as a mean over games or pairs, with its standard error.
struct Share {
    double mean;
    double standard_error;
    long samples;
};
std::optional<Share> share_of(const Trinomial& results);  // empty when nothing was played
std::optional<Share> share_of(const Pentanomial& results);

// The score with its interval, mean +- 1.96 standard errors, from 0 to 1. If all samples are equal,
// unseen results get the largest probability that leaves them unseen once in 40 such tests. Empty
// without games.
std::optional<Estimate> share_estimate(const Trinomial& results);
std::optional<Estimate> share_estimate(const Pentanomial& results);

// The same on the Elo scale. Ends and value may be infinite.
std::optional<Estimate> elo_difference(const Trinomial& results);
std::optional<Estimate> elo_difference(const Pentanomial& results);

// Normalized Elo: the score above 1/2 in standard deviations of a game, times 347. Differences of
// equal size need equally many games to detect, whatever the share of draws. Empty without games,
// and where all samples are equal.
std::optional<Estimate> normalized_elo(const Trinomial& results);
std::optional<Estimate> normalized_elo(const Pentanomial& results);

// Likelihood of superiority with a uniform prior. 1/2 without games.
double likelihood_of_superiority(const Trinomial& results);
double likelihood_of_superiority(const Pentanomial& results);

}  // namespace xttt
