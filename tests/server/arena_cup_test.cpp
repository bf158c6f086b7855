#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "arena_fixture.h"
#include "tournament/store/store_reader.h"

namespace xttt {
namespace {

using Json = nlohmann::json;
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
