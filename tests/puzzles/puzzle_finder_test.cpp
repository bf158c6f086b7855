#include "puzzles/puzzle_finder.h"

#include "selfplay/game_maker.h"
#include "support/variants.h"

namespace xttt {
namespace {

template <const Variant& V>
std::vector<Position<V>> engine_game(std::uint32_t number) {
    auto maker = GameMaker<V>::make({.nodes = 100});
    std::vector<Position<V>> positions;
    for (const auto& record : maker->play(number)) positions.push_back(record.position());
    return positions;
}

VARIANT_SUITE(Puzzles);

VARIANT_TEST(Puzzles, HaveExactlyOneMoveThatKeepsTheGoal) {
    auto finder = PuzzleFinder<V>::make({.evaluation = "tuned", .hash_mb = 1});
    ASSERT_TRUE(finder.has_value());
    int found = 0;
    for (std::uint32_t number = 0; number < 6; ++number) {
        for (const auto& puzzle : finder->find(engine_game<V>(number), number)) {
            ++found;
            GoalSearch<V> search(4);
            EXPECT_EQ(puzzle.goal.side, puzzle.position.side_to_move());
            puzzle.position.for_each_legal([&](Move m) {
                Position<V> after = puzzle.position;
                after.play(m);
                EXPECT_EQ(search.forced(after, puzzle.goal.after_move()), m == puzzle.solution);
            });
            EXPECT_GE(puzzle.moves, 1);
            EXPECT_GE(puzzle.rating, 600);
            EXPECT_LE(puzzle.rating, 2400);
        }
    }
    EXPECT_GT(found, 0);
}

VARIANT_TEST(Puzzles, AreTheSameForTheSameGame) {
    const auto game = engine_game<V>(3);
    std::array<std::vector<Move>, 2> solutions;
    for (auto& some : solutions) {
        auto finder = PuzzleFinder<V>::make({.evaluation = "tuned", .hash_mb = 1});
        ASSERT_TRUE(finder.has_value());
        if (&some == &solutions[1]) finder->find(engine_game<V>(4), 4);  // leaves no trace
        for (const auto& puzzle : finder->find(game, 3)) some.push_back(puzzle.solution);
    }
    EXPECT_EQ(solutions[0], solutions[1]);
}

}  // namespace
}  // namespace xttt
