#include "stats/points_table.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace xttt {
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
