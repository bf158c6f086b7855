#include "eval/handcrafted/lines.h"

#include <gtest/gtest.h>

#include "support/random_positions.h"
#include "support/variants.h"

namespace xttt {
namespace {

// The heuristic word for word: for one player, line by line, board by board.
template <const Variant& V>
int literal_line_sum(Mask own, Mask blocked, const std::array<int, 3>& weights) {
    int sum = 0;
    for (int held = 1; held < V.size; ++held) {
        int count = 0;
        for (const Mask line : kLines<V>)
            if ((line & blocked) == 0 && std::popcount(line & own) == held) ++count;
        sum += weights[held - 1] * count * count;
    }
    return sum;
}

template <const Variant& V>
int literal_score_of(const Position<V>& pos, Side side, const LinesWeights& weights) {
    int sum = 0;
    Mask own[2] = {}, blocked[2] = {};
    for (int b = 0; b < V.small_boards(); ++b) {
        const int big = b / V.places();
        const Mask bit = Mask{1} << (b % V.places());
        const auto winner = pos.board_winner(b);
        if (winner == side) {
            sum += weights.board_won;
            own[big] |= bit;
        } else if (winner || pos.is_drawn(b)) {
            blocked[big] |= bit;
        } else {
            sum +=
                literal_line_sum<V>(pos.marks(side, b), pos.marks(opponent(side), b), weights.cell);
        }
    }
    for (int big = 0; big < V.big_boards; ++big)
        sum += literal_line_sum<V>(own[big], blocked[big], weights.board);
    return sum;
}

VARIANT_SUITE(LinesHeuristic);

VARIANT_TEST(LinesHeuristic, KeptUpMoveByMoveEqualsItsDefinition) {
    const LinesWeights weights{.cell = {2, 11, 53}, .board_won = 301, .board = {401, 1009, 5003}};
    const LinesEvaluator<V> evaluator(weights);
    Random random(11);
    for (int game = 0; game < 60; ++game) {
        Position<V> pos;
        auto state = evaluator.start(pos);
        while (!pos.over()) {
            const Side side = pos.side_to_move();
            const Score expected = literal_score_of(pos, side, weights) -
                                   literal_score_of(pos, opponent(side), weights);
            ASSERT_EQ(evaluator.score(state, pos), expected);
            const Move m =
                pos.nth_legal(random.below(static_cast<std::uint32_t>(pos.legal_count())));
            pos.play(m);
            evaluator.update(state, pos, m);
        }
    }
}

VARIANT_TEST(LinesHeuristic, AllQuietMovesOfABoardAtOnceScoreAsOneByOne) {
    const LinesEvaluator<V> evaluator;
    Random random(12);
    for (int i = 0; i < 200; ++i) {
        const auto pos = test::random_position<V>(random);
        const auto state = evaluator.start(pos);
        for (int board = 0; board < V.small_boards(); ++board) {
            if (!pos.is_open(board)) continue;
            CellScores<V> scores;
            evaluator.score_quiet_moves(state, pos, board, scores);
            pos.for_each_legal([&](Move m) {
                auto next = pos;
                next.play(m);
                if (m.board != board || !next.is_open(board)) return;
                auto after = state;
                evaluator.update(after, next, m);
                ASSERT_EQ(scores[m.cell], -evaluator.score(after, next));
            });
        }
    }
}

TEST(LinesWeightsText, IsReadBackAsWritten) {
    const LinesWeights weights{.cell = {2, 11, 53}, .board_won = 301, .board = {401, 1009, 5000}};
    EXPECT_EQ(parse_lines_weights(weights_text(weights)), weights);
}

TEST(LinesWeightsText, RefusesAnythingButSevenNumbersInRange) {
    for (const auto* text : {"", "1,2,3", "1,2,3,4,5,6,7,8", "1,2,3,4,5,6,x", "1,2,3,4,5,6,-7",
                             "1,2,3,4,5,6,5001", "1, 2,3,4,5,6,7"}) {
        const auto weights = parse_lines_weights(text);
        ASSERT_FALSE(weights) << text;
        EXPECT_NE(weights.error().message.find("seven numbers"), std::string::npos);
    }
}

TEST(LinesHeuristicByHand, CountsTheSquareOfTheNumberOfLines) {
    // One mark in the corner of an empty extreme board lies on a row and a column: 1 * 2^2.
    Position<kExtreme> pos;
    pos.play({0, 0});
    const LinesEvaluator<kExtreme> evaluator;
    EXPECT_EQ(evaluator.score(evaluator.start(pos), pos), -4);
}

}  // namespace
}  // namespace xttt
