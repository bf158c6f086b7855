#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arena_fixture.h"
#include "support/no_processes.h"
#include "tournament/store/store_reader.h"

namespace xttt {
namespace {

using Json = nlohmann::json;
using testing::AnyOf;
using testing::HasSubstr;
using testing::StartsWith;

class ArenaCupTest : public test::ArenaFixture {
protected:
    void upload_both() {
        for (const std::size_t team : {0u, 1u}) {
            ASSERT_EQ(upload(team, test::kRandomBot).status, 201);
            ASSERT_EQ(await_check(team)["state"], "ready");
        }
    }
    HttpResponse settings(const Json& changes) {
        return call("POST", "/api/arena/staff/settings", bearer(staff_), changes.dump());
    }
    static std::int64_t past() { return system_now().time_since_epoch().count() - 1000; }
    HttpResponse play_cup() { return call("POST", "/api/arena/staff/cup", bearer(staff_)); }
    std::string state() { return get("/api/arena")["cup"]["state"]; }
    HttpResponse file(const std::string& name) {
        return call("GET", "/api/arena/staff/cup/" + name, bearer(staff_), "", "");
    }
    long stored_games() {
        const auto store = StoreReader::open(folder_ / "arena/cup.db");
        return store ? store->count({.counted_only = false}).value_or(0) : 0;
    }
};

TEST_F(ArenaCupTest, OneClickPlaysItAfterTheDeadline) {
    EXPECT_THAT(play_cup().body, HasSubstr("uploads are still open"));
    upload_both();
    ASSERT_EQ(call("POST", "/api/arena/staff/teams", bearer(staff_), R"({"name":"Lazy"})").status,
              201);
    ASSERT_EQ(settings({{"deadline_ms", past()}}).status, 200);
    EXPECT_EQ(state(), "none");
    EXPECT_EQ(file("grades.csv").status, 404);
    const auto started = play_cup();
    ASSERT_EQ(started.status, 202) << started.body;
    EXPECT_EQ(Json::parse(started.body)["cup"]["tournament"], "cup");
    EXPECT_EQ(play_cup().status, 409);
    while (state() != "finished") {
    }
    EXPECT_EQ(play_cup().status, 409);
    EXPECT_EQ(stored_games(), 2);
    const std::string grades = file("grades.csv").body;
    EXPECT_THAT(
        grades,
        StartsWith("place,team,alias,version,stage,games,won,drawn,lost,points,forfeits\n"));
    for (const char* row : {"A,Team 1,1,league,2,", "B,Team 2,1,league,2,"})
        EXPECT_THAT(grades, HasSubstr(row));
    EXPECT_THAT(grades, HasSubstr("\n,Lazy,Team 3,,,0,0,0,0,0,0\n"));
    EXPECT_THAT(get("/api/arena/staff/audit", bearer(staff_)).dump(),
                HasSubstr("the cup begins with 2 teams; without a version that is ready: Lazy"));
    // The ladder continues.
    const long games = get("/api/arena")["games"];
    while (get("/api/arena")["games"] <= games) {
    }
}

TEST_F(ArenaCupTest, TheClockPlaysItWhenAllVersionsAreChecked) {
    upload_both();
    ASSERT_EQ(
        settings({{"deadline_ms", past()}, {"late", "accept"}, {"cup_at_deadline", true}}).status,
        200);
    ASSERT_EQ(upload(0, test::kRandomBot).status, 201);
    ASSERT_EQ(settings({{"late", "refuse"}}).status, 200);
    while (state() != "finished") {
    }
    EXPECT_THAT(file("grades.csv").body, HasSubstr("A,Team 1,2,league"));  // the second version
}

TEST_F(ArenaCupTest, StaffChooseTheRulesAndARestartResumesIt) {
    upload_both();
    std::ofstream(folder_ / "arena/cup.toml") << R"([tournament]
name = "Our final"
variant = "extreme"
store = "elsewhere.db"
seed = 5
[limits]
move_time = "1s"
[[stage]]
name = "duel"
games = 12
[[entrant]]
name = "of last week"
player = "random"
[[entrant]]
name = "another"
player = "random"
)";
    ASSERT_EQ(settings({{"deadline_ms", past()}, {"aliases", true}}).status, 200);
    const auto started = play_cup();
    ASSERT_EQ(started.status, 202) << started.body;
    while (stored_games() == 0) {
    }
    open();
    while (state() != "finished") {
    }
    EXPECT_EQ(stored_games(), 12);
    const auto store = StoreReader::open(folder_ / "arena/cup.db");
    const auto entrants = *store->entrants();
    ASSERT_EQ(entrants.size(), 2u);
    EXPECT_EQ(entrants[0].name, "Team 1");  // visitors see aliases
    EXPECT_EQ(store->facts()->name, "Our final");
    EXPECT_FALSE(std::filesystem::exists(folder_ / "arena/elsewhere.db"));
}

TEST_F(ArenaCupTest, ATeamSeesItsGamesAndStaffLetOneBePlayedAgain) {
    upload_both();
    EXPECT_TRUE(
        get(fmt::format("/api/arena/teams/{}/cup-games", teams_[0]), bearer(staff_))["games"]
            .empty());
    ASSERT_EQ(settings({{"deadline_ms", past()}}).status, 200);
    ASSERT_EQ(play_cup().status, 202);
    while (state() != "finished") {
    }
    const auto list = [&](std::size_t team) {
        return get(fmt::format("/api/arena/teams/{}/cup-games", teams_[team]),
                   bearer(tokens_[team]))["games"];
    };
    const auto path = [&](std::size_t team, const Json& game) {
        return fmt::format("/api/arena/teams/{}/cup-games/{}", teams_[team], game["id"].get<int>());
    };
    ASSERT_EQ(list(0).size(), 2u);
    const Json game = list(0)[0];
    for (const std::size_t team : {0u, 1u}) {
        const Json own = get(path(team, game), bearer(tokens_[team]));
        const std::string side = own["x"]["team"] == teams_[team] ? "x" : "o";
        EXPECT_THAT(own["log"][side].get<std::string>(), HasSubstr("secret plan"));
        EXPECT_FALSE(own["log"].contains(side == "x" ? "o" : "x"));
        // The memory of its own moves, not of the opponent's.
        std::size_t with_memory = 0;
        for (const Json& note : own["record"]["notes"]) with_memory += note.contains("memory_kib");
        EXPECT_GT(with_memory, 5u);
        EXPECT_LT(with_memory, own["record"]["notes"].size() * 3 / 4);
    }
    EXPECT_EQ(call("GET", path(0, game), bearer(tokens_[1]), "", "").status, 403);
    while (get(fmt::format("/api/arena/teams/{}", teams_[0]))["games"].empty()) {
    }
    // All games of a team are in one file.
    const auto download = call("GET", fmt::format("/api/arena/teams/{}/games.jsonl", teams_[0]),
                               bearer(tokens_[0]), "", "")
                              .body;
    EXPECT_THAT(download, HasSubstr("\"Event\":\"arena cup\""));
    EXPECT_THAT(download, HasSubstr("\"Event\":\"arena ladder\""));

    const auto replay = [&](int id) {
        return call("POST", fmt::format("/api/arena/staff/cup/games/{}/replay", id),
                    bearer(staff_));
    };
    EXPECT_EQ(replay(1000).status, 404);
    ASSERT_EQ(replay(game["id"]).status, 202);
    while (state() != "finished") {
    }
    EXPECT_EQ(stored_games(), 3);
    const Json games = list(0);
    ASSERT_EQ(games.size(), 3u);
    EXPECT_TRUE(games[0]["counts"]);
    EXPECT_EQ(games[0]["x"], game["x"]);
    EXPECT_FALSE(games[1]["counts"]);
    EXPECT_EQ(games[1]["id"], game["id"]);
    EXPECT_THAT(get(path(0, games[0]), bearer(tokens_[0]))["log"].dump(), HasSubstr("secret plan"));
    EXPECT_EQ(replay(game["id"]).status, 409);
    EXPECT_THAT(file("grades.csv").body, HasSubstr("league,2,"));
}

// Without a process nothing of a bot runs, so no bot loses.
TEST_F(ArenaCupTest, NoBotLosesWhileTheMachineHasNoProcessesLeft) {
    upload_both();
    std::ofstream(folder_ / "arena/cup.toml")
        << "[tournament]\nvariant = \"extreme\"\n[limits]\nmove_time = \"1s\"\n"
           "[[stage]]\nname = \"duel\"\ngames = 8\n"
           "[[entrant]]\nname = \"a\"\nplayer = \"random\"\n"
           "[[entrant]]\nname = \"b\"\nplayer = \"random\"\n";
    ASSERT_EQ(settings({{"deadline_ms", past()}}).status, 200);
    ASSERT_EQ(play_cup().status, 202);
    while (stored_games() == 0) {
    }
    const auto problem = [&] {
        return get("/api/arena", bearer(staff_))["problem"].get<std::string>();
    };
    {
        const test::NoProcesses none;
        if (!none.is_on()) GTEST_SKIP() << "the number of processes cannot be limited here";
        while (problem().empty()) {
        }
        EXPECT_THAT(problem(),
                    AnyOf(HasSubstr("cannot start a process"), HasSubstr("cannot start a thread")));
        EXPECT_LT(stored_games(), 8);
    }
    while (state() != "finished") {
    }
    while (!problem().empty()) {
    }
    const auto store = StoreReader::open(folder_ / "arena/cup.db");
    const auto games = *store->games();
    EXPECT_EQ(games.size(), 8u);
    for (const StoredGame& game : games) EXPECT_FALSE(game.forfeit()) << game.detail;
}

TEST_F(ArenaCupTest, MistakesAreNamedAndChangeNothing) {
    upload_both();
    ASSERT_EQ(settings({{"deadline_ms", past()}}).status, 200);
    std::ofstream(folder_ / "arena/cup.toml") << "[tournament\n";
    EXPECT_THAT(play_cup().body, HasSubstr("cup.toml"));
    std::ofstream(folder_ / "arena/cup.toml")
        << "[tournament]\nvariant = \"extreme\"\n[games]\nopenings = \"openings.txt\"\n"
           "[[entrant]]\nname = \"a\"\nplayer = \"random\"\n"
           "[[entrant]]\nname = \"b\"\nplayer = \"random\"\n";
    std::ofstream(folder_ / "arena/openings.txt") << "h9\nx9\n";
    EXPECT_THAT(play_cup().body, HasSubstr("openings.txt"));
    EXPECT_EQ(play_cup().status, 409);
    std::filesystem::remove(folder_ / "arena/cup.toml");
    std::ofstream(folder_ / "arena/cup.db") << "of another tournament";
    EXPECT_THAT(play_cup().body, HasSubstr("another tournament"));
    std::filesystem::remove(folder_ / "arena/cup.db");
    EXPECT_EQ(state(), "none");
    ASSERT_EQ(call("POST", fmt::format("/api/arena/staff/teams/{}", teams_[1]), bearer(staff_),
                   R"({"disabled":true})")
                  .status,
              200);
    EXPECT_THAT(play_cup().body, HasSubstr("fewer than two teams"));
    EXPECT_EQ(state(), "none");
}

}  // namespace
}  // namespace xttt
