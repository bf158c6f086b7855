#include <algorithm>
#include <map>

#include "base/random.h"
#include "stats/ratings.h"
#include "tournament/schedule/formats.h"
#include "tournament/schedule/standings.h"

namespace xttt {
namespace {

std::vector<Pairing> ring(int n, std::uint64_t seed) {
    std::vector<int> order(static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i) order[static_cast<std::size_t>(i)] = i;
    Random random(mix64(seed));
    for (std::size_t i = order.size(); i > 1; --i)
        std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
    std::vector<Pairing> pairings;
    for (std::size_t i = 0; i + 1 < order.size(); ++i) pairings.push_back({order[i], order[i + 1]});
    if (n > 2) pairings.push_back({order.back(), order.front()});
    return pairings;
}

}  // namespace

std::optional<std::vector<Pairing>> adaptive_round(const StagePlan& plan, const Pool& pool,
                                                   std::uint64_t seed) {
    const int n = pool.size();
    if (n < 2) return std::nullopt;
    std::size_t played = 0;
    std::map<std::pair<int, int>, int> meetings;  // games between (lower, higher)
    for (const PlayedRound& round : pool.rounds) {
        played += round.pairings.size();
        for (const Pairing& p : round.pairings) ++meetings[std::minmax(p.first, p.second)];
    }
    const auto budget = static_cast<std::size_t>(std::max(plan.budget / plan.games, 1));
    if (played >= budget) return std::nullopt;

    std::vector<Pairing> pairings;
    if (pool.rounds.empty()) {
        pairings = ring(n, seed);
    } else {
        const int batch = plan.batch > 0 ? plan.batch : std::max(n / 2, 1);
        const Ratings ratings = rate(n, encounters_of(pool.rounds));
        for (const UncertainPair& pair : least_certain_pairs(ratings, batch)) {
            const auto [low, high] = std::minmax(pair.better, pair.worse);
            const bool turned = meetings[{low, high}] % 2 == 1;
            pairings.push_back(turned ? Pairing{high, low} : Pairing{low, high});
        }
    }
    pairings.resize(std::min(pairings.size(), budget - played));
    return pairings;
}

}  // namespace xttt
