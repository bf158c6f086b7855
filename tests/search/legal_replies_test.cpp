#include <algorithm>
#include <cstdlib>

#include <gtest/gtest.h>

#include "search/make_searcher.h"
#include "support/describe.h"
#include "support/random_positions.h"
#include "support/variants.h"

namespace xttt {
namespace {

VARIANT_SUITE(Replies);

// How many games each algorithm plays in each variant; XTTT_ENGINE_GAMES=24 makes 100,000 moves.
int game_count() {
    const char* wanted = std::getenv("XTTT_ENGINE_GAMES");
    return wanted != nullptr ? std::max(1, std::atoi(wanted)) : 1;
}

// Whole games of every algorithm against itself at limits too small to think in, each move checked
// by the literal rules.
VARIANT_TEST(Replies, AreLegalAtAnyLimit) {
    Random random(9);
    for (int i = 0; i < game_count() * static_cast<int>(algorithm_names().size()); ++i) {
        const auto name = algorithm_names()[static_cast<std::size_t>(i) % algorithm_names().size()];
        SearchOptions options;
        options.algorithm = name;
        options.hash_mb = 1;
        const auto searcher = make_searcher<V>(options);
        ASSERT_TRUE(searcher) << searcher.error().message;
        reference::Game game(reference::rules_of(V.name));
        Position<V> pos;
        while (!pos.over()) {
            const SearchLimits limits{.nodes = 1 + random.below(60)};
            const SearchReport report = (*searcher)->search(pos, limits, {});
            const Move m = report.best_move();
            ASSERT_FALSE(m.is_none()) << name;
            ASSERT_TRUE(std::ranges::count(game.legal(), test::cell_of<V>(m)) == 1) << name;
            game.play(test::cell_of<V>(m));
            pos.play(m);
        }
        EXPECT_EQ(test::end_of(pos.outcome()), game.end()) << name;
    }
}

// Every move of every reported line can be played.
VARIANT_TEST(Replies, LinesArePlayable) {
    Random random(10);
    for (const auto name : algorithm_names()) {
        SearchOptions options;
        options.algorithm = name;
        options.hash_mb = 1;
        const auto searcher = make_searcher<V>(options);
        for (int i = 0; i < 10; ++i) {
            const auto start = test::random_position<V>(random);
            const SearchLimits limits{.nodes = 3000, .multipv = 3};
            const SearchReport report = (*searcher)->search(start, limits, {});
            EXPECT_EQ(static_cast<int>(report.pvs.size()), std::min(3, start.legal_count()));
            for (const ScoredPv& pv : report.pvs) {
                Position<V> pos = start;
                for (const Move m : pv.moves) {
                    ASSERT_TRUE(pos.is_legal(m)) << name;
                    pos.play(m);
                }
            }
        }
    }
}

TEST(MakeSearcher, ListsTheKnownNamesAfterAnUnknownOne) {
    SearchOptions options;
    options.algorithm = "magic";
    const auto searcher = make_searcher<kExtreme>(options);
    ASSERT_FALSE(searcher);
    EXPECT_EQ(searcher.error().code, Errc::Usage);
    for (const auto name : algorithm_names())
        EXPECT_NE(searcher.error().message.find(name), std::string::npos);
}

}  // namespace
}  // namespace xttt
