#pragma once

#include <array>
#include <span>
#include <vector>

#include "stats/score.h"

namespace xttt {

// A finished game between two numbered players.
struct ScoredGame {
    int x = 0;
    int o = 0;
    std::array<int, 2> points{};  // of x and of o

    // The rated result of x: more points wins, equal points is a draw. A line and a forfeit give
    // one side everything, so points decide every game.
    double x_score() const {
        return points[0] > points[1] ? 1.0 : points[0] < points[1] ? 0.0 : 0.5;
    }
};

// All games between two players, from the view of the player with the lower number.
struct Encounter {
    int first;
    int second;
    Trinomial results;
    std::array<long, 2> points{};  // of first and of second
    bool operator==(const Encounter&) const = default;
};

// Aggregates games by pairs of players, ordered by first and then second, without pairs that never
// met. All further statistics use the result, so that their cost does not grow with the number of
// games. Requires the players of all games to be in [0, players).
std::vector<Encounter> encounters(int players, std::span<const ScoredGame> games);

// One row of the standings.
struct TableRow {
    int player = 0;
    int rank = 0;       // from 1; equal only if all tie-breaks are equal
    long points = 0;    // in all games
    long against = 0;   // points of the opponents in those games
    Trinomial results;  // by the rated result
    // Points from games among players tied by points and wins; 0 without a tie.
    long among_tied = 0;

    long margin() const { return points - against; }
    bool operator==(const TableRow&) const = default;
};

// The standings of the course, best first: by total points. Tie-breaks, in this order: games won;
// points in the games among the tied players; points minus the opponents' points. Players that are
// still tied share the rank and are listed by number.
std::vector<TableRow> points_table(int players, std::span<const Encounter> encounters);

}  // namespace xttt
