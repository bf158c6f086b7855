#include "engine/review.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "engine/win_probability.h"
#include "support/short_games.h"

namespace xttt {
namespace {

using ::testing::HasSubstr;

GameRecord game_won_by_x() {
    GameRecord record;
    record.variant = &kDouble;
    for (const auto text : split(test::kWonByX, ' '))
        record.moves.push_back({*read_move<kDouble>(text), {}});
    return record;
}

SearchLimits depth(int plies) {
    SearchLimits limits;
    limits.depth = plies;
    return limits;
}

SearchOptions small_search() {
    SearchOptions options;
    options.hash_mb = 4;
    return options;
}

TEST(Review, EveryMoveIsLookedAtOnce) {
    int heard = 0;
    const auto review =
        review_game(game_won_by_x(), small_search(), depth(4), [&](const MoveReview&) { ++heard; });
    ASSERT_TRUE(review.has_value()) << review.error().message;
    EXPECT_EQ(review->moves.size(), game_won_by_x().moves.size());
    EXPECT_EQ(heard, static_cast<int>(review->moves.size()));
    EXPECT_EQ(review->sides[0].moves + review->sides[1].moves, heard);
}

TEST(Review, TheMoveThatWinsTheGameCostsNothing) {
    const auto review = review_game(game_won_by_x(), small_search(), depth(3));
    ASSERT_TRUE(review.has_value());
    const MoveReview& last = review->moves.back();
    EXPECT_EQ(last.side, Side::X);
    EXPECT_EQ(last.best_score, kLineScore - 1);
    EXPECT_EQ(last.cost, 0);
    EXPECT_EQ(last.judgement, Judgement::Good);
}

TEST(Review, RandomPlayersMakeMistakesAndTheyAreNamed) {
    const auto review = review_game(game_won_by_x(), small_search(), depth(4));
    ASSERT_TRUE(review.has_value());
    double cost = 0;
    for (const MoveReview& move : review->moves) {
        EXPECT_GE(move.cost, 0);
        EXPECT_GE(move.chances_lost, 0);
        EXPECT_EQ(move.judgement, judge(move.chances_lost));
        if (move.best == move.played) {
            EXPECT_EQ(move.cost, 0);
        }
        cost += move.cost;
    }
    EXPECT_GT(cost, 0);
    EXPECT_NEAR(cost, review->sides[0].cost + review->sides[1].cost, 1e-9);
}

TEST(Review, JudgementsGrowWithTheWinningChancesLost) {
    EXPECT_EQ(judge(0), Judgement::Good);
    EXPECT_EQ(judge(0.019), Judgement::Good);
    EXPECT_EQ(judge(0.02), Judgement::Inaccuracy);
    EXPECT_EQ(judge(0.04), Judgement::Mistake);
    EXPECT_EQ(judge(0.06), Judgement::Blunder);
    EXPECT_EQ(judge(1), Judgement::Blunder);
}

// A game of `extreme` in which o plays random moves against the engine.
GameRecord game_lost_by_a_random_player() {
    GameRecord record;
    record.variant = &kExtreme;
    SearchOptions options = small_search();
    const auto engine = *make_searcher<kExtreme>(options);
    options.algorithm = "random";
    options.seed = 3;
    const auto random = *make_searcher<kExtreme>(options);
    auto pos = Position<kExtreme>::initial();
    while (!pos.over()) {
        auto& player = pos.side_to_move() == Side::X ? *engine : *random;
        const Move move = player.search(pos, depth(4), {}).best_move();
        record.moves.push_back({move, {}});
        pos.play(move);
    }
    return record;
}

TEST(Review, FindsTheBlundersOfARandomPlayerThatLosesByALine) {
    const GameRecord record = game_lost_by_a_random_player();
    ASSERT_EQ(ending_of(record)->points, (std::array{68, 0}));
    const auto review = review_game(record, small_search(), depth(5));
    ASSERT_TRUE(review.has_value());
    const auto blunders = [&](Side side) {
        return review->sides[static_cast<std::size_t>(index(side))]
            .counts[static_cast<std::size_t>(Judgement::Blunder)];
    };
    std::string text;
    for (const MoveReview& move : review->moves) text += review_text(move, kExtreme);
    EXPECT_GE(blunders(Side::O), 1) << text;
    EXPECT_EQ(blunders(Side::X), 0);
    EXPECT_GT(review->sides[1].chances_lost, review->sides[0].chances_lost);
}

TEST(Review, AMistakeShowsTheLostChancesAndTheBetterMove) {
    const MoveReview move{.number = 12,
                          .side = Side::O,
                          .played = "a1",
                          .played_score = -900,
                          .best = "b2",
                          .best_score = 125,
                          .best_pv = "b2 c3",
                          .cost = 10.25,
                          .chances_lost = 0.124,
                          .judgement = Judgement::Mistake};
    EXPECT_THAT(review_text(move, kExtreme),
                HasSubstr("mistake, loses 12%: better was b2 (+1.25), then c3\n"));
    EXPECT_THAT(review_json(3, move, kExtreme),
                HasSubstr(R"("cost":10.25,"chances_lost":0.1240,"judgement":"mistake")"));
}

TEST(WinProbability, GrowsWithTheMarginAndIsEvenAtNone) {
    EXPECT_DOUBLE_EQ(win_probability(0, kExtreme), 0.5);
    EXPECT_GT(win_probability(300, kExtreme), 0.5);
    EXPECT_NEAR(win_probability(300, kExtreme) + win_probability(-300, kExtreme), 1, 1e-12);
    EXPECT_EQ(win_probability(kLineScore - 9, kDouble), 1.0);
    EXPECT_EQ(win_probability(9 - kLineScore, kDouble), 0.0);
}

}  // namespace
}  // namespace xttt
