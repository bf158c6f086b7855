#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

#include "base/clock.h"
#include "tournament/config/tournament_config.h"

namespace xttt {

// The expected size and duration of a tournament.
struct Forecast {
    long games = 0;  // of all stages, without tie-breaks of knockouts
    int moves = 0;   // average length of random games
    // The duration if every move uses all of its time, with `jobs` concurrent games.
    std::optional<std::chrono::seconds> longest;
};
Forecast forecast(const TournamentConfig& config, int jobs);

// The number of entrants of each stage; all entrants take part in the first.
std::vector<int> entrants_by_stage(const TournamentConfig& config);

// The rate of finished games over about the last minute, and the estimated remaining time.
class GameRate {
public:
    void add(long games) {
        const auto now = Clock::now();
        if (!begun_) begun_ = since_ = now;
        games_ += games;
        // Exponential decay, so that the rate follows changes.
        if (now - since_ > std::chrono::minutes(1)) {
            since_ += (now - since_) / 2;
            games_ /= 2;
        }
    }
    double games_per_second() const {
        if (!begun_) return 0;
        const double seconds = to_seconds(Clock::now() - since_);
        return seconds > 0 ? games_ / seconds : 0;
    }
    std::optional<std::chrono::seconds> time_for(long games) const {
        const double rate = games_per_second();
        if (rate <= 0) return std::nullopt;
        return std::chrono::seconds(
            static_cast<long>(std::min(static_cast<double>(games) / rate, 1e9)));
    }

private:
    std::optional<Clock::time_point> begun_;
    Clock::time_point since_{};
    double games_ = 0;
};

}  // namespace xttt
