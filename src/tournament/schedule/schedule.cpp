#include "tournament/schedule/schedule.h"

#include <algorithm>
#include <map>
#include <utility>

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

// The circle method: all but the last are placed on a circle that rotates by one each round, and
// opposite entrants meet. With an odd number, the last place is empty.
std::vector<Pairing> round_robin(int entrants) {
    const int chairs = entrants + entrants % 2;
    std::vector<Pairing> pairings;
    if (entrants < 2) return pairings;
    pairings.reserve(static_cast<std::size_t>(entrants) * static_cast<std::size_t>(entrants - 1) /
                     2);
    const int circle = chairs - 1;
    for (int round = 0; round < circle; ++round) {
        for (int i = 0; i < chairs / 2; ++i) {
            int a = i == 0 ? chairs - 1 : (round + i) % circle;
            int b = (round + circle - i) % circle;
            // On the circle, sides alternate with the distance; for the fixed entrant, with the
            // round.
            const bool swapped = i == 0 ? round % 2 == 1 : i % 2 == 1;
            if (swapped) std::swap(a, b);
            if (a < entrants && b < entrants) pairings.push_back({a, b});
        }
    }
    return pairings;
}

std::vector<Pairing> gauntlet(int entrants, int challengers) {
    std::vector<Pairing> pairings;
    for (int rival = challengers; rival < entrants; ++rival)
        for (int challenger = 0; challenger < challengers; ++challenger) {
            const bool second = (rival + challenger) % 2 == 1;
            pairings.push_back({second ? rival : challenger, second ? challenger : rival});
        }
    return pairings;
}

namespace {

using Next = std::optional<std::vector<Pairing>>;

Next next_in_pool(const StagePlan& plan, const Pool& pool, std::uint64_t seed) {
    switch (plan.format) {
        case Format::RoundRobin:
            return pool.rounds.empty() ? Next(round_robin(pool.size())) : std::nullopt;
        case Format::Gauntlet:
            return pool.rounds.empty() ? Next(gauntlet(pool.size(), plan.challengers))
                                       : std::nullopt;
        case Format::Swiss:
            if (static_cast<int>(pool.rounds.size()) >= swiss_rounds(plan, pool.size()))
                return std::nullopt;
            return swiss_round(plan, pool);
        case Format::Knockout:
            return knockout_round(pool);
        case Format::Adaptive:
            return adaptive_round(plan, pool, seed);
    }
    std::unreachable();
}

}  // namespace

Next next_round(const StagePlan& plan, std::span<const Seat> seats,
                std::span<const PlayedRound> rounds, std::uint64_t seed) {
    const auto pools = pools_of(plan, seats, rounds);
    std::vector<std::vector<Pairing>> parts;
    std::size_t longest = 0, total = 0;
    for (std::size_t p = 0; p < pools.size(); ++p) {
        parts.push_back(
            next_in_pool(plan, pools[p], mix64(seed + p)).value_or(std::vector<Pairing>{}));
        longest = std::max(longest, parts.back().size());
        total += parts.back().size();
    }
    if (total == 0) return std::nullopt;
    // Interleaves the pools, so that they end at about the same time.
    std::vector<Pairing> round;
    round.reserve(total);
    for (std::size_t i = 0; i < longest; ++i)
        for (std::size_t p = 0; p < parts.size(); ++p) {
            if (i >= parts[p].size()) continue;
            const auto global = [&](int local) {
                return local == kBye ? kBye : pools[p].entrants[static_cast<std::size_t>(local)];
            };
            const Pairing& pairing = parts[p][i];
            round.push_back({global(pairing.first), global(pairing.second), static_cast<int>(p)});
        }
    return round;
}

long games_of(const StagePlan& plan, int entrants) {
    long pairings = 0;
    for (int pool = 0; pool < plan.pools; ++pool) {
        const long n = entrants / plan.pools + (pool < entrants % plan.pools ? 1 : 0);
        if (n < 2) continue;
        switch (plan.format) {
            case Format::RoundRobin:
                pairings += n * (n - 1) / 2;
                break;
            case Format::Gauntlet:
                pairings += std::max(n - plan.challengers, 0L) * plan.challengers;
                break;
            case Format::Swiss:
                pairings += n / 2 * swiss_rounds(plan, static_cast<int>(n));
                break;
            case Format::Knockout:
                pairings += n - 1;
                break;
            case Format::Adaptive:
                pairings += std::max(plan.budget / plan.games, 1);
                break;
        }
    }
    return pairings * plan.games;
}

}  // namespace xttt
