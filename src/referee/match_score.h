#pragma once

#include <array>
#include <map>
#include <optional>
#include <vector>

#include "referee/game_setup.h"

namespace xttt {

// How the two players of a match stand, the first and the second, whichever of them is x.
class MatchScore {
public:
    // Games that share an opening are counted in pairs, game 0 with 1, 2 with 3: their results
    // depend on each other, and the error bars have to know.
    explicit MatchScore(bool paired) : paired_(paired) {}

    // Adds the next game, in order. `first_is` tells which side the first player had.
    void add(const PlayedGame& game, Side first_is);

    int games() const { return static_cast<int>(results_.size()); }
    int wins() const { return wins_; }  // of the first player, by the rated result
    int draws() const { return draws_; }
    int losses() const { return games() - wins_ - draws_; }
    long points(int player) const { return points_[player]; }
    const TimeUsed& time(int player) const { return time_[player]; }
    std::uint64_t plies() const { return plies_; }
    // How often each player forfeited, by reason.
    const std::map<ForfeitReason, std::array<int, 2>>& forfeits() const { return forfeits_; }

    // The first player's share of the results with its error at 95% confidence, both from 0 to 1;
    // and the same as a difference in Elo points. Empty where nothing can be said yet.
    struct Estimate {
        double value;
        double low, high;
    };
    std::optional<Estimate> share() const;
    std::optional<Estimate> elo() const;

private:
    bool paired_;
    std::vector<double> results_;  // 1, 0.5 or 0 for the first player
    int wins_ = 0;
    int draws_ = 0;
    std::array<long, 2> points_{};
    std::array<TimeUsed, 2> time_{};
    std::uint64_t plies_ = 0;
    std::map<ForfeitReason, std::array<int, 2>> forfeits_;
};

// The score as one line, and at the end as a few.
std::string running_text(const MatchScore& score);
std::string final_text(const MatchScore& score, const std::array<std::string, 2>& names);

}  // namespace xttt
