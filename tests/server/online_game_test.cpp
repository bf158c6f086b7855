#include "server/game/online_game.h"

#include <gtest/gtest.h>

#include "referee/arbiter.h"
#include "support/variants.h"

namespace xttt {
namespace {

using namespace std::chrono_literals;

const Clock::time_point kStart{std::chrono::hours(1)};

OnlineGame started(std::optional<TimeControl> time = std::nullopt,
                   const Variant& variant = kUltimate) {
    OnlineGame game({.variant = &variant, .time = time});
    EXPECT_TRUE(game.join(Side::O));
    EXPECT_TRUE(game.start());
    game.resume_clock(kStart);
    return game;
}

std::string_view refusal(const RequestResult<GameEvent>& answer) {
    return answer ? "granted" : answer.error().code;
}

TEST(OnlineGame, StartsOnceTheInvitedOneHasJoined) {
    OnlineGame game({.variant = &kUltimate});
    EXPECT_EQ(refusal(game.start()), "not-joined");
    EXPECT_EQ(refusal(game.move(Side::X, 0, "e5", kStart)), "not-started");
    EXPECT_TRUE(game.join(Side::O));
    EXPECT_EQ(refusal(game.join(Side::O)), "joined");
    EXPECT_TRUE(game.start());
    EXPECT_EQ(game.phase(), OnlineGame::Phase::Playing);
}

TEST(OnlineGame, RejectsIllegalMovesAndContinues) {
    auto game = started();
    EXPECT_EQ(refusal(game.move(Side::O, 0, "e5", kStart)), "not-your-turn");
    EXPECT_EQ(refusal(game.move(Side::X, 0, "z9", kStart)), "illegal-move");
    EXPECT_EQ(refusal(game.move(Side::X, 1, "e5", kStart)), "stale");
    EXPECT_EQ(refusal(game.move(Side::X, 0, "a1", kStart)), "granted");
    EXPECT_EQ(refusal(game.move(Side::O, 1, "e5", kStart)), "illegal-move");  // bound to a1-c3
    EXPECT_EQ(refusal(game.move(Side::O, 1, "b2", kStart)), "granted");
    EXPECT_EQ(game.moves().size(), 2u);
}

TEST(OnlineGame, ChargesTheTimeOfATurnAndAddsTheIncrement) {
    auto game = started(TimeControl{60s, 2s});
    const auto moved = game.move(Side::X, 0, "e5", kStart + 10s);
    ASSERT_TRUE(moved);
    EXPECT_EQ(moved->clocks[0], 52s);
    EXPECT_EQ(moved->clocks[1], 60s);
}

// One class keeps the clocks of bots and of people.
TEST(OnlineGame, EndsAndKeepsTimeAsTheRefereeOfBotsDoes) {
    auto online = started(TimeControl{60s, 2s});
    const PlayLimits limits{.clock = GameClock{60s, 2s}};
    auto arbiter =
        Arbiter<kUltimate>::begin({.variant = &kUltimate, .limits = {limits, limits}}, {}).value();
    auto now = kStart;
    for (int ply = 0; !arbiter.over(); ++ply) {
        const Side side = arbiter.position().side_to_move();
        ASSERT_EQ(online.side_to_move(), side);
        const auto move = move_text<kUltimate>(arbiter.position().nth_legal(0));
        const auto used = std::chrono::milliseconds(1 + ply * 137 % 1900);
        now += used;
        ASSERT_TRUE(online.move(side, ply, move, now));
        online.resume_clock(now);
        arbiter.judge({.answer = move}, used);
        for (const Side each : {Side::X, Side::O})
            ASSERT_EQ(online.clocks(now)[index(each)], arbiter.clock(each).remaining) << ply;
    }
    EXPECT_EQ(online.phase(), OnlineGame::Phase::Over);
    EXPECT_EQ(online.ending(), arbiter.finish().ending);
}

TEST(OnlineGame, NoClockRunsWhileAMoveIsBeingStored) {
    auto game = started(TimeControl{60s, 0s});
    ASSERT_TRUE(game.move(Side::X, 0, "e5", kStart + 1s));
    EXPECT_FALSE(game.clock_runs());
    EXPECT_EQ(game.clocks(kStart + 20s)[1], 60s);
    game.resume_clock(kStart + 20s);
    EXPECT_EQ(game.clocks(kStart + 25s)[1], 55s);
    EXPECT_EQ(game.deadline(), kStart + 80s);
}

TEST(OnlineGame, AMoveThatComesTooLateLosesOnTime) {
    auto game = started(TimeControl{10s, 5s});
    EXPECT_FALSE(game.time_out(kStart + 9s));
    const auto end = game.move(Side::X, 0, "e5", kStart + 10s);
    ASSERT_TRUE(end);
    EXPECT_EQ(end->kind, EventKind::TimeOut);
    EXPECT_EQ(game.phase(), OnlineGame::Phase::Over);
    EXPECT_EQ(game.ending().result, GameResult::OWins);
    EXPECT_EQ(game.ending().reason, "time-limit");
    EXPECT_TRUE(game.moves().empty());
}

TEST(OnlineGame, ATakebackNeedsBothAndRemovesTheAskersLastMove) {
    auto game = started();
    EXPECT_EQ(refusal(game.ask_takeback(Side::X, kStart)), "nothing-to-take-back");
    ASSERT_TRUE(game.move(Side::X, 0, "a1", kStart));
    ASSERT_TRUE(game.move(Side::O, 1, "b2", kStart));
    EXPECT_EQ(refusal(game.answer_takeback(Side::O, true, kStart)), "nothing-asked");
    ASSERT_TRUE(game.ask_takeback(Side::X, kStart));
    EXPECT_EQ(refusal(game.ask_takeback(Side::X, kStart)), "asked");
    EXPECT_EQ(refusal(game.answer_takeback(Side::X, true, kStart)), "nothing-asked");
    const auto taken = game.answer_takeback(Side::O, true, kStart);
    ASSERT_TRUE(taken);
    EXPECT_EQ(taken->ply, 0);
    EXPECT_TRUE(game.moves().empty());
    EXPECT_EQ(game.side_to_move(), Side::X);
}

TEST(OnlineGame, AMoveAnswersAnOpenTakebackWithNo) {
    auto game = started();
    ASSERT_TRUE(game.move(Side::X, 0, "a1", kStart));
    ASSERT_TRUE(game.ask_takeback(Side::X, kStart));
    ASSERT_TRUE(game.move(Side::O, 1, "b2", kStart));
    EXPECT_EQ(refusal(game.answer_takeback(Side::O, true, kStart)), "nothing-asked");
}

TEST(OnlineGame, TakebacksComeToAnEnd) {
    auto game = started();
    ASSERT_TRUE(game.move(Side::X, 0, "a1", kStart));
    int asked = 0;
    while (game.ask_takeback(Side::X, kStart) && game.answer_takeback(Side::O, false, kStart))
        ASSERT_LT(++asked, 1000);
    EXPECT_EQ(refusal(game.ask_takeback(Side::X, kStart)), "too-many-takebacks");
    EXPECT_EQ(refusal(game.move(Side::O, 1, "b2", kStart)), "granted");
}

TEST(OnlineGame, ARematchNeedsBothAndTheEnd) {
    auto game = started();
    EXPECT_EQ(refusal(game.ask_rematch(Side::X)), "not-over");
    ASSERT_TRUE(game.resign(Side::X, kStart));
    EXPECT_EQ(game.ending().result, GameResult::OWins);
    EXPECT_EQ(refusal(game.resign(Side::O, kStart)), "game-over");
    ASSERT_TRUE(game.ask_rematch(Side::O));
    ASSERT_TRUE(game.ask_rematch(Side::X));
    const Token next = Token::random();
    EXPECT_EQ(game.rematch(next).next, next);
    EXPECT_EQ(game.next_game(), next);
}

VARIANT_SUITE(OnlineGames);

// Plays the first legal move until the end.
VARIANT_TEST(OnlineGames, ComeBackFromTheirEvents) {
    auto game = started(TimeControl{60s, 1s}, V);
    auto position = Position<V>::initial();
    auto now = kStart;
    while (!position.over()) {
        Move first = kNoMove;
        position.for_each_legal([&](Move move) {
            if (first.is_none()) first = move;
        });
        const Side side = position.side_to_move();
        now += 10ms;
        ASSERT_TRUE(
            game.move(side, static_cast<int>(game.moves().size()), move_text(V, first), now));
        position.play(first);
        game.resume_clock(now);
    }
    EXPECT_EQ(game.phase(), OnlineGame::Phase::Over);
    const auto again = OnlineGame::restore(game.settings(), game.events());
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->events(), game.events());
    EXPECT_EQ(again->moves(), game.moves());
    EXPECT_EQ(again->ending(), game.ending());
    EXPECT_EQ(again->clocks(now), game.clocks(now));
    EXPECT_FALSE(again->clock_runs());
}

TEST(OnlineGame, EventsThatAreNotAGameAreRejected) {
    const GameEvent impossible{.kind = EventKind::Move, .side = Side::X, .move = Move::at(200, 3)};
    EXPECT_FALSE(OnlineGame::restore({.variant = &kUltimate}, {impossible}));
    const GameEvent too_far{.kind = EventKind::Takeback, .side = Side::X, .ply = 7};
    EXPECT_FALSE(OnlineGame::restore({.variant = &kUltimate}, {too_far}));
}

}  // namespace
}  // namespace xttt
