#include "stats/ratings.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

namespace xttt {

namespace {

// to -= factor * from. All inner loops are this one, on contiguous rows: it fills vector registers
// without reordering sums.
void subtract(double* to, const double* from, double factor, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) to[i] -= factor * from[i];
}

// A = U'U, in the upper triangle of the matrix itself.
void factorise(std::size_t n, std::vector<double>& a) {
    for (std::size_t k = 0; k < n; ++k) {
        double* pivot_row = &a[k * n];
        assert(pivot_row[k] > 0);
        const double root = std::sqrt(pivot_row[k]);
        for (std::size_t j = k; j < n; ++j) pivot_row[j] /= root;
        for (std::size_t i = k + 1; i < n; ++i)
            if (pivot_row[i] != 0) subtract(&a[i * n + i], pivot_row + i, pivot_row[i], n - i);
    }
}

}  // namespace

InverseFactor::InverseFactor(int n, std::vector<double> matrix)
    : n_(static_cast<std::size_t>(n)), v_(n_ * n_) {
    assert(matrix.size() == n_ * n_);
    factorise(n_, matrix);
    // Row i of V solves v U = e_i from left to right.
    std::vector<double> rest(n_);
    for (std::size_t i = 0; i < n_; ++i) {
        std::fill(rest.begin(), rest.end(), 0.0);
        rest[i] = 1;
        for (std::size_t k = i; k < n_; ++k) {
            const double* u = &matrix[k * n_];
            const double value = v_[i * n_ + k] = rest[k] / u[k];
            if (value != 0) subtract(&rest[k], u + k, value, n_ - k);
        }
    }
}

double InverseFactor::at(int i, int j) const {
    const auto a = row(i), b = row(j);
    double sum = 0;
    for (auto k = static_cast<std::size_t>(std::max(i, j)); k < n_; ++k) sum += a[k] * b[k];
    return sum;
}

std::vector<double> InverseFactor::row_sums() const {
    std::vector<double> columns(n_), sums(n_);
    for (std::size_t i = 0; i < n_; ++i)
        for (std::size_t k = i; k < n_; ++k) columns[k] += v_[i * n_ + k];
    for (std::size_t i = 0; i < n_; ++i)
        for (std::size_t k = i; k < n_; ++k) sums[i] += v_[i * n_ + k] * columns[k];
    return sums;
}

namespace {

double dot(const std::vector<double>& a, const std::vector<double>& b) {
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

// The log-likelihood of the results with the prior, as a function of the log-odds of each player
// against a player with rating 0. It is strictly concave.
class Likelihood {
public:
    Likelihood(int players, std::span<const Encounter> encounters, double prior_games)
        : players_(players), prior_(prior_games), score_(players, prior_games / 2) {
        pairs_.reserve(encounters.size());
        for (const Encounter& e : encounters) {
            const auto games = static_cast<double>(e.results.games());
            const double first =
                static_cast<double>(e.results.wins) + static_cast<double>(e.results.draws) / 2;
            pairs_.push_back({e.first, e.second, games});
            score_[e.first] += first;
            score_[e.second] += games - first;
        }
    }

    double value(const std::vector<double>& odds) const {
        const auto strength = strengths(odds);
        double sum = dot(score_, odds);
        for (const Pair& p : pairs_)
            sum -= p.games * std::log(strength[p.first] + strength[p.second]);
        for (int i = 0; i < players_; ++i) sum -= prior_ * std::log(strength[i] + 1);
        return sum;
    }

    // Sets the point at which gradient and Hessian are computed.
    void move_to(const std::vector<double>& odds) {
        const auto strength = strengths(odds);
        gradient_ = score_;
        diagonal_.assign(players_, 0);
        weights_.resize(pairs_.size());
        for (std::size_t k = 0; k < pairs_.size(); ++k) {
            const Pair& p = pairs_[k];
            const double expected = strength[p.first] / (strength[p.first] + strength[p.second]);
            const double weight = weights_[k] = p.games * expected * (1 - expected);
            gradient_[p.first] -= p.games * expected;
            gradient_[p.second] -= p.games * (1 - expected);
            diagonal_[p.first] += weight;
            diagonal_[p.second] += weight;
        }
        for (int i = 0; i < players_; ++i) {
            const double expected = strength[i] / (strength[i] + 1);
            gradient_[i] -= prior_ * expected;
            diagonal_[i] += prior_ * expected * (1 - expected);
        }
    }

    const std::vector<double>& gradient() const { return gradient_; }
    const std::vector<double>& diagonal() const { return diagonal_; }  // of the negative Hessian

    void times_hessian(const std::vector<double>& v, std::vector<double>& product) const {
        for (int i = 0; i < players_; ++i) product[i] = diagonal_[i] * v[i];
        for (std::size_t k = 0; k < pairs_.size(); ++k) {
            const Pair& p = pairs_[k];
            product[p.first] -= weights_[k] * v[p.second];
            product[p.second] -= weights_[k] * v[p.first];
        }
    }

    std::vector<double> hessian() const {
        const auto n = static_cast<std::size_t>(players_);
        std::vector<double> matrix(n * n);
        for (std::size_t i = 0; i < n; ++i) matrix[i * n + i] = diagonal_[i];
        for (std::size_t k = 0; k < pairs_.size(); ++k)
            matrix[pairs_[k].first * n + pairs_[k].second] = -weights_[k];
        return matrix;
    }

private:
    struct Pair {
        int first, second;
        double games;
    };
    static std::vector<double> strengths(const std::vector<double>& odds) {
        std::vector<double> strength(odds.size());
        std::transform(odds.begin(), odds.end(), strength.begin(),
                       [](double x) { return std::exp(x); });
        return strength;
    }

    int players_;
    double prior_;
    std::vector<Pair> pairs_;
    std::vector<double> score_;
    std::vector<double> gradient_, diagonal_, weights_;
};

// Newton step by preconditioned conjugate gradients (Jacobi), without storing a matrix.
std::vector<double> newton_step(const Likelihood& f, double tolerance) {
    const auto n = f.gradient().size();
    std::vector<double> step(n), rest = f.gradient(), scaled(n), direction(n), product(n);
    double size = 0;
    const double enough = dot(rest, rest) * tolerance * tolerance;
    for (std::size_t round = 0; round < 2 * n + 10; ++round) {
        for (std::size_t i = 0; i < n; ++i) scaled[i] = rest[i] / f.diagonal()[i];
        const double next = dot(rest, scaled);
        if (dot(rest, rest) <= enough || next == 0) break;
        for (std::size_t i = 0; i < n; ++i)
            direction[i] = scaled[i] + (size > 0 ? next / size * direction[i] : 0);
        size = next;
        f.times_hessian(direction, product);
        const double length = size / dot(direction, product);
        for (std::size_t i = 0; i < n; ++i) {
            step[i] += length * direction[i];
            rest[i] -= length * product[i];
        }
    }
    return step;
}

double largest(const std::vector<double>& v) {
    double most = 0;
    for (const double x : v) most = std::max(most, std::abs(x));
    return most;
}

// Maximises by damped Newton steps; leaves `f` at the maximum.
std::vector<double> climb(Likelihood& f, int players) {
    constexpr double kDone = 1e-9;  // log-odds: far below a hundredth of an Elo point
    // Log-odds: beyond this distance the quadratic model is not used
    constexpr double kLongestStep = 2;
    constexpr int kMostSteps = 200;
    std::vector<double> odds(players);
    double value = f.value(odds);
    f.move_to(odds);
    for (int i = 0; i < kMostSteps; ++i) {
        auto step = newton_step(f, 1e-4);
        const double far = largest(step);
        double share = far > kLongestStep ? kLongestStep / far : 1;
        auto next = odds;
        double next_value = value;
        for (; share > 1e-6; share /= 2) {
            for (int p = 0; p < players; ++p) next[p] = odds[p] + share * step[p];
            next_value = f.value(next);
            if (next_value >= value || far * share < 1e-6) break;
        }
        odds = next;
        value = next_value;
        f.move_to(odds);
        if (far < kDone) break;
    }
    return odds;
}

// Maximum distance in the ranking of the pairs considered: all pairs for a few hundred players,
// fewer for more, so that the time stays below some tens of milliseconds.
int reach(int players) {
    constexpr long kEffort = 20'000'000;  // multiplications
    const long n = std::max(players, 1);
    return static_cast<int>(std::max(4L, kEffort / (n * n)));
}

}  // namespace

Ratings rate(int players, std::span<const Encounter> encounters, double prior_games) {
    assert(prior_games > 0);
    Ratings result;
    result.ratings_.resize(players);
    if (players == 0) return result;
    Likelihood likelihood(players, encounters, prior_games);
    const auto odds = climb(likelihood, players);
    result.curvature_ = likelihood.diagonal();

    // Variance of the distance from the average, which depends on every player.
    std::vector<double> variance(players);
    if (players <= kExactErrors) {
        result.covariance_ = InverseFactor(players, likelihood.hessian());
        const auto with_sum = result.covariance_.row_sums();
        const double n = players;
        const double of_sum = std::accumulate(with_sum.begin(), with_sum.end(), 0.0);
        for (int p = 0; p < players; ++p)
            variance[p] = result.covariance_.at(p, p) - 2 * with_sum[p] / n + of_sum / n / n;
    } else {
        for (int p = 0; p < players; ++p) variance[p] = 1 / result.curvature_[p];
    }
    const double average = std::accumulate(odds.begin(), odds.end(), 0.0) / players;
    for (int p = 0; p < players; ++p) {
        const double elo = kEloPerLogOdds * (odds[p] - average);
        const double error = kConfidence95 * kEloPerLogOdds * std::sqrt(std::max(variance[p], 0.0));
        result.ratings_[p].elo = {elo, elo - error, elo + error};
    }
    for (const Encounter& e : encounters) {
        result.ratings_[e.first].results += e.results;
        result.ratings_[e.second].results += e.results.reversed();
    }
    return result;
}

std::vector<int> Ratings::best_first() const {
    std::vector<int> order(ratings_.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return ratings_[a].elo.value > ratings_[b].elo.value; });
    return order;
}

double Ratings::standard_error(int a, int b) const {
    const double variance = covariance_.size() > 0 ? covariance_.at(a, a) + covariance_.at(b, b) -
                                                         2 * covariance_.at(a, b)
                                                   : 1 / curvature_[a] + 1 / curvature_[b];
    return kEloPerLogOdds * std::sqrt(variance);
}

double Ratings::own_error(int player) const {
    return kEloPerLogOdds / std::sqrt(curvature_[player]);
}

Estimate Ratings::difference(int player, int other) const {
    const double elo = ratings_[player].elo.value - ratings_[other].elo.value;
    const double error = kConfidence95 * standard_error(player, other);
    return {elo, elo - error, elo + error};
}

std::vector<UncertainPair> least_certain_pairs(const Ratings& ratings, int count) {
    struct Candidate {
        UncertainPair pair;
        double width;
        int place;
    };
    const auto order = ratings.best_first();
    const int players = ratings.size(), far = reach(players);
    std::vector<Candidate> candidates;
    for (int i = 0; i < players; ++i) {
        for (int j = i + 1; j < std::min(players, i + 1 + far); ++j) {
            const Estimate gap = ratings.difference(order[i], order[j]);
            const double width = gap.high - gap.low;
            const double certainty = normal_below(2 * kConfidence95 * gap.value / width);
            candidates.push_back({{order[i], order[j], certainty}, width, i});
        }
    }
    const auto wanted = std::min(candidates.size(), static_cast<std::size_t>(std::max(count, 0)));
    const auto less_certain = [](const Candidate& a, const Candidate& b) {
        if (a.pair.certainty != b.pair.certainty) return a.pair.certainty < b.pair.certainty;
        if (a.width != b.width) return a.width > b.width;
        if (a.place != b.place) return a.place < b.place;
        return a.pair.worse < b.pair.worse;
    };
    std::partial_sort(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(wanted),
                      candidates.end(), less_certain);
    std::vector<UncertainPair> found;
    for (std::size_t i = 0; i < wanted; ++i) found.push_back(candidates[i].pair);
    return found;
}

}  // namespace xttt
