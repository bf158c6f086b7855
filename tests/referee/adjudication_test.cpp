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

TEST(AdjudicatedDraw, ComesWhenBothPlayersExpectIt) {
    const Adjudication rules{.draw_score = 100, .draw_moves = 3, .draw_from = 12};
    const auto game = played(scoring({points(0)}), scoring({points(100), points(-100)}), rules);
    EXPECT_FALSE(game.record.forfeit);
    EXPECT_EQ(
        game.record.drawn,
        "adjudicated: the scores of both players were within 1.00 points in 3 moves in a row");
    EXPECT_EQ(game.record.moves.size(), 12u);
    EXPECT_EQ(game.ending.result, GameResult::Draw);
    EXPECT_EQ(game.ending.reason, "adjudication");
    EXPECT_FALSE(game.ending.rated_winner());
    // The record says the same.
    EXPECT_EQ(ending_of(game.record).value(), game.ending);
}

TEST(AdjudicatedDraw, NeedsTheScoresOfBothInARow) {
    const Adjudication rules{.draw_score = 100, .draw_moves = 2};
    EXPECT_FALSE(played(scoring({points(0)}), scoring({points(101)}), rules).record.drawn);
    EXPECT_FALSE(played(scoring({points(0)}), scoring({std::nullopt}), rules).record.drawn);
    EXPECT_FALSE(played(scoring({points(0)}), scoring({win(9)}), rules).record.drawn);
    const auto late = played(scoring({points(0)}),
                             scoring({points(0), points(500), points(0), points(0)}), rules);
    EXPECT_EQ(late.record.moves.size(), 8u);
}

TEST(AdjudicatedDraw, ComesAtTheMoveLimitAsATie) {
    for (const int limit : {1, 30}) {
        const auto game =
            played(scoring({points(900)}), scoring({points(900)}), {.max_moves = limit});
        EXPECT_EQ(game.record.moves.size(), static_cast<std::size_t>(limit));
        EXPECT_EQ(game.record.drawn, limit == 1 ? "adjudicated: the game has 1 move"
                                                : "adjudicated: the game has 30 moves");
        ASSERT_TRUE(game.ending.points);
        EXPECT_EQ((*game.ending.points)[0], (*game.ending.points)[1]);
    }
    // A game that ends by the rules with its last move is not adjudicated.
    const auto whole = played(scoring({points(0)}), scoring({points(0)}), {});
    const auto same = played(scoring({points(0)}), scoring({points(0)}),
                             {.max_moves = static_cast<int>(whole.record.moves.size())});
    EXPECT_EQ(same.ending, whole.ending);
}

TEST(SearchNotes, AreRecordedOnRequestAndWithLegalVariationsOnly) {
    const auto answers = [](std::string pv) {
        return ScriptedPlayer([pv](const Turn& turn) {
            Reply reply = first_legal(turn);
            reply.note.depth = 3;
            reply.note.seldepth = 7;
            reply.note.hashfull = 12;
            reply.note.pv = pv;
            return reply;
        });
    };
    GameSetup setup{.variant = &kUltimate, .adjudication = {.max_moves = 1}, .record_pv = true};
    for (const auto& [pv, kept] :
         std::vector<std::pair<std::string, std::string>>{{"a1 b1 d1", "a1 b1 d1"},
                                                          {"a1 b1 a1", "a1 b1"},
                                                          {"nonsense", ""},
                                                          {"", ""},
                                                          {"a1  b1", "a1"},
                                                          {std::string(100'000, 'a'), ""}}) {
        auto x = answers(pv), o = answers(pv);
        const auto game = play_game(setup, {&x, &o}).value();
        EXPECT_EQ(game.record.moves[0].note.pv, kept);
        EXPECT_EQ(game.record.moves[0].note.seldepth, 7);
        EXPECT_EQ(game.record.moves[0].note.hashfull, 12);
    }
    setup.record_pv = false;
    auto x = answers("a1"), o = answers("a1");
    const MoveNote note = play_game(setup, {&x, &o}).value().record.moves[0].note;
    EXPECT_EQ(note.depth, 3);
    EXPECT_FALSE(note.seldepth || note.hashfull || !note.pv.empty());
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
