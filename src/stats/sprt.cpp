#include "stats/sprt.h"

#include <algorithm>

#include <fmt/format.h>

namespace xttt {
namespace {

// Pseudo-count of results not seen yet, which keeps the variance positive.
constexpr double kUnseen = 1e-3;

template <std::size_t N>
using Distribution = std::array<double, N>;

// The maximum likelihood distribution, given `seen`, in which the values `a` have the mean 0:
// seen_i / (1 + t a_i) with the t that normalises it. Found by Newton's method with bisection as a
// fallback. Requires a negative and a positive value.
template <std::size_t N>
Distribution<N> most_likely(const Distribution<N>& seen, const std::array<double, N>& a) {
    double low = -1 / *std::ranges::max_element(a), high = -1 / *std::ranges::min_element(a);
    double t = 0;
    for (int i = 0; i < 100; ++i) {
        double slope = 0, curvature = 0;
        for (std::size_t k = 0; k < N; ++k) {
            const double part = a[k] / (1 + t * a[k]);
            slope += seen[k] * part;
            curvature += seen[k] * part * part;
        }
        (slope > 0 ? low : high) = t;
        double next = t + slope / curvature;
        if (!(next > low && next < high)) next = (low + high) / 2;
        if (std::abs(next - t) < 1e-13) break;
        t = next;
    }
    Distribution<N> found{};
    for (std::size_t k = 0; k < N; ++k) found[k] = seen[k] / (1 + t * a[k]);
    return found;
}

// The most likely distribution whose scores have this mean.
template <std::size_t N>
Distribution<N> with_mean(const Distribution<N>& seen, const std::array<double, N>& scores,
                          double mean) {
    std::array<double, N> a{};
    for (std::size_t k = 0; k < N; ++k) a[k] = scores[k] - mean;
    return most_likely(seen, a);
}

// The most likely distribution with (mean - 1/2) / standard deviation = ratio. The condition is
// linear only near a distribution, so it is linearised and solved repeatedly: Van den Bergh,
// "Normalized Elo", 2021.
template <std::size_t N>
Distribution<N> with_ratio(const Distribution<N>& seen, const std::array<double, N>& scores,
                           double ratio) {
    Distribution<N> found{};
    found.fill(1.0 / N);
    for (int i = 0; i < 100; ++i) {
        double mean = 0, variance = 0;
        for (std::size_t k = 0; k < N; ++k) mean += found[k] * scores[k];
        for (std::size_t k = 0; k < N; ++k)
            variance += found[k] * (scores[k] - mean) * (scores[k] - mean);
        const double deviation = std::sqrt(variance);
        std::array<double, N> a{};
        for (std::size_t k = 0; k < N; ++k) {
            const double z = (scores[k] - mean) / deviation;
            a[k] = scores[k] - 0.5 - ratio * deviation * (1 + z * z) / 2;
        }
        // A ratio that no distribution has: the results cannot tell anything about it.
        const auto [lowest, highest] = std::ranges::minmax(a);
        if (!(lowest < 0 && highest > 0)) break;
        const auto next = most_likely(seen, a);
        double change = 0;
        for (std::size_t k = 0; k < N; ++k) change = std::max(change, std::abs(next[k] - found[k]));
        found = next;
        if (change < 1e-12) break;
    }
    return found;
}

template <std::size_t N>
double log_likelihood_ratio(const std::array<long, N>& counts, auto&& under) {
    Distribution<N> seen{};
    double total = 0;
    for (std::size_t k = 0; k < N; ++k)
        total += seen[k] = std::max(static_cast<double>(counts[k]), kUnseen);
    for (double& p : seen) p /= total;
    const Distribution<N> p0 = under(seen, 0), p1 = under(seen, 1);
    double sum = 0;
    for (std::size_t k = 0; k < N; ++k) sum += seen[k] * std::log(p1[k] / p0[k]);
    return total * sum;
}

template <class Results>
SprtState state_of(const SprtBounds& bounds, const Results& results, long samples, long fewest) {
    if (samples == 0) return {};
    SprtState state;
    state.llr = log_likelihood_ratio(results.counts(), [&](const auto& seen, int hypothesis) {
        const double elo = hypothesis == 0 ? bounds.elo0 : bounds.elo1;
        if (bounds.model == EloModel::Logistic)
            return with_mean(seen, Results::kScores, expected_score(elo));
        return with_ratio(seen, Results::kScores,
                          elo / kNormalizedElo * std::sqrt(Results::kGames));
    });
    if (samples < fewest) return state;
    if (state.llr <= bounds.lower()) state.verdict = SprtVerdict::AcceptH0;
    if (state.llr >= bounds.upper()) state.verdict = SprtVerdict::AcceptH1;
    return state;
}

}  // namespace

Result<void> check(const SprtBounds& bounds) {
    const double most = bounds.model == EloModel::Normalized ? 200 : 2000;
    for (const double elo : {bounds.elo0, bounds.elo1})
        if (!(std::abs(elo) <= most))
            return fail(Errc::Usage, fmt::format("SPRT bound {} Elo is out of range (-{} to {})",
                                                 elo, most, most));
    if (!(bounds.elo0 < bounds.elo1))
        return fail(Errc::Usage,
                    fmt::format("elo0 ({}) must be less than elo1 ({})", bounds.elo0, bounds.elo1));
    for (const double rate : {bounds.alpha, bounds.beta})
        if (!(rate > 0 && rate < 0.5))
            return fail(
                Errc::Usage,
                fmt::format(
                    "SPRT error rate {} is out of range: alpha and beta must be between 0 and 0.5",
                    rate));
    return {};
}

SprtState sprt(const SprtBounds& bounds, const Pentanomial& results) {
    return state_of(bounds, results, results.count(), kMinPairs);
}

SprtState sprt(const SprtBounds& bounds, const Trinomial& results) {
    return state_of(bounds, results, results.games(), 2 * kMinPairs);
}

void SequentialTest::add(int game, double score) {
    const auto at = static_cast<std::size_t>(game);
    if (half_points_.size() <= at) half_points_.resize((at | 1) + 1, -1);
    half_points_[at] = static_cast<std::int8_t>(score * 2);
    for (; !decided() && next_ + 1 < half_points_.size() && half_points_[next_] >= 0 &&
           half_points_[next_ + 1] >= 0;
         next_ += 2) {
        const double first = half_points_[next_] / 2.0, second = half_points_[next_ + 1] / 2.0;
        pairs_.add(first, second);
        games_.add(first);
        games_.add(second);
        state_ = sprt(bounds_, pairs_);
    }
}

}  // namespace xttt
