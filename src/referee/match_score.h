#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <unordered_set>

#include "referee/game_setup.h"
#include "stats/score.h"

namespace xttt {

// The score of a match from the view of the first player.
class MatchScore {
public:
    // `paired`: games 2k and 2k + 1 share an opening. Pairs, not games, are then independent, and
    // intervals come from complete pairs.
    explicit MatchScore(bool paired) : paired_(paired) {}

    // Adds the next game, in order. `first_is` is the side of the first player.
    void add(const PlayedGame& game, Side first_is);

    int games() const { return static_cast<int>(games_.games()); }
    const Trinomial& results() const { return games_; }  // by the rated result
    const Pentanomial& pairs() const { return pairs_; }  // empty where games are not paired
    long points(int player) const { return points_[player]; }
    const TimeUsed& time(int player) const { return time_[player]; }
    std::uint64_t plies() const { return plies_; }
    int busy() const { return busy_; }          // games whose host was too busy for a fair clock
    int repeated() const { return repeated_; }  // games equal to an earlier one, move by move
    int adjudicated() const { return adjudicated_; }  // games ended by adjudication
    // How often each player forfeited, by reason; without adjudicated games.
    const std::map<ForfeitReason, std::array<int, 2>>& forfeits() const { return forfeits_; }

    // The first player's score as a fraction, and the Elo difference, each with its 95% interval.
    // Empty before the first game.
    std::optional<Estimate> share() const;
    std::optional<Estimate> elo() const;
    std::optional<Estimate> normalized() const;  // normalized Elo
    double likelihood_of_superiority() const;    // of the first player

private:
    bool by_pairs() const { return paired_ && pairs_.count() > 0; }

    bool paired_;
    Trinomial games_;
    Pentanomial pairs_;
    std::optional<double> first_of_pair_;
    std::array<long, 2> points_{};
    std::array<TimeUsed, 2> time_{};
    std::uint64_t plies_ = 0;
    int busy_ = 0, repeated_ = 0, adjudicated_ = 0;
    std::unordered_set<std::uint64_t> seen_;  // hashes of games
    std::map<ForfeitReason, std::array<int, 2>> forfeits_;
};

// The running score on one text line, and the final score on several.
std::string running_text(const MatchScore& score);
std::string final_text(const MatchScore& score, const std::array<std::string, 2>& names);

}  // namespace xttt
