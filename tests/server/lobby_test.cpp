// The lobby, correspondence games, phrases and bots, through the registry.
#include <gtest/gtest.h>

#include "registry_fixture.h"

namespace xttt {
namespace {

using namespace std::chrono_literals;
using test::Json;
using test::kAddress;
using test::move;

constexpr const char* kPublic = R"({"variant":"ultimate","side":"x","name":"Ada","public":true})";
constexpr const char* kPublicDays =
    R"({"variant":"ultimate","side":"x","public":true,"clock":{"days":2}})";
constexpr const char* kDays = R"({"variant":"ultimate","side":"x","clock":{"days":2}})";

class LobbyTest : public test::RegistryFixture {
protected:
    Json challenges() const { return Json::parse(registry_->lobby_text())["challenges"]; }
    std::string refusal(const std::string& body, const std::string& address = kAddress) {
        std::optional<std::string> code;
        registry_->create(*parse_create_request(body), address, [&](const auto& created) {
            code = created ? "created" : std::string(created.error().code);
        });
        callbacks_.run_until([&] { return code.has_value(); });
        return *code;
    }
    std::string join_as(const GameRegistry::Created& game, const std::string& address) {
        std::optional<std::string> code;
        session(game.game)->join({game.invitation, ""}, address, [&](const auto& seated) {
            code = seated ? "seated" : std::string(seated.error().code);
        });
        callbacks_.run_until([&] { return code.has_value(); });
        return *code;
    }
    // As if this much time had passed since the turn began.
    void turn_back(std::chrono::seconds time) {
        auto database = Database::open(folder_ / "online.db", Database::Access::ReadWrite);
        ASSERT_TRUE(database);
        ASSERT_TRUE((*database)->run("UPDATE games SET turn_began = turn_began - ?",
                                     std::int64_t{time.count()}));
    }
    void start_bots(std::string_view bot) {
        BotOptions options{.move_time = Milliseconds(10)};
        options.bots.push_back(*parse_bot(bot));
        auto bots = BotPool::start(options, callbacks_.post());
        ASSERT_TRUE(bots) << bots.error().message;
        registry_.reset();
        bots_ = std::move(*bots);
        open();
    }
    void TearDown() override {
        registry_.reset();  // before the bots
    }
};

TEST_F(LobbyTest, ListsAChallengeWhileItsCreatorIsHere) {
    const auto game = create(kPublic);
    EXPECT_TRUE(challenges().empty());
    auto host = enter(game.game, game.seat);
    ASSERT_EQ(challenges().size(), 1u);
    const Json challenge = challenges()[0];
    EXPECT_EQ(challenge["game"], game.game.text());
    EXPECT_EQ(challenge["invitation"], game.invitation.text());
    EXPECT_EQ(challenge["name"], "Ada");
    EXPECT_EQ(challenge["side"], "o");
    host.reset();
    EXPECT_TRUE(challenges().empty());
    host = enter(game.game, game.seat);
    EXPECT_EQ(challenges().size(), 1u);
    const auto guest = enter(game.game, join(game));
    wait_for(*guest, "start");
    EXPECT_TRUE(challenges().empty());
}

TEST_F(LobbyTest, DoesNotListGamesByLink) {
    const auto game = create();
    const auto host = enter(game.game, game.seat);
    EXPECT_TRUE(challenges().empty());
}

TEST_F(LobbyTest, OfTwoWhoAcceptTheFirstPlays) {
    const auto game = create(kPublic);
    const auto host = enter(game.game, game.seat);
    EXPECT_EQ(join_as(game, "192.0.2.7"), "seated");
    EXPECT_TRUE(challenges().empty());
    EXPECT_EQ(join_as(game, "192.0.2.8"), "seat-taken");
    EXPECT_EQ(join_as(game, "192.0.2.7"), "seated");  // its answer was lost
}

TEST_F(LobbyTest, IsBoundedInTotalAndPerAddress) {
    limits_.lobby = {.entries = 4, .per_address = 2};
    open();
    EXPECT_EQ(refusal(kPublic), "created");
    EXPECT_EQ(refusal(kPublicDays), "created");
    EXPECT_EQ(refusal(kPublic), "too-many-challenges");
    EXPECT_EQ(refusal("{}"), "created");
    EXPECT_EQ(refusal(kPublic, "192.0.2.2"), "created");
    EXPECT_EQ(refusal(kPublic, "192.0.2.2"), "created");
    EXPECT_EQ(refusal(kPublic, "192.0.2.3"), "lobby-full");
    // Challenges whose creators never connected, or left, are removed.
    registry_->tick(Clock::now() + 2min);
    EXPECT_EQ(refusal(kPublic, "192.0.2.3"), "created");
}

TEST_F(LobbyTest, ListsCorrespondenceGamesWithoutTheirCreatorAndAfterARestart) {
    const auto game = create(kPublicDays);
    EXPECT_EQ(challenges().size(), 1u);
    open();
    ASSERT_EQ(challenges().size(), 1u);
    EXPECT_EQ(challenges()[0]["clock"]["days"], 2);
    const auto guest = enter(game.game, join(game));
    wait_for(*guest, "start");  // the creator is away
    EXPECT_TRUE(challenges().empty());
    open();
    EXPECT_TRUE(challenges().empty());
}

TEST_F(LobbyTest, ACreatorCanCancelAnOpenGame) {
    const auto game = create(kPublicDays);
    const auto host = enter(game.game, game.seat);
    const auto watcher = enter(game.game, std::nullopt);
    watcher->say({{"type", "cancel"}});
    EXPECT_EQ(watcher->client.last_error(), "no-seat");
    host->say({{"type", "cancel"}});
    EXPECT_EQ(host->client.closed, CloseCode::GoingAway);
    EXPECT_TRUE(challenges().empty());
    EXPECT_FALSE(session(game.game));
    EXPECT_EQ(registry_->open_games(), 0);
}

TEST_F(LobbyTest, AStartedGameCannotBeCancelled) {
    const auto game = create();
    const auto o = enter(game.game, join(game)), x = enter(game.game, game.seat);
    wait_for(*x, "start");
    x->say({{"type", "cancel"}});
    EXPECT_EQ(x->client.last_error(), "joined");
    EXPECT_TRUE(session(game.game));
}

TEST_F(LobbyTest, InACorrespondenceGameEachMoveHasTheFullTime) {
    const auto game = create(kDays);
    const auto o = enter(game.game, join(game));
    wait_for(*o, "start");
    const auto x = enter(game.game, game.seat);
    x->say(move(0, "a1"));
    wait_for(*o, "move");
    const Json clocks = o->client.events().back()["clocks"];
    EXPECT_EQ(clocks["x"], 2 * 24 * 3600 * 1000);
    EXPECT_EQ(clocks["o"], 2 * 24 * 3600 * 1000);
}

TEST_F(LobbyTest, TheTimeOfACorrespondenceGameRunsWithoutTheServer) {
    const auto game = create(kDays);
    const Token seat = join(game);
    {
        const auto o = enter(game.game, seat);
        wait_for(*o, "start");
        const auto x = enter(game.game, game.seat);
        x->say(move(0, "a1"));
        wait_for(*x, "move");
    }
    turn_back(24h);
    open();
    auto o = enter(game.game, seat);
    const auto left = o->client.heard[0]["clocks"]["o"].get<std::int64_t>();
    EXPECT_NEAR(static_cast<double>(left), 24 * 3600 * 1000.0, 10'000);
    o.reset();
    turn_back(25h);
    open();
    // No client opens the game: the registry finds it.
    registry_->tick(Clock::now());
    callbacks_.run_until([&] { return registry_->sessions() == 1; });
    registry_->tick(Clock::now());
    o = enter(game.game, seat);
    wait_for(*o, "time-out");
    EXPECT_EQ(o->client.events().back()["over"]["result"], "x");
    // And does not look at it again.
    open();
    registry_->tick(Clock::now());
    EXPECT_TRUE(session(game.game)->state().ending().points);
}

TEST_F(LobbyTest, PhrasesAreKeptAndLimited) {
    const auto game = create();
    const Token seat = join(game);
    const auto o = enter(game.game, seat), x = enter(game.game, game.seat);
    wait_for(*x, "start");
    x->say({{"type", "say"}, {"phrase", "good-luck"}});
    wait_for(*o, "say");
    EXPECT_EQ(o->client.events().back()["phrase"], "good-luck");
    EXPECT_EQ(o->client.events().back()["side"], "x");
    x->say({{"type", "say"}, {"phrase", "anything"}});
    EXPECT_EQ(x->client.last_error(), "bad-message");
    for (int i = 0; i < 5; ++i) x->say({{"type", "say"}, {"phrase", "hello"}});
    EXPECT_EQ(x->client.last_error(), "too-many-phrases");
    callbacks_.run_until([&] { return o->client.events().size() == 5; });  // three of x
    open();
    EXPECT_EQ(session(game.game)->state().said().size(), 3u);
}

TEST_F(LobbyTest, ABotPlaysAWholeGameAndTheRematch) {
    start_bots("Robin=random:7");
    EXPECT_EQ(Json::parse(registry_->lobby_text())["bots"][0]["name"], "Robin");
    EXPECT_EQ(refusal(R"({"bot":"Nobody"})"), "no-such-bot");
    EXPECT_EQ(refusal(R"({"bot":"Robin","public":true})"), "bad-bot-game");
    EXPECT_EQ(refusal(R"({"bot":"Robin","clock":{"days":2}})"), "bad-bot-game");
    const auto game = create(R"({"variant":"ultimate","side":"x","bot":"Robin"})");
    EXPECT_EQ(registry_->open_games(), 0);
    const auto person = enter(game.game, game.seat);
    wait_for(*person, "start");
    const auto& state = session(game.game)->state();
    while (state.phase() == OnlineGame::Phase::Playing) {
        const auto ply = state.moves().size();
        if (state.side_to_move() == Side::X) {
            AnyPosition position(kUltimate);
            for (const Move played : state.moves()) position.play(played);
            const auto text = move_text(kUltimate, position.legal_moves().front());
            // From a new connection each time: one may not send so many messages a second.
            enter(game.game, game.seat)->say(move(static_cast<int>(ply), text.c_str()));
        }
        callbacks_.run_until(
            [&] { return state.moves().size() > ply || state.phase() == OnlineGame::Phase::Over; });
    }
    callbacks_.run_until([&] { return person->client.events().back().contains("over"); });
    person->say({{"type", "ask-rematch"}});
    wait_for(*person, "rematch");
    const auto next = Token::parse(person->client.events().back()["next"].get<std::string>());
    const auto again = enter(*next, game.seat);
    EXPECT_EQ(again->client.heard[0]["seat"], "o");
    EXPECT_EQ(again->client.heard[0]["players"]["x"]["bot"], true);
    wait_for(*again, "move");  // the bot begins
}

TEST_F(LobbyTest, ABotAllowsTakebacks) {
    start_bots("Robin=random:7");
    const auto game = create(R"({"variant":"ultimate","side":"x","bot":"Robin"})");
    const auto person = enter(game.game, game.seat);
    wait_for(*person, "start");
    person->say(move(0, "a1"));
    callbacks_.run_until([&] { return session(game.game)->confirmed() == 4; });
    person->say({{"type", "ask-takeback"}});
    wait_for(*person, "takeback");
    EXPECT_TRUE(session(game.game)->state().moves().empty());
}

TEST_F(LobbyTest, AGameAgainstABotThatIsGoneCanBeResigned) {
    start_bots("Robin=random:7");
    const auto game = create(R"({"variant":"ultimate","side":"o","bot":"Robin"})");
    registry_.reset();
    bots_.reset();
    open();
    const auto person = enter(game.game, game.seat);
    EXPECT_EQ(person->client.heard[0]["players"]["x"]["here"], false);
    EXPECT_EQ(refusal(R"({"bot":"Robin"})"), "no-such-bot");
}

TEST(Bots, AreRefusedWithAReason) {
    const auto why = [](std::string_view text) {
        const auto bot = parse_bot(text);
        return bot ? std::string() : bot.error().message;
    };
    EXPECT_EQ(why("Robin=random"), "");
    EXPECT_NE(why("random").find("expected NAME=PLAYER"), std::string::npos);
    EXPECT_NE(why("=random").find("expected NAME=PLAYER"), std::string::npos);
    EXPECT_NE(why("A=human").find("a human is not a bot"), std::string::npos);
    EXPECT_NE(why(std::string(61, 'a') + "=random").find("longer than 60"), std::string::npos);
    EXPECT_NE(why("A=nonsense"), "");
}

TEST(Bots, ThatCannotStartAreReported) {
    test::CallbackQueue callbacks;
    BotOptions options;
    options.bots.push_back(*parse_bot("Robin=ugi:/no/such/program"));
    const auto bots = BotPool::start(options, callbacks.post());
    ASSERT_FALSE(bots);
    EXPECT_NE(bots.error().message.find("/no/such/program"), std::string::npos);
}

}  // namespace
}  // namespace xttt
