#include "referee/adjudication.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "players/random_player.h"
#include "referee/referee.h"
#include "referee/scripted_player.h"
#include "search/solver/solver.h"

namespace xttt {
namespace {

using test::first_legal;
using test::ScriptedPlayer;

// Plays its first legal move and gives the scores in order, the last one again and again.
ScriptedPlayer scoring(std::vector<std::optional<NoteScore>> scores) {
    return ScriptedPlayer([scores, move = std::size_t{0}](const Turn& turn) mutable {
        Reply reply = first_legal(turn);
        reply.note.score = scores[std::min(move++, scores.size() - 1)];
        return reply;
    });
}

std::optional<NoteScore> points(int hundredths) {
    return NoteScore{NoteScore::Kind::Points, hundredths};
}
std::optional<NoteScore> win(int moves) {
    return NoteScore{NoteScore::Kind::Win, moves};
}

PlayedGame played(ScriptedPlayer x, ScriptedPlayer o, const Adjudication& rules) {
    const GameSetup setup{.variant = &kUltimate, .adjudication = rules};
    return play_game(setup, {&x, &o}).value();
}

TEST(Resignation, ComesAfterEnoughBadScoresInARow) {
    const Adjudication rules{.resign_score = 1000, .resign_moves = 3};
    const auto game = played(
        scoring({points(-1000), points(-999), points(-1000), points(-2000), win(-4), points(0)}),
        scoring({points(0)}), rules);
    ASSERT_TRUE(game.record.forfeit);
    EXPECT_EQ(game.record.forfeit->offender, Side::X);
    EXPECT_EQ(game.record.forfeit->reason, ForfeitReason::Resignation);
    EXPECT_EQ(game.record.forfeit->detail,
              "adjudicated: its score was -10.00 or less in 3 moves in a row");
    EXPECT_EQ(game.used[0].moves, 5);  // and it is its turn
    EXPECT_EQ(*game.ending.points, (std::array{0, kUltimate.line_points}));
}

TEST(Resignation, NeedsScores) {
    const Adjudication rules{.resign_score = 100, .resign_moves = 1};
    EXPECT_FALSE(played(scoring({std::nullopt}), scoring({points(500)}), rules).record.forfeit);
    // A player without a score in between begins again.
    const Adjudication two{.resign_score = 100, .resign_moves = 2};
    EXPECT_FALSE(played(scoring({points(-500), std::nullopt, points(-500), points(0)}),
                        scoring({points(0)}), two)
                     .record.forfeit);
}

TEST(Resignation, CanAskTheOpponentToo) {
    Adjudication rules{.resign_score = 1000, .resign_moves = 2, .resign_twosided = true};
    EXPECT_FALSE(played(scoring({points(-3000)}), scoring({points(900)}), rules).record.forfeit);
    EXPECT_TRUE(played(scoring({points(-3000)}), scoring({win(9)}), rules).record.forfeit);
    EXPECT_FALSE(played(scoring({points(-3000)}), scoring({win(9)}), {}).record.forfeit);
}

TEST(Proof, EndsOnlyGamesThatAreLost) {
    int ended = 0, shortened = 0;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        GameSetup setup{.variant = &kUltimate, .seed = seed};
        RandomPlayer x, o;
        const auto whole = play_game(setup, {&x, &o}).value();
        setup.adjudication.proof_nodes = 20'000;
        const auto game = play_game(setup, {&x, &o}).value();
        ASSERT_LE(game.record.moves.size(), whole.record.moves.size());
        if (!game.record.forfeit) continue;
        ++ended;
        shortened += game.record.moves.size() < whole.record.moves.size();
        const auto last = replay<kUltimate>(game.record, [](const auto&, const auto&) {}).value();
        const Side loser = game.record.forfeit->offender;
        EXPECT_EQ(last.side_to_move(), loser);
        const auto solution = Solver<kUltimate>({.hash_mb = 16}).solve(last);
        ASSERT_TRUE(solution.by_line()) << seed;
        EXPECT_EQ(solution.line_winner(), opponent(loser)) << seed;
    }
    EXPECT_GT(ended, 0);
    EXPECT_EQ(ended, shortened);
}

}  // namespace
}  // namespace xttt
