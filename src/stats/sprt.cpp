#include "stats/sprt.h"

#include <algorithm>

#include <fmt/format.h>

namespace xttt {
namespace {

// Pseudo-count of results not seen yet, which keeps the variance positive.
constexpr double kUnseen = 1e-3;

template <std::size_t N>
using Distribution = std::array<double, N>;

// The maximum likelihood distribution over `scores` with this mean, given `seen`: seen_i / (1 + t
// (score_i - mean)) with the t that normalises it. Found by Newton's method with bisection as a
// fallback.
template <std::size_t N>
Distribution<N> most_likely(const Distribution<N>& seen, const std::array<double, N>& scores,
                            double mean) {
    double low = -1 / (scores.back() - mean), high = 1 / (mean - scores.front());
    double t = 0;
    for (int i = 0; i < 100; ++i) {
        double slope = 0, curvature = 0;
        for (std::size_t k = 0; k < N; ++k) {
            const double part = (scores[k] - mean) / (1 + t * (scores[k] - mean));
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
    for (std::size_t k = 0; k < N; ++k) found[k] = seen[k] / (1 + t * (scores[k] - mean));
    return found;
}

template <std::size_t N>
double log_likelihood_ratio(const std::array<long, N>& counts, const std::array<double, N>& scores,
                            double mean0, double mean1) {
    Distribution<N> seen{};
    double total = 0;
    for (std::size_t k = 0; k < N; ++k)
        total += seen[k] = std::max(static_cast<double>(counts[k]), kUnseen);
    for (double& p : seen) p /= total;
    const auto p0 = most_likely(seen, scores, mean0), p1 = most_likely(seen, scores, mean1);
    double sum = 0;
    for (std::size_t k = 0; k < N; ++k) sum += seen[k] * std::log(p1[k] / p0[k]);
    return total * sum;
}

template <class Results>
SprtState state_of(const SprtBounds& bounds, const Results& results, long samples, long fewest) {
    if (samples == 0) return {};
    SprtState state;
    state.llr = log_likelihood_ratio(results.counts(), Results::kScores,
                                     expected_score(bounds.elo0), expected_score(bounds.elo1));
    if (samples < fewest) return state;
    if (state.llr <= bounds.lower()) state.verdict = SprtVerdict::AcceptH0;
    if (state.llr >= bounds.upper()) state.verdict = SprtVerdict::AcceptH1;
    return state;
}

}  // namespace

Result<void> check(const SprtBounds& bounds) {
    for (const double elo : {bounds.elo0, bounds.elo1})
        if (!(std::abs(elo) <= 2000))
            return fail(Errc::Usage,
                        fmt::format("SPRT bound {} Elo is out of range (-2000 to 2000)", elo));
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
