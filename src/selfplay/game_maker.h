#pragma once

#include <memory>
#include <vector>

#include "base/random.h"
#include "selfplay/recipe.h"
#include "selfplay/training_record.h"

namespace xttt {

// Where the games of a recipe begin: each number's random moves, from one of its openings.
template <const Variant& V>
class GameStarts {
public:
    // Refuses openings that cannot be read and contradictory numbers.
    static Result<GameStarts> make(const SelfPlayRecipe& recipe);

    // The lots of a game, and the position of its first search, drawn with them.
    Random lots(std::uint32_t number) const { return Random(mix64(mix64(seed_) + number)); }
    Position<V> draw(Random& lots) const;

private:
    std::uint64_t seed_ = 0;
    int least_ = 0, most_ = 0;
    std::vector<Position<V>> openings_;
};

// Plays games of a recipe, one after the other. Not with the referee: a search of a few hundred
// nodes is over before a clock, a player and a record would have been asked.
template <const Variant& V>
class GameMaker {
public:
    static Result<GameMaker> make(const SelfPlayRecipe& recipe);
    // The positions of one game in order; the last ends it.
    std::vector<TrainingRecord<V>> play(std::uint32_t number);

private:
    GameMaker(const SelfPlayRecipe& recipe, GameStarts<V> starts,
              std::unique_ptr<Searcher<V>> searcher)
        : recipe_(recipe), starts_(std::move(starts)), searcher_(std::move(searcher)) {}
    SearchReport think(const Position<V>& pos, bool warm);
    Move draw(const SearchReport& report, Random& random) const;

    static constexpr int kWarmLines = 4;
    SelfPlayRecipe recipe_;
    GameStarts<V> starts_;
    std::unique_ptr<Searcher<V>> searcher_;
};

}  // namespace xttt
