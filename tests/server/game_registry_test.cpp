#include <gtest/gtest.h>

#include "registry_fixture.h"
#include "support/paths.h"

namespace xttt {
namespace {

using namespace std::chrono_literals;
using test::Json;
using test::kAddress;
using test::move;
using GameRegistryTest = test::RegistryFixture;

TEST_F(GameRegistryTest, AGameStartsWhenBothAreHere) {
    const auto game = create();
    EXPECT_EQ(registry_->open_games(), 1);
    const Token seat = join(game);
    const auto o = enter(game.game, seat);
    wait_for(*o, "join");
    EXPECT_FALSE(o->client.saw("start"));
    const auto x = enter(game.game, game.seat);
    wait_for(*x, "start");
    registry_->tick(Clock::now());
    EXPECT_EQ(registry_->open_games(), 0);
    EXPECT_EQ(x->client.heard.back()["players"]["o"], Json::parse(R"({"name":"Bob","here":true})"));
}

TEST_F(GameRegistryTest, AMoveIsSentOnlyOnceItIsStored) {
    const auto game = create();
    const auto o = enter(game.game, join(game)), x = enter(game.game, game.seat);
    const auto watcher = enter(game.game, std::nullopt);
    wait_for(*x, "start");
    x->say(move(0, "a1"));
    EXPECT_FALSE(x->client.saw("move"));
    wait_for(*o, "move");
    EXPECT_TRUE(x->client.saw("move"));
    EXPECT_TRUE(watcher->client.saw("move"));
    EXPECT_EQ(metrics_.moves_confirmed, 1u);
}

TEST_F(GameRegistryTest, AReconnectedClientGetsTheMissedEventsOnce) {
    const auto game = create();
    const Token seat = join(game);
    auto o = enter(game.game, seat);
    const auto x = enter(game.game, game.seat);
    wait_for(*o, "start");
    o.reset();  // the connection is lost
    x->say(move(0, "a1"));
    wait_for(*x, "move");
    o = enter(game.game, seat, 2);
    EXPECT_EQ(o->client.heard[0]["from"], 3);
    const auto events = o->client.events();
    ASSERT_EQ(events.size(), 1u);
    EXPECT_EQ(events[0]["move"], "a1");
    o->say(move(1, "b2"));
    callbacks_.run_until([&] { return x->client.events().size() == 4; });
    EXPECT_EQ(x->client.events()[3]["n"], 4);
}

TEST_F(GameRegistryTest, AllOfItIsThereAfterARestart) {
    const auto game = create(R"({"variant":"ultimate","side":"x","clock":{"initial_ms":60000}})");
    const Token seat = join(game);
    {
        const auto o = enter(game.game, seat), x = enter(game.game, game.seat);
        wait_for(*x, "start");
        x->say(move(0, "a1"));
        wait_for(*x, "move");
    }
    open();
    EXPECT_EQ(registry_->sessions(), 0u);
    EXPECT_FALSE(session(game.game)->state().clock_runs());  // until a player returns
    const auto o = enter(game.game, seat);
    EXPECT_EQ(o->client.events().size(), 3u);
    EXPECT_TRUE(session(game.game)->state().clock_runs());
    o->say(move(1, "b2"));
    callbacks_.run_until([&] { return o->client.events().size() == 4; });
}

// tests/server/data/online_v1.db was written by the server before its classes were renamed: a game
// with a takeback, a resignation and a rematch, and one still running.
TEST_F(GameRegistryTest, OpensTheJournalOfAnEarlierVersion) {
    registry_.reset();
    journal_.reset();
    std::filesystem::copy_file(test::source_path("tests/server/data/online_v1.db"),
                               folder_ / "online.db",
                               std::filesystem::copy_options::overwrite_existing);
    limits_.keep = std::chrono::hours(24 * 365 * 100);
    open();
    const auto finished = session(*Token::parse("uf-Yx_qxa28GXoY0RY5EdA"));
    ASSERT_TRUE(finished);
    EXPECT_EQ(finished->state().phase(), OnlineGame::Phase::Over);
    EXPECT_EQ(finished->state().moves().size(), 6u);
    EXPECT_EQ(finished->state().events().size(), 15u);
    EXPECT_EQ(finished->state().settings().names[0], "Ada");
    EXPECT_EQ(finished->state().next_game(), Token::parse("gNAZSEqxIhSeZYERYNraow"));
    EXPECT_TRUE(session(*finished->state().next_game()));
    const Token running = *Token::parse("czebCf1RlfaXe2-3L0_FCQ");
    const auto x = enter(running, Token::parse("g9cmJnNVTSB86RJs7053LA"));
    EXPECT_EQ(x->client.events().size(), 3u);
    x->say({{"type", "resign"}});
    wait_for(*x, "resign");
}

TEST_F(GameRegistryTest, OnlySeatsPlayAndOnlyTheirOwnSide) {
    const auto game = create();
    const auto o = enter(game.game, join(game)), x = enter(game.game, game.seat);
    wait_for(*x, "start");
    const auto watcher = enter(game.game, std::nullopt);
    watcher->say(move(0, "a1"));
    EXPECT_EQ(watcher->client.last_error(), "no-seat");
    o->say(move(0, "a1"));
    EXPECT_EQ(o->client.last_error(), "not-your-turn");
    x->say(move(0, "zz"));
    EXPECT_EQ(x->client.last_error(), "illegal-move");
    x->handler->on_text("\xff{");
    EXPECT_EQ(x->client.last_error(), "bad-message");
    const auto stranger = enter(game.game, Token::random());
    EXPECT_EQ(stranger->client.last_error(), "bad-seat");
    EXPECT_EQ(metrics_.messages_refused, 5u);
}

TEST_F(GameRegistryTest, AnInvitationIsGoodUntilItsOwnerHasCome) {
    const auto game = create();
    const Token lost = join(game), seat = join(game);
    EXPECT_EQ(enter(game.game, lost)->client.last_error(), "bad-seat");
    const auto o = enter(game.game, seat);
    wait_for(*o, "join");
    std::string code;
    session(game.game)->join({game.invitation, ""}, kAddress,
                             [&](auto answer) { code = answer ? "seated" : answer.error().code; });
    EXPECT_EQ(code, "seat-taken");
    session(game.game)->join({Token::random(), ""}, kAddress,
                             [&](auto answer) { code = answer ? "seated" : answer.error().code; });
    EXPECT_EQ(code, "bad-invitation");
}

TEST_F(GameRegistryTest, ARematchHasTheSamePlayersWithSwappedSides) {
    const auto game = create();
    const Token seat = join(game);
    const auto o = enter(game.game, seat), x = enter(game.game, game.seat);
    wait_for(*x, "start");
    x->say({{"type", "resign"}});
    o->say({{"type", "ask-rematch"}});
    x->say({{"type", "ask-rematch"}});
    wait_for(*o, "rematch");
    const auto next = Token::parse(o->client.events().back()["next"].get<std::string>());
    ASSERT_TRUE(next);
    const auto first = enter(*next, seat), second = enter(*next, game.seat);
    EXPECT_EQ(first->client.heard[0]["seat"], "x");
    EXPECT_EQ(second->client.heard[0]["seat"], "o");
    EXPECT_EQ(first->client.heard[0]["players"]["x"]["name"], "Bob");
    wait_for(*first, "start");
}

TEST_F(GameRegistryTest, ARematchCountsAsACreatedGame) {
    limits_.created_per_minute = 1;
    open();
    const auto game = create();
    const Token seat = join(game);
    const auto o = enter(game.game, seat), x = enter(game.game, game.seat);
    wait_for(*x, "start");
    x->say({{"type", "resign"}});
    x->say({{"type", "ask-rematch"}});
    o->say({{"type", "ask-rematch"}});
    EXPECT_EQ(o->client.last_error(), "too-many-games");
    EXPECT_EQ(metrics_.games_created, 1u);
    // It counts for the address of the player that completes it.
    const auto again = std::make_unique<Person>();
    again->handler = session(game.game)->connect(again->client, "198.51.100.7");
    again->say({{"type", "hello"}, {"seen", 0}, {"seat", seat.text()}});
    again->say({{"type", "ask-rematch"}});
    wait_for(*again, "rematch");
    EXPECT_EQ(metrics_.games_created, 2u);
}

TEST_F(GameRegistryTest, ARunOutClockEndsTheGameUnasked) {
    const auto game = create(R"({"variant":"ultimate","side":"x","clock":{"initial_ms":1000}})");
    const auto o = enter(game.game, join(game)), x = enter(game.game, game.seat);
    wait_for(*x, "start");
    registry_->tick(Clock::now() + 2s);
    wait_for(*o, "time-out");
    EXPECT_EQ(o->client.events().back()["over"]["result"], "o");
}

TEST_F(GameRegistryTest, AFloodOfGamesIsRefusedAndCostsNoMemory) {
    limits_.open_games = 50;
    limits_.idle = 10s;
    open();
    int answers = 0, created = 0;
    for (int i = 0; i < 100; ++i)
        registry_->create(*parse_create_request("{}"), kAddress, [&](const auto& answer) {
            ++answers;
            created += answer.has_value();
            if (!answer) {
                EXPECT_EQ(answer.error().code, "too-many-open-games");
            }
        });
    callbacks_.run_until([&] { return answers == 100; });
    EXPECT_EQ(created, 50);
    EXPECT_EQ(registry_->sessions(), 50u);
    registry_->tick(Clock::now() + 11s);  // without connections they leave memory
    EXPECT_EQ(registry_->sessions(), 0u);
    EXPECT_EQ(registry_->open_games(), 50);
}

TEST_F(GameRegistryTest, InAFloodTheOldestGamesWithoutAPlayerAreRemoved) {
    limits_.open_games = 100;
    limits_.open_grace = 0s;
    limits_.idle = 10s;
    open();
    const auto occupied = create(), forgotten = create();
    const auto host = enter(occupied.game, occupied.seat);
    int answers = 0, created = 0;
    for (int round = 1; round <= 50; ++round) {
        for (int i = 0; i < 20; ++i)
            registry_->create(*parse_create_request("{}"), kAddress, [&](const auto& answer) {
                ++answers;
                created += answer.has_value();
            });
        callbacks_.run_until([&] { return answers == 20 * round; });
        EXPECT_LE(registry_->open_games(), 100);
        EXPECT_LE(registry_->sessions(), 100u);
    }
    // What is refused in one moment is possible in the next.
    EXPECT_GT(created, 130);
    EXPECT_GT(metrics_.games_evicted, 30u);
    EXPECT_TRUE(session(occupied.game));
    EXPECT_FALSE(session(forgotten.game));
    open();
    EXPECT_LE(registry_->open_games(), 100);
}

TEST_F(GameRegistryTest, InAFloodYoungGamesStayAndNewOnesAreRefused) {
    limits_.open_games = 50;
    open();
    const auto first = create();
    int answers = 0, created = 0;
    for (int i = 0; i < 100; ++i)
        registry_->create(*parse_create_request("{}"), kAddress, [&](const auto& answer) {
            ++answers;
            created += answer.has_value();
        });
    callbacks_.run_until([&] { return answers == 100; });
    EXPECT_EQ(created, 49);
    EXPECT_EQ(metrics_.games_evicted, 0u);
    EXPECT_TRUE(session(first.game));
}

TEST_F(GameRegistryTest, WhatCannotBeStoredIsNotConfirmed) {
    const auto game = create();
    const Token seat = join(game);
    auto o = enter(game.game, seat), x = enter(game.game, game.seat);
    wait_for(*x, "start");
    {
        // Its rows vanish under it, as when the file was damaged or replaced.
        auto rival = Database::open(folder_ / "online.db", Database::Access::ReadWrite);
        ASSERT_TRUE(rival);
        ASSERT_TRUE((*rival)->execute("DELETE FROM games"));
    }
    x->say(move(0, "a1"));
    callbacks_.run_until([&] { return x->client.closed.has_value(); });
    EXPECT_EQ(x->client.last_error(), "not-stored");
    EXPECT_FALSE(x->client.saw("move"));
    EXPECT_EQ(o->client.closed, CloseCode::Internal);
    EXPECT_EQ(registry_->sessions(), 0u);
}

TEST_F(GameRegistryTest, AClientWithTooManyMessagesIsDisconnected) {
    const auto game = create();
    const auto x = enter(game.game, game.seat);
    for (int i = 0; i < 200 && !x->client.closed; ++i) x->say({{"type", "ping"}});
    EXPECT_EQ(x->client.closed, CloseCode::Policy);
}

TEST_F(GameRegistryTest, CreatesNoGameWhenTheStorageIsFullAndOthersContinue) {
    const auto game = create();
    const Token seat = join(game);
    limits_.storage = 1;
    open();
    EXPECT_GT(journal_->used_bytes(), 0);
    EXPECT_LT(journal_->used_bytes(), 1 << 20);
    std::string refused;
    registry_->create(*parse_create_request("{}"), kAddress, [&](const auto& created) {
        refused = created ? "created" : created.error().code;
    });
    EXPECT_EQ(refused, "storage-full");
    const auto o = enter(game.game, seat), x = enter(game.game, game.seat);
    wait_for(*x, "start");
    x->say(move(0, "a1"));
    wait_for(*x, "move");
}

}  // namespace
}  // namespace xttt
