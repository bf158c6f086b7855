#pragma once

#include <memory>
#include <vector>

#include "base/random.h"
#include "selfplay/recipe.h"
#include "selfplay/training_record.h"

namespace xttt {

// The start positions of the games of a recipe: random moves, seeded by the game's number, from one
// of the openings.
template <const Variant& V>
class GameStarts {
public:
    // Fails for openings that cannot be parsed and for an empty range of random moves.
    static Result<GameStarts> make(const SelfPlayRecipe& recipe);

    // The random generator of a game, and its start position, which advances the generator.
    Random random(std::uint32_t number) const { return Random(mix64(mix64(seed_) + number)); }
    Position<V> draw(Random& random) const;

private:
    std::uint64_t seed_ = 0;
    int least_ = 0, most_ = 0;
    std::vector<Position<V>> openings_;
};

// Plays games of a recipe, one after the other. Does not use the referee, whose clock, players and
// record would take longer for each move than a search of a few hundred nodes.
template <const Variant& V>
class GameMaker {
public:
    static Result<GameMaker> make(const SelfPlayRecipe& recipe);
    // The same with this searcher instead of the one of recipe.search.
    static Result<GameMaker> make(const SelfPlayRecipe& recipe,
                                  std::unique_ptr<Searcher<V>> searcher);
    // The records of one game, in order.
    std::vector<TrainingRecord<V>> play(std::uint32_t number);
    // The same from a position that is not over.
    std::vector<TrainingRecord<V>> play_from(const Position<V>& start, std::uint32_t number);

private:
    GameMaker(const SelfPlayRecipe& recipe, GameStarts<V> starts,
              std::unique_ptr<Searcher<V>> searcher)
        : recipe_(recipe), starts_(std::move(starts)), searcher_(std::move(searcher)) {}
    std::vector<TrainingRecord<V>> play(Position<V> pos, Random& random, std::uint32_t number);
    SearchReport think(const Position<V>& pos, bool warm);
    Move draw(const SearchReport& report, Random& random) const;

    static constexpr int kWarmLines = 4;
    SelfPlayRecipe recipe_;
    GameStarts<V> starts_;
    std::unique_ptr<Searcher<V>> searcher_;
};

}  // namespace xttt
