#include "env/game.h"

#include "base/random.h"
#include "record/record_io.h"
#include "support/variants.h"

namespace xttt {
namespace {

VARIANT_SUITE(GameBehindNames);

void play_random(Game& game, Random& random, int moves) {
    for (int i = 0; i < moves && !game.over(); ++i) {
        std::vector<int> legal;
        game.for_each_legal([&](int action) { legal.push_back(action); });
        ASSERT_EQ(static_cast<int>(legal.size()), game.legal_count());
        game.play(legal[random.below(static_cast<std::uint32_t>(legal.size()))]);
    }
}

VARIANT_TEST(GameBehindNames, UndoLeadsBackToTheStart) {
    Random random(1);
    auto game = make_game(V.name).value();
    std::vector<std::string> fens;
    while (!game->over()) {
        fens.push_back(game->fen());
        play_random(*game, random, 1);
    }
    EXPECT_TRUE(game->outcome().has_value());
    for (; !fens.empty(); fens.pop_back()) {
        ASSERT_TRUE(game->undo().has_value());
        ASSERT_EQ(game->fen(), fens.back());
    }
    EXPECT_FALSE(game->undo().has_value());
}

VARIANT_TEST(GameBehindNames, RecordsLeadToTheSamePosition) {
    Random random(2);
    auto first = make_game(V.name).value();
    play_random(*first, random, 9);
    auto from_fen = make_game(V.name, first->fen()).value();
    EXPECT_TRUE(from_fen->same_position(*first));
    play_random(*from_fen, random, 1000);
    const auto again = make_game(from_fen->record()).value();
    EXPECT_TRUE(again->same_position(*from_fen));
    EXPECT_EQ(again->history(), from_fen->history());
    EXPECT_TRUE(xgn_text(from_fen->record()).has_value());
}

VARIANT_TEST(GameBehindNames, ImagesHaveTheImagesOfTheLegalActions) {
    Random random(3);
    auto game = make_game(V.name).value();
    play_random(*game, random, 12);
    for (int number = 0; number < symmetry_count(V); ++number) {
        const auto image = game->transformed(number);
        EXPECT_EQ(image->legal_count(), game->legal_count());
        for (int action = 0; action < V.cells(); ++action)
            ASSERT_EQ(image->is_legal(transformed_action(V, action, number)),
                      game->is_legal(action));
        EXPECT_EQ(image->transformed(image->canonical_symmetry())->fen(),
                  game->transformed(game->canonical_symmetry())->fen());
    }
}

VARIANT_TEST(GameBehindNames, IsDrawnAsOnePicture) {
    Random random(4);
    auto game = make_game(V.name).value();
    play_random(*game, random, 60);
    const auto svg = game->svg();
    EXPECT_TRUE(svg.starts_with("<svg ")) << svg;
    EXPECT_TRUE(svg.ends_with("</svg>\n"));
}

TEST(GameBehindNames, SaysWhyAnActionIsNotLegal) {
    auto game = make_game("ultimate").value();
    game->play(40);
    EXPECT_EQ(game->check(0).error().message,
              "'a1' is illegal: after e5 the move must go to small board d4-f6");
    EXPECT_EQ(game->check(81).error().message,
              "81 is not an action; actions of ultimate run from 0 to 80");
    EXPECT_FALSE(make_game("chess").has_value());
    EXPECT_FALSE(make_game("ultimate", "9/9 x - -").has_value());
}

}  // namespace
}  // namespace xttt
