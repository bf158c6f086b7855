#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stats/score.h"

namespace xttt {

// No opponent: the entrant sits out a round and gets the points of won games.
inline constexpr int kBye = -1;

// Two entrants that play some games. `first` is x in the first game; then sides alternate.
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

enum class Format {
    RoundRobin,  // every entrant meets every other
    Gauntlet,    // the first few entrants meet all others
    Swiss,       // each round entrants with equal scores meet, no pair twice
    Knockout,    // the loser of a pairing is eliminated
    Adaptive,    // the next games go to the pairs whose order is least certain
};
inline constexpr std::array kFormats{Format::RoundRobin, Format::Gauntlet, Format::Swiss,
                                     Format::Knockout, Format::Adaptive};

// "round-robin", "gauntlet", ...
std::string_view name(Format format);
std::optional<Format> find_format(std::string_view name);

// How entrants are assigned to pools.
enum class Draw {
    Random,  // at random
    Seeded,  // by strength, in snake order: 1 2 3 | 6 5 4 | 7 8 9 ...
};

// One stage of a tournament.
struct StagePlan {
    std::string name;
    Format format = Format::RoundRobin;
    int games = 2;  // per pairing
    int pools = 1;
    Draw draw = Draw::Seeded;
    int promote = 0;      // entrants per pool that advance to the next stage; 0: all
    int rounds = 0;       // Swiss; 0: as many as a knockout would have
    int challengers = 1;  // gauntlet: number of challengers, the first seeds of each pool
    int budget = 0;       // adaptive: games per pool
    int batch = 0;        // adaptive: pairings between two updates of the ratings; 0: half the pool
    int bye_points = 0;   // points for each game of a bye

    bool operator==(const StagePlan&) const = default;
};

// Number of rounds of a Swiss stage in a pool of this size.
int swiss_rounds(const StagePlan& plan, int entrants);

// An entrant's place in a stage.
struct Seat {
    int entrant = 0;
    int pool = 0;
    int seed = 0;  // 0 is the strongest of the stage
    bool operator==(const Seat&) const = default;
};

// Distributes the entrants, strongest first, over the pools of a stage. Pool sizes differ by at
// most one.
std::vector<Seat> assign_seats(const StagePlan& plan, std::span<const int> best_first,
                               std::uint64_t seed);

// The entrants and rounds of one pool; entrants are numbered from 0 by their seed in the pool.
struct Pool {
    std::vector<int> entrants;        // by seed
    std::vector<PlayedRound> rounds;  // rounds in which the pool took part

    int size() const { return static_cast<int>(entrants.size()); }
};

// The pools of a stage with their results.
std::vector<Pool> pools_of(const StagePlan& plan, std::span<const Seat> seats,
                           std::span<const PlayedRound> rounds);

}  // namespace xttt
