#include "stats/encounters.h"

#include <algorithm>
#include <cassert>
#include <tuple>

namespace xttt {

std::vector<Encounter> encounters(int players, std::span<const ScoredGame> games) {
    // Games sorted by their lower player by counting; then each player's games meet one row of
    // slots.
    std::vector<std::size_t> start(static_cast<std::size_t>(players) + 1);
    for (const ScoredGame& game : games) {
        assert(game.x >= 0 && game.x < players && game.o >= 0 && game.o < players);
        assert(game.x != game.o);
        ++start[std::min(game.x, game.o) + 1];
    }
    for (int p = 0; p < players; ++p) start[p + 1] += start[p];
    std::vector<const ScoredGame*> sorted(games.size());
    auto next = start;
    for (const ScoredGame& game : games) sorted[next[std::min(game.x, game.o)]++] = &game;

    constexpr int kNone = -1;
    std::vector<int> slot(players, kNone);
    std::vector<Encounter> found;
    for (int first = 0; first < players; ++first) {
        const auto begin = found.size();
        for (auto i = start[first]; i < start[first + 1]; ++i) {
            const ScoredGame& game = *sorted[i];
            const int second = std::max(game.x, game.o);
            if (slot[second] == kNone) {
                slot[second] = static_cast<int>(found.size());
                found.push_back({first, second, {}, {}});
            }
            Encounter& encounter = found[slot[second]];
            const bool first_is_x = game.x == first;
            encounter.results.add(first_is_x ? game.x_score() : 1 - game.x_score());
            encounter.points[0] += game.points[first_is_x ? 0 : 1];
            encounter.points[1] += game.points[first_is_x ? 1 : 0];
        }
        for (auto i = begin; i < found.size(); ++i) slot[found[i].second] = kNone;
        std::sort(found.begin() + static_cast<std::ptrdiff_t>(begin), found.end(),
                  [](const Encounter& a, const Encounter& b) { return a.second < b.second; });
    }
    return found;
}

namespace {

auto tie_key(const TableRow& row) {
    return std::tuple(row.points, row.results.wins);
}
auto full_key(const TableRow& row) {
    return std::tuple(row.points, row.results.wins, row.among_tied, row.margin());
}

}  // namespace

std::vector<TableRow> points_table(int players, std::span<const Encounter> encounters) {
    std::vector<TableRow> table(players);
    for (int p = 0; p < players; ++p) table[p].player = p;
    for (const Encounter& e : encounters) {
        TableRow &first = table[e.first], &second = table[e.second];
        first.points += e.points[0];
        first.against += e.points[1];
        first.results += e.results;
        second.points += e.points[1];
        second.against += e.points[0];
        second.results += e.results.reversed();
    }

    for (const Encounter& e : encounters) {
        if (tie_key(table[e.first]) != tie_key(table[e.second])) continue;
        table[e.first].among_tied += e.points[0];
        table[e.second].among_tied += e.points[1];
    }
    std::stable_sort(table.begin(), table.end(), [](const TableRow& a, const TableRow& b) {
        return full_key(a) > full_key(b);
    });
    for (int i = 0; i < players; ++i) {
        const bool shared = i > 0 && full_key(table[i]) == full_key(table[i - 1]);
        table[i].rank = shared ? table[i - 1].rank : i + 1;
    }
    return table;
}

}  // namespace xttt
