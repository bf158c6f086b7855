#include "tournament/schedule/standings.h"

#include <algorithm>
#include <functional>

#include "stats/ratings.h"
#include "tournament/schedule/formats.h"

namespace xttt {
namespace {

Encounter encounter_of(const Pairing& pairing, const PairingScore& score) {
    if (pairing.first < pairing.second)
        return {pairing.first, pairing.second, score.results, score.points};
    const PairingScore turned = score.reversed();
    return {pairing.second, pairing.first, turned.results, turned.points};
}

}  // namespace

std::vector<Encounter> encounters_of(std::span<const PlayedRound> rounds) {
    std::vector<Encounter> all;
    for (const PlayedRound& round : rounds)
        for (std::size_t i = 0; i < round.pairings.size(); ++i)
            if (!round.pairings[i].is_bye() && round.scores[i].results.games() > 0)
                all.push_back(encounter_of(round.pairings[i], round.scores[i]));
    std::ranges::sort(all, {}, [](const Encounter& e) { return std::pair(e.first, e.second); });
    // Merges repeated encounters of a pair.
    std::size_t kept = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (kept > 0 && all[kept - 1].first == all[i].first &&
            all[kept - 1].second == all[i].second) {
            all[kept - 1].results += all[i].results;
            for (const std::size_t side : {0u, 1u})
                all[kept - 1].points[side] += all[i].points[side];
        } else {
            all[kept++] = all[i];
        }
    }
    all.resize(kept);
    return all;
}

std::vector<TableRow> pool_table(const StagePlan& plan, const Pool& pool) {
    const int n = pool.size();
    auto met = encounters_of(pool.rounds);
    // A bye counts as games won against an entrant that is not in the table.
    std::vector<long> byes(static_cast<std::size_t>(n), 0);
    for (const PlayedRound& round : pool.rounds)
        for (const Pairing& pairing : round.pairings)
            if (pairing.is_bye()) byes[static_cast<std::size_t>(pairing.first)] += plan.games;
    bool any = false;
    for (int i = 0; i < n; ++i) {
        const long games = byes[static_cast<std::size_t>(i)];
        if (games == 0) continue;
        met.push_back({i, n, {.wins = games}, {games * plan.bye_points, 0}});
        any = true;
    }
    std::ranges::sort(met, {}, [](const Encounter& e) { return std::pair(e.first, e.second); });
    auto table = points_table(n + (any ? 1 : 0), met);
    std::erase_if(table, [n](const TableRow& row) { return row.player == n; });
    if (plan.format == Format::Knockout) {
        std::vector<int> rank(static_cast<std::size_t>(n));
        int place = 0;
        for (const int entrant : knockout_order(pool))
            rank[static_cast<std::size_t>(entrant)] = ++place;
        for (TableRow& row : table) row.rank = rank[static_cast<std::size_t>(row.player)];
        std::ranges::sort(table, {}, &TableRow::rank);
    }
    if (plan.format == Format::Adaptive) {
        // Entrants may have played different numbers of games: sums of points are not comparable.
        const Ratings ratings = rate(n + (any ? 1 : 0), met);
        std::ranges::stable_sort(table, std::greater<>{}, [&](const TableRow& row) {
            return row.results.games() > 0 ? ratings[row.player].elo.value : -INFINITY;
        });
        for (std::size_t i = 0; i < table.size(); ++i) table[i].rank = static_cast<int>(i) + 1;
    }
    for (TableRow& row : table) row.player = pool.entrants[static_cast<std::size_t>(row.player)];
    return table;
}

std::vector<std::vector<TableRow>> stage_tables(const StagePlan& plan, std::span<const Seat> seats,
                                                std::span<const PlayedRound> rounds) {
    std::vector<std::vector<TableRow>> tables;
    for (const Pool& pool : pools_of(plan, seats, rounds)) tables.push_back(pool_table(plan, pool));
    return tables;
}

std::vector<int> promoted(const StagePlan& plan, std::span<const std::vector<TableRow>> tables) {
    struct Candidate {
        std::size_t place;
        double points_per_game;
        std::size_t pool;
        int entrant;
    };
    std::vector<Candidate> all;
    for (std::size_t pool = 0; pool < tables.size(); ++pool)
        for (std::size_t place = 0; place < tables[pool].size(); ++place) {
            if (plan.promote > 0 && place >= static_cast<std::size_t>(plan.promote)) break;
            const TableRow& row = tables[pool][place];
            const auto games = static_cast<double>(std::max(row.results.games(), 1L));
            all.push_back({place, static_cast<double>(row.points) / games, pool, row.player});
        }
    std::ranges::sort(all, [](const Candidate& a, const Candidate& b) {
        if (a.place != b.place) return a.place < b.place;
        if (a.points_per_game != b.points_per_game) return a.points_per_game > b.points_per_game;
        return a.pool < b.pool;
    });
    std::vector<int> entrants;
    for (const Candidate& candidate : all) entrants.push_back(candidate.entrant);
    return entrants;
}

}  // namespace xttt
