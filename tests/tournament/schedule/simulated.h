#pragma once

#include <functional>
#include <numeric>
#include <set>
#include <vector>

#include "base/random.h"
#include "tournament/schedule/schedule.h"
#include "tournament/schedule/standings.h"

namespace xttt::test {

// The points of a game between two entrants, the first of them x.
using Judge = std::function<std::array<int, 2>(int x, int o, int game)>;

// The entrant with the lower number wins.
inline std::array<int, 2> lower_wins(int x, int o, int) {
    return x < o ? std::array{68, 0} : std::array{0, 68};
}
inline Judge by_lot(std::uint64_t seed) {
    return [seed](int x, int o, int game) -> std::array<int, 2> {
        const auto bits = mix64(seed + static_cast<std::uint64_t>((x * 1009 + o) * 1013 + game));
        if (bits % 5 == 0) return {20, 20};
        return bits % 2 == 0 ? std::array{68, 0} : std::array{0, 68};
    };
}

inline std::vector<int> everybody(int n) {
    std::vector<int> entrants(static_cast<std::size_t>(n));
    std::iota(entrants.begin(), entrants.end(), 0);
    return entrants;
}

inline PlayedRound play(const StagePlan& plan, std::vector<Pairing> pairings, const Judge& judge) {
    PlayedRound round{std::move(pairings), {}};
    for (const Pairing& p : round.pairings) {
        PairingScore score;
        for (int game = 0; game < plan.games && !p.is_bye(); ++game) {
            const bool turned = game % 2 == 1;
            const auto points =
                turned ? judge(p.second, p.first, game) : judge(p.first, p.second, game);
            score.add({points[turned ? 1 : 0], points[turned ? 0 : 1]});
        }
        round.scores.push_back(score);
    }
    return round;
}

struct PlayedStage {
    std::vector<Seat> seats;
    std::vector<PlayedRound> rounds;
};
inline PlayedStage play_stage(const StagePlan& plan, const std::vector<int>& entrants,
                              const Judge& judge, std::uint64_t seed = 1) {
    PlayedStage stage{assign_seats(plan, entrants, seed), {}};
    while (auto round = next_round(plan, stage.seats, stage.rounds, seed))
        stage.rounds.push_back(play(plan, std::move(*round), judge));
    return stage;
}

inline std::pair<int, int> unordered(const Pairing& p) {
    return std::minmax(p.first, p.second);
}

}  // namespace xttt::test
