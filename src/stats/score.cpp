#include "stats/score.h"

#include <algorithm>
#include <cassert>

namespace xttt {
namespace {

std::optional<Share> share_of_counts(std::span<const long> counts, std::span<const double> scores) {
    double n = 0, sum = 0, squares = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) n += static_cast<double>(counts[i]);
    if (n == 0) return std::nullopt;
    for (std::size_t i = 0; i < counts.size(); ++i)
        sum += static_cast<double>(counts[i]) * scores[i];
    const double mean = sum / n;
    for (std::size_t i = 0; i < counts.size(); ++i)
        squares += static_cast<double>(counts[i]) * (scores[i] - mean) * (scores[i] - mean);
    return Share{mean, std::sqrt(squares / n / n), static_cast<long>(n)};
}

Estimate interval_of(const Share& share) {
    double low = share.mean - kConfidence95 * share.standard_error;
    double high = share.mean + kConfidence95 * share.standard_error;
    if (share.standard_error == 0) {
        const double unseen = 1 - std::pow(0.025, 1.0 / static_cast<double>(share.samples));
        low = share.mean * (1 - unseen);
        high = low + unseen;
    }
    return {share.mean, std::max(low, 0.0), std::min(high, 1.0)};
}

template <class Results>
std::optional<Estimate> share_estimate_of(const Results& results) {
    return share_of(results).transform(interval_of);
}

template <class Results>
std::optional<Estimate> elo_difference_of(const Results& results) {
    return share_of(results).transform(interval_of).transform([](const Estimate& share) {
        return Estimate{elo_of_score(share.value), elo_of_score(share.low),
                        elo_of_score(share.high)};
    });
}

template <class Results>
std::optional<Estimate> normalized_elo_of(const Results& results) {
    const auto share = share_of(results);
    if (!share || share->standard_error == 0) return std::nullopt;
    const double samples = static_cast<double>(share->samples);
    const double deviation = share->standard_error * std::sqrt(samples * Results::kGames);
    const double value = kNormalizedElo * (share->mean - 0.5) / deviation;
    const double error = kConfidence95 * kNormalizedElo / std::sqrt(samples * Results::kGames);
    return Estimate{value, value - error, value + error};
}

}  // namespace

Trinomial& Trinomial::operator+=(const Trinomial& other) {
    wins += other.wins;
    draws += other.draws;
    losses += other.losses;
    return *this;
}

long Pentanomial::count() const {
    long n = 0;
    for (const long k : pairs) n += k;
    return n;
}

void Pentanomial::add(double first_game, double second_game) {
    const auto halves = static_cast<int>(2 * (first_game + second_game));
    assert(halves >= 0 && halves < 5);
    ++pairs[halves];
}

Pentanomial& Pentanomial::operator+=(const Pentanomial& other) {
    for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] += other.pairs[i];
    return *this;
}

std::optional<Share> share_of(const Trinomial& results) {
    return share_of_counts(results.counts(), Trinomial::kScores);
}

std::optional<Share> share_of(const Pentanomial& results) {
    return share_of_counts(results.counts(), Pentanomial::kScores);
}

std::optional<Estimate> share_estimate(const Trinomial& results) {
    return share_estimate_of(results);
}

std::optional<Estimate> share_estimate(const Pentanomial& results) {
    return share_estimate_of(results);
}

std::optional<Estimate> elo_difference(const Trinomial& results) {
    return elo_difference_of(results);
}

std::optional<Estimate> elo_difference(const Pentanomial& results) {
    return elo_difference_of(results);
}

std::optional<Estimate> normalized_elo(const Trinomial& results) {
    return normalized_elo_of(results);
}

std::optional<Estimate> normalized_elo(const Pentanomial& results) {
    return normalized_elo_of(results);
}

double likelihood_of_superiority(const Trinomial& results) {
    const auto decided = static_cast<double>(results.wins + results.losses);
    if (decided == 0) return 0.5;
    return normal_below(static_cast<double>(results.wins - results.losses) / std::sqrt(decided));
}

double likelihood_of_superiority(const Pentanomial& results) {
    const auto share = share_of(results);
    if (!share || share->mean == 0.5) return 0.5;
    // The variance around 1/2, as between equal players; never zero here.
    const double n = static_cast<double>(share->samples), off = share->mean - 0.5;
    const double spread = std::sqrt(share->standard_error * share->standard_error + off * off / n);
    return normal_below(off / spread);
}

}  // namespace xttt
