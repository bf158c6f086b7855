#pragma once

#include <vector>

#include "base/random.h"
#include "rules/position.h"

namespace xttt::bench {

// Random games as lists of moves, so that measurements do not include the choice of moves.
template <const Variant& V>
std::vector<std::vector<Move>> random_games(int count) {
    Random random{777};
    std::vector<std::vector<Move>> games(static_cast<std::size_t>(count));
    for (auto& moves : games)
        for (auto pos = Position<V>::initial(); !pos.over(); pos.play(moves.back()))
            moves.push_back(
                pos.nth_legal(random.below(static_cast<std::uint32_t>(pos.legal_count()))));
    return games;
}

// Positions of random games, one from each, at all stages of a game.
template <const Variant& V>
std::vector<Position<V>> random_positions(int count) {
    std::vector<Position<V>> positions;
    const auto games = random_games<V>(count);
    for (std::size_t g = 0; g < games.size(); ++g) {
        auto pos = Position<V>::initial();
        const std::size_t plies = games[g].size() * g / games.size();
        for (std::size_t i = 0; i < plies; ++i) pos.play(games[g][i]);
        positions.push_back(pos);
    }
    return positions;
}

}  // namespace xttt::bench
