#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "base/random.h"
#include "stats/ratings.h"

namespace xttt {

// The ratings of the versions and the choice of the next game, without players and files.
//
// Ratings are those of stats/ratings.h over all games. A new version starts at the rating of the
// one before: the two count as having drawn kInheritedGames games. The levels of the engine are
// fixed points: kLevelGames games between neighbours with their known result tie them together, and
// the scale is shifted to their known Elo.
//
// The next game has the highest expected information. Its first player is the member with the
// largest rating error from its own games (Ratings::own_error). The error relative to the average
// is largest for the best and the worst players, so with it these would play most. In every
// kFairTurn-th game it is the member that has waited longest, so that all play. Its opponent
// maximises the information p(1 - p) of a game with the expected score p, times the variance of the
// difference (after M. Glickman and S. Jensen, "Adaptive paired comparison design", 2005), which
// also ties together groups that have rarely met.
class Ladder {
public:
    struct Member {
        int version = 0;
        std::optional<int> previous;  // version of the same team before it
        std::optional<double> level;  // known Elo of a level of the engine
        bool active = true;           // plays
        bool operator==(const Member&) const = default;
    };
    struct Pairing {
        int x = 0, o = 0;  // versions
    };
    struct Standing {
        int version = 0;
        Estimate elo{};
        Trinomial results;
    };

    static constexpr int kInheritedGames = 4;
    static constexpr int kLevelGames = 400;
    static constexpr int kFairTurn = 4;

    explicit Ladder(std::uint64_t seed) : random_(seed) {}

    // Replaces the members; keeps the games of former members.
    void set_members(std::vector<Member> members);
    // A finished game with the score of x.
    void record(int x, int o, double x_score);
    // The next game; empty if fewer than two members are active. Counts as running until finish().
    std::optional<Pairing> next();
    void finish(const Pairing& pairing);

    // The active members, best first.
    std::vector<Standing> standings();
    // All games between two versions, from the view of the first.
    Trinomial between(int version, int other) const;
    long games() const { return games_; }

private:
    struct State {
        long games = 0;
        long as_x = 0;
        long last_turn = 0;  // when it was paired last
        int running = 0;
    };
    void update();
    int first_player() const;
    int opponent_of(int player);
    double variance(int index) const;

    Random random_;
    std::vector<Member> members_;
    std::map<int, int> index_;  // version -> position in members_ and ratings_
    std::map<int, State> states_;
    // Lower version first; results from its view, and its games as x.
    struct Met {
        Trinomial results;
        long first_as_x = 0;
    };
    std::map<std::pair<int, int>, Met> met_;
    Ratings ratings_;
    double shift_ = 0;  // from the scale of ratings_ to that of the levels
    long games_ = 0, rated_games_ = -1, turn_ = 0;
};

}  // namespace xttt
