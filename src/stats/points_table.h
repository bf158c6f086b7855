#pragma once

#include <span>
#include <vector>

#include "stats/encounters.h"

namespace xttt {

// One player's line in the standings.
struct TableRow {
    int player = 0;
    int rank = 0;       // from 1; equal only if every tie-break is
    long points = 0;    // in all games
    long against = 0;   // points of the opponents in those games
    Trinomial results;  // by the rated result
    // Points from games among those who are tied by points and wins; 0 where nobody is.
    long among_tied = 0;

    long margin() const { return points - against; }
    bool operator==(const TableRow&) const = default;
};

// The standings as the course has them, best first: by points, added up over all games. Ties are
// broken by, in this order: games won; points in the games among those still tied; points minus the
// opponents' points. Who is then still tied shares the rank and is listed by number.
std::vector<TableRow> points_table(int players, std::span<const Encounter> encounters);

}  // namespace xttt
