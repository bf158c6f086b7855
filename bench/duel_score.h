#pragma once

#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "stats/score.h"

namespace xttt {

// Sums over finished pairs of games, from a's view.
struct DuelScore {
    Pentanomial pairs;
    Trinomial games;
    double margin = 0, plies = 0;
    std::array<double, 2> seconds{}, nodes{};

    DuelScore& operator+=(const DuelScore& other) {
        pairs += other.pairs;
        games += other.games;
        margin += other.margin;
        plies += other.plies;
        for (std::size_t i = 0; i < 2; ++i) {
            seconds[i] += other.seconds[i];
            nodes[i] += other.nodes[i];
        }
        return *this;
    }

    // Number of pairs by the score of a: 0, 1/2, 1, 3/2 and 2 of 2.
    std::string summary() const {
        const double count = std::max(1.0, static_cast<double>(games.games()));
        const auto knps = [&](int player) {
            return nodes[player] / std::max(1e-9, seconds[player]) / 1000;
        };
        const auto share = share_of(pairs);
        const auto elo = elo_difference(pairs);
        if (!share || !elo) return "no games";
        return fmt::format(
            "games {}  +{} ={} -{}  score {:.1f}%  Elo {:+.0f} [{:+.0f}, {:+.0f}]  "
            "pairs {}  margin {:+.2f} points  {:.0f} plies/game  knps a {:.0f} b {:.0f}",
            games.games(), games.wins, games.draws, games.losses, 100 * share->mean, elo->value,
            elo->low, elo->high, fmt::join(pairs.counts(), "-"), margin / count, plies / count,
            knps(0), knps(1));
    }
};

}  // namespace xttt
