#pragma once

#include <array>
#include <vector>

#include "stats/score.h"

namespace xttt {

// No opponent: the entrant sits out a round and gets the points of won games.
inline constexpr int kBye = -1;

// Two entrants who play some games. `first` is x in the first game; then sides alternate.
struct Pairing {
    int first = 0;
    int second = kBye;
    int pool = 0;

    bool is_bye() const { return second == kBye; }
    bool operator==(const Pairing&) const = default;
};

// The result of the games of a pairing.
struct PairingScore {
    std::array<long, 2> points{};  // of first and second
    Trinomial results;             // from the view of first

    void add(std::array<int, 2> game_points) {
        points[0] += game_points[0];
        points[1] += game_points[1];
        results.add(game_points[0] > game_points[1]   ? 1.0
                    : game_points[0] < game_points[1] ? 0.0
                                                      : 0.5);
    }
    // The score from the view of second.
    PairingScore reversed() const { return {{points[1], points[0]}, results.reversed()}; }
    bool operator==(const PairingScore&) const = default;
};

// Pairings whose games can be played in any order and concurrently, with their results.
struct PlayedRound {
    std::vector<Pairing> pairings;
    std::vector<PairingScore> scores;  // one per pairing
};

}  // namespace xttt
