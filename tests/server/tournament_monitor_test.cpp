#include "server/tournaments/tournament_monitor.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "callback_queue.h"
#include "record/sample_games.h"
#include "support/fresh_folder.h"
#include "tournament/store/live_file.h"
#include "tournament/store/store.h"

namespace xttt {
namespace {

using Json = nlohmann::json;

Result<void> add_game(Store& store, std::uint64_t seed, int x, int o) {
    PlayedGame played;
    played.record = test::random_record<kUltimate>(seed);
    played.ending = ending_of(played.record).value();
    StoredGame game = summary_of(played);
    game.place = GamePlace{.stage = 0, .round = 0, .pairing = static_cast<int>(seed), .game = 0};
    game.entrants = {x, o};
    return store.add({&game, 1}, {&played.record, 1});
}

class MonitorClient : public Client {
public:
    void send(SharedText text) override { heard.push_back(Json::parse(*text)); }
    void close(CloseCode, std::string_view) override {}
    std::vector<Json> heard;
};

class TournamentMonitorTest : public testing::Test {
protected:
    TournamentMonitorTest() : path_(folder_ / "cup.db"), store_(*Store::open(path_)) {
        const std::vector<Entrant> entrants{{0, "<ann>", "random"}, {1, "bob", "random"}};
        EXPECT_TRUE(store_.begin({.name = "Cup", .variant = &kUltimate}, entrants));
        EXPECT_TRUE(store_.add_stage({.id = 0, .name = "main", .format = "round-robin"}));
        add(1);
        watch_ = *TournamentMonitor::open({path_}, callbacks_.post());
        watch_->add_routes(router_);
    }
    void add(std::uint64_t seed) { EXPECT_TRUE(add_game(store_, seed, 0, 1)); }
    Json ask(const std::string& target) {
        std::optional<HttpResponse> answer;
        const HttpRequest request{.method = "GET", .target = target};
        EXPECT_TRUE(router_.handle(request, *parse_target(target),
                                   [&](HttpResponse response) { answer = std::move(response); }));
        callbacks_.run_until([&] { return answer.has_value(); });
        return Json::parse(answer->body);
    }

    test::FreshFolder folder_;
    std::string path_;
    Store store_;
    test::CallbackQueue callbacks_;
    Router router_;
    std::unique_ptr<TournamentMonitor> watch_;
};

TEST_F(TournamentMonitorTest, ShowsTheTournamentAndEveryChangeOfIt) {
    MonitorClient client;
    std::unique_ptr<SocketHandler> handler;
    const std::string target = "/api/tournaments/cup/socket";
    ASSERT_TRUE(router_.accept_socket(
        {.method = "GET", .target = target}, *parse_target(target),
        [&](auto answer) { handler = std::get<SocketAcceptor>(answer)(client); }));
    const auto games = [&] {
        return client.heard.empty() ? 0 : client.heard.back().value("games", 0);
    };
    callbacks_.run_until([&] { return games() == 1; });
    add(2);
    callbacks_.run_until([&] { return games() == 2; });
    const Json& view = client.heard.back();
    EXPECT_EQ(view["name"], "Cup");
    EXPECT_EQ(view["running"], true);
    EXPECT_EQ(view["entrants"][0]["name"], "<ann>");
    EXPECT_EQ(view["stages"][0]["name"], "main");
    EXPECT_EQ(view["stages"][0]["rows"].size(), 2u);
    EXPECT_EQ(view["stages"][0]["rows"][0]["rank"], 1);
    EXPECT_EQ(view["latest"][0]["id"], 2);
    EXPECT_EQ(ask("/api/tournaments")["tournaments"][0]["id"], "cup");
}

TEST_F(TournamentMonitorTest, TellsTheMovesOfGamesBeingPlayed) {
    MonitorClient client;
    std::unique_ptr<SocketHandler> handler;
    const std::string target = "/api/tournaments/cup/socket";
    ASSERT_TRUE(router_.accept_socket(
        {.method = "GET", .target = target}, *parse_target(target),
        [&](auto answer) { handler = std::get<SocketAcceptor>(answer)(client); }));
    const auto last_live = [&] {
        Json live;
        for (const Json& message : client.heard)
            if (message.contains("live")) live = message["live"];
        return live;
    };
    EXPECT_EQ(last_live(), Json::array());
    std::vector<LiveGame> games{{.id = 7, .entrants = {1, 0}, .start_fen = {}, .moves = "e5 e4"}};
    ASSERT_TRUE(write_live_games(path_, games));
    callbacks_.run_until([&] { return !last_live().empty(); });
    EXPECT_EQ(last_live(), Json::parse(R"([{"id":7,"x":1,"o":0,"moves":"e5 e4"}])"));
    games[0].moves += " d1";
    ASSERT_TRUE(write_live_games(path_, games));
    callbacks_.run_until([&] { return last_live()[0]["moves"] == "e5 e4 d1"; });
    std::filesystem::remove(live_file(path_));
    callbacks_.run_until([&] { return last_live().empty(); });
}

TEST_F(TournamentMonitorTest, GivesOutGamesWithTheirMoves) {
    const Json answer = ask("/api/tournaments/cup/games/1");
    EXPECT_EQ(answer["id"], 1);
    EXPECT_EQ(answer["record"]["variant"], "ultimate");
    EXPECT_EQ(answer["record"]["moves"].size(), answer["plies"].get<std::size_t>());
    EXPECT_EQ(ask("/api/tournaments/cup/games/77")["error"]["code"], "no-such-game");
    EXPECT_EQ(ask("/api/tournaments/none")["error"]["code"], "no-such-tournament");
}

TEST_F(TournamentMonitorTest, TheEvidenceInACupOfAnArenaIsHidden) {
    PlayedGame played;
    played.record = test::random_record<kUltimate>(3);
    played.record.moves.resize(2);
    played.record.moves[0].note = {.time = std::chrono::milliseconds(7), .text = "my secret plan"};
    played.record.forfeit = Forfeit{Side::X, ForfeitReason::Crash, "bot.py, line 7: SECRET = 1"};
    played.ending = ending_of(played.record).value();
    StoredGame game = summary_of(played);
    game.entrants = {0, 1};
    ASSERT_TRUE(store_.add({&game, 1}, {&played.record, 1}));
    const std::string target = fmt::format("/api/tournaments/cup/games/{}", game.id);
    EXPECT_NE(ask(target).dump().find("SECRET"), std::string::npos);
    EXPECT_NE(ask(target).dump().find("my secret plan"), std::string::npos);

    const auto arena = *TournamentMonitor::open({}, callbacks_.post());
    ASSERT_TRUE(arena->add(path_));
    Router router;
    arena->add_routes(router);
    const auto shown = [&](const std::string& path) {
        std::optional<HttpResponse> answer;
        EXPECT_TRUE(router.handle({.method = "GET", .target = path}, *parse_target(path),
                                  [&](HttpResponse response) { answer = std::move(response); }));
        callbacks_.run_until([&] { return answer.has_value(); });
        return Json::parse(answer->body);
    };
    callbacks_.run_until([&] { return shown("/api/tournaments/cup").value("games", 0) == 2; });
    const Json view = shown("/api/tournaments/cup"), one = shown(target);
    EXPECT_EQ(view["latest"][0]["reason"], "crash");
    for (const Json& json : {view, one}) {
        EXPECT_EQ(json.dump().find("SECRET"), std::string::npos);
        EXPECT_EQ(json.dump().find("my secret plan"), std::string::npos);
    }
    EXPECT_EQ(one["record"]["moves"].size(), 2u);
}

TEST_F(TournamentMonitorTest, RefusesFilesThatAreNoStoreAndNamesThatClash) {
    EXPECT_FALSE(TournamentMonitor::open({folder_ / "missing.db"}, callbacks_.post()));
    EXPECT_FALSE(TournamentMonitor::open({path_, path_}, callbacks_.post()));
}

}  // namespace
}  // namespace xttt
