#pragma once

#include <span>
#include <vector>

#include "stats/encounters.h"

namespace xttt {

// The inverse of a symmetric positive definite matrix A, kept as the triangle V with V V' = inverse
// of A (V is the inverse of the upper Cholesky factor). Costs n^3/2 multiplications once, n for an
// element of the inverse.
class InverseFactor {
public:
    InverseFactor() = default;
    // `matrix` is row by row; only its upper triangle is read.
    InverseFactor(int n, std::vector<double> matrix);

    int size() const { return static_cast<int>(n_); }
    double at(int i, int j) const;
    // The sums of the rows of the inverse.
    std::vector<double> row_sums() const;

private:
    std::span<const double> row(int i) const { return {&v_[static_cast<std::size_t>(i) * n_], n_}; }

    std::size_t n_ = 0;
    std::vector<double> v_;
};

struct Rating {
    Estimate elo{};  // 0 is the average of all players
    Trinomial results;
};

// Maximum likelihood Elo ratings of many players (Bradley-Terry model, a draw is half a win and
// half a loss). The interval of a rating is that of its distance from the average.
class Ratings {
public:
    int size() const { return static_cast<int>(ratings_.size()); }
    const Rating& operator[](int player) const { return ratings_[player]; }
    std::vector<int> best_first() const;

    // The difference between two players with its interval, which is narrower than their own
    // intervals suggest if they met each other or the same opponents.
    Estimate difference(int player, int other) const;
    // The standard error of a rating in Elo as if those of its opponents were known exactly: small
    // if the player has many informative games, also far from the average.
    double own_error(int player) const;

private:
    friend Ratings rate(int, std::span<const Encounter>, double);
    double standard_error(int player, int other) const;

    std::vector<Rating> ratings_;
    std::vector<double> curvature_;  // the diagonal of the Hessian
    InverseFactor covariance_;       // of the log-odds; empty with more players than kExactErrors
};

// Prior: each player has drawn this many games against a player with rating 0. So a player who won
// every game gets a finite rating, and groups that never met are comparable.
inline constexpr double kPriorGames = 1;

// With more players than this, standard errors come from the diagonal of the Hessian only, as if
// the opponents' ratings were known exactly, and are slightly too small.
inline constexpr int kExactErrors = 2000;

Ratings rate(int players, std::span<const Encounter> encounters, double prior_games = kPriorGames);

// Two players with an uncertain order, the better one first.
struct UncertainPair {
    int better;
    int worse;
    double certainty;  // probability from 1/2 to 1 that this order is right
};

// Up to `count` pairs, least certain order first: the most informative next games. Ties: wider
// interval of the difference, then better rank, then lower numbers. With many players only pairs
// that are close in the ranking are considered.
std::vector<UncertainPair> least_certain_pairs(const Ratings& ratings, int count);

}  // namespace xttt
