#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "arena/game_store.h"
#include "arena_fixture.h"
#include "record/sample_games.h"
#include "server/arena/arena_service.h"

namespace xttt {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;
using Role = ArenaService::Role;

using test::kRandomBot;
using ArenaTest = test::ArenaFixture;

TEST_F(ArenaTest, EveryRouteAnswersItsRoleOnly) {
    const auto version = arena_->store().add_version(teams_[0], "a.py", "", kRandomBot);
    ASSERT_TRUE(version);
    for (const ArenaService::Route& route : ArenaService::routes()) {
        tokens_[0] = *arena_->store().new_token(teams_[0], "test");  // a route may have renewed it
        std::string path(route.path);
        const auto replace = [&](std::string_view name, int value) {
            if (const auto at = path.find(name); at != std::string::npos)
                path.replace(at, name.size(), std::to_string(value));
        };
        replace("{team}", teams_[0]);
        replace("{version}", version->id);
        replace("{game}", 1);
        replace("{test}", 1);
        const char* type =
            route.body == ArenaService::Body::Json || route.body == ArenaService::Body::EmptyObject
                ? "application/json"
            : route.body == ArenaService::Body::Csv   ? "text/csv"
            : route.body == ArenaService::Body::Bytes ? "application/octet-stream"
                                                      : "";
        const auto status = [&](const std::string& authorization) {
            return call(std::string(route.method), path, authorization,
                        route.body == ArenaService::Body::Csv ? "name\n" : "{}", type)
                .status;
        };
        const bool is_login = route.path == "/api/arena/login";  // its own 401 is about the token
        const int visitor = status(""), unknown = status(bearer(Token::random())),
                  other = status(bearer(tokens_[1])), team = status(bearer(tokens_[0])),
                  staff = status(bearer(staff_));
        SCOPED_TRACE(fmt::format("{} {}", route.method, path));
        const bool open = route.role == Role::Visitor;
        if (!is_login) {
            EXPECT_EQ(visitor == 401, !open);
            EXPECT_EQ(unknown == 401, !open);
        }
        EXPECT_EQ(other == 403, !open);
        EXPECT_EQ(team == 403, route.role == Role::Staff);
        EXPECT_NE(staff, 401);
        EXPECT_NE(staff, 403);
        for (const int code : {visitor, unknown, other, team, staff}) EXPECT_LT(code, 500);
        // A form of another site cannot send the type of the body.
        if (route.body != ArenaService::Body::None) {
            EXPECT_EQ(call(std::string(route.method), path, bearer(staff_), "a=b",
                           "application/x-www-form-urlencoded")
                          .status,
                      415);
        }
    }
}

TEST_F(ArenaTest, OnlyStaffSeeWhereGamesArePlayed) {
    EXPECT_FALSE(get("/api/arena").contains("machines"));
    EXPECT_FALSE(get("/api/arena", bearer(tokens_[0])).contains("machines"));
    EXPECT_EQ(get("/api/arena", bearer(staff_))["machines"],
              (Json{{"place", "server"}, {"workers", 0}, {"games", 1}}));
}

TEST_F(ArenaTest, HeadersAndBodiesAreAsDocumented) {
    const auto version = arena_->store().add_version(teams_[0], "a.py", "", kRandomBot);
    const std::string token = fmt::format("/api/arena/staff/teams/{}/token", teams_[0]);
    for (const char* body : {"[null]", "1", "{", "", R"({"a":1})"})
        EXPECT_EQ(call("POST", token, bearer(staff_), body).status, 400) << body;
    EXPECT_EQ(call("POST", token, bearer(staff_), "{}").status, 200);
    tokens_[0] = *arena_->store().new_token(teams_[0], "test");
    const auto status = [&](std::string file_name, std::string notes) {
        return ask({.method = "POST",
                    .target = fmt::format("/api/arena/teams/{}/versions", teams_[0]),
                    .content_type = "application/octet-stream",
                    .authorization = bearer(tokens_[0]),
                    .file_name = std::move(file_name),
                    .notes = std::move(notes),
                    .body = "x"})
            .status;
    };
    for (const std::string bad : {"a b", "{}", "a,b", "%", "%0", "%zz", "\xff"}) {
        EXPECT_EQ(status(bad, ""), 400) << bad;
        EXPECT_EQ(status("a.py", bad), 400) << bad;
    }
    EXPECT_EQ(status("", ""), 400);
    EXPECT_EQ(status(std::string(801, 'a'), ""), 400);
    EXPECT_EQ(status("a.py", std::string(201, 'a')), 400);
    EXPECT_EQ(status("my%20bot~(1)!.py", "it's%20new*"), 201);
}

TEST_F(ArenaTest, ALoginSetsACookieThatPagesCannotRead) {
    const auto response =
        call("POST", "/api/arena/login", "", Json{{"token", tokens_[0].text()}}.dump());
    ASSERT_EQ(response.status, 200) << response.body;
    EXPECT_EQ(Json::parse(response.body)["role"], "team");
    EXPECT_EQ(response.body.find(tokens_[0].text()), std::string::npos);
    std::string cookie;
    for (const auto& [name, value] : response.headers)
        if (name == "Set-Cookie") cookie = value;
    EXPECT_THAT(cookie, HasSubstr("HttpOnly; SameSite=Strict"));
    const auto you = [&](std::string sent) {
        return Json::parse(
            ask({.method = "GET", .target = "/api/arena", .cookie = std::move(sent)}).body)["you"];
    };
    EXPECT_EQ(you("theme=dark; " + cookie.substr(0, cookie.find(';')))["name"], "A");
    EXPECT_EQ(you("xttt_arena=nonsense")["role"], "visitor");
    EXPECT_EQ(
        call("POST", "/api/arena/login", "", Json{{"token", Token::random().text()}}.dump()).status,
        401);
    EXPECT_EQ(call("POST", "/api/arena/login", "", "{").status, 400);
    int limited = 0;
    for (int i = 0; i < 60; ++i)
        limited += call("POST", "/api/arena/login", "", R"({"token":"x"})").status == 429;
    EXPECT_GT(limited, 10);
    // A class in one room has one address.
    EXPECT_EQ(
        call("POST", "/api/arena/login", "", Json{{"token", tokens_[1].text()}}.dump()).status,
        200);
}

TEST_F(ArenaTest, OnlyAuthorisedRequestsMayHaveLargeBodies) {
    const auto limit = [&](std::string target, std::string authorization) {
        const auto body = arena_->large_body({.method = "POST",
                                              .target = std::move(target),
                                              .authorization = std::move(authorization)});
        return body ? std::optional(body->limit) : std::nullopt;
    };
    const std::string upload = fmt::format("/api/arena/teams/{}/versions", teams_[0]);
    EXPECT_EQ(limit(upload, bearer(tokens_[0])), std::size_t{8} << 20);
    EXPECT_FALSE(limit(upload, ""));
    EXPECT_FALSE(limit(upload, bearer(Token::random())));
    EXPECT_FALSE(limit("/api/games", bearer(tokens_[0])));
}

// Their senders choose how long large bodies stay in memory.
TEST_F(ArenaTest, ATeamSendsAFewLargeBodiesAtATime) {
    const auto send = [&](const Token& token) {
        return *arena_->large_body(
            {.method = "POST",
             .target = fmt::format("/api/arena/teams/{}/versions", teams_[0]),
             .authorization = bearer(token)});
    };
    std::vector<LargeBody> bodies;
    for (int i = 0; i < 3; ++i) bodies.push_back(send(tokens_[0]));
    for (const LargeBody& body : bodies) EXPECT_TRUE(body.slot && !body.refusal);
    const LargeBody refused = send(tokens_[0]);
    EXPECT_FALSE(refused.slot);
    ASSERT_TRUE(refused.refusal);
    EXPECT_EQ(refused.refusal->status, 429);
    EXPECT_TRUE(send(tokens_[1]).slot);
    bodies.pop_back();
    EXPECT_TRUE(send(tokens_[0]).slot);

    // All teams together.
    std::vector<Token> more;
    for (int i = 0; i < 12; ++i)
        more.push_back(arena_->store().add_team(fmt::format("More {}", i), "", "staff")->second);
    bodies.clear();
    for (int i = 0; i < 32; ++i)
        bodies.push_back(send(more[static_cast<std::size_t>(i) % more.size()]));
    for (const LargeBody& body : bodies) EXPECT_TRUE(body.slot);
    EXPECT_EQ(send(tokens_[0]).refusal->status, 503);
    arena_.reset();  // connections may outlive it
    bodies.clear();
}

// Each activation is stored, and makes all readers load the list of versions again.
TEST_F(ArenaTest, ATeamCannotFillTheAuditLog) {
    ASSERT_EQ(upload(0, kRandomBot).status, 201);
    ASSERT_EQ(await_check(0)["state"], "ready");
    const std::string path =
        fmt::format("/api/arena/versions/{}/activate", await_check(0)["version"].get<int>());
    int accepted = 0, limited = 0;
    for (int i = 0; i < 50; ++i) {
        const int status = call("POST", path, bearer(tokens_[0])).status;
        accepted += status == 200;
        limited += status == 429;
    }
    EXPECT_GE(accepted, 10);
    EXPECT_GT(limited, 30);
    // Neither another team nor staff wait for it.
    EXPECT_EQ(call("POST", path, bearer(staff_)).status, 200);
    EXPECT_EQ(call("GET", fmt::format("/api/arena/teams/{}/games.jsonl", teams_[1]),
                   bearer(tokens_[1]), "", "")
                  .status,
              200);
    EXPECT_EQ(call("GET", fmt::format("/api/arena/teams/{}/games.jsonl", teams_[0]),
                   bearer(tokens_[0]), "", "")
                  .status,
              429);
}

TEST_F(ArenaTest, AnUploadIsCheckedAndPlaysOnTheLadder) {
    const auto uploaded = upload(0, kRandomBot);
    ASSERT_EQ(uploaded.status, 201) << uploaded.body;
    EXPECT_EQ(Json::parse(uploaded.body)["file_name"], "team_1.py");
    const Json version = await_check(0);
    ASSERT_EQ(version["state"], "ready") << version.dump();
    EXPECT_TRUE(version["active"]);
    ASSERT_EQ(upload(1, "class B:\n    def move(self, board, old_move, flag):\n        return 1\n")
                  .status,
              201);
    const Json rejected = await_check(1);
    EXPECT_EQ(rejected["state"], "rejected");
    EXPECT_NE(rejected["reason"], "");

    while (get("/api/arena/results")["games"].size() < 2) {
    }
    const Json game = get("/api/arena/results")["games"][0];
    EXPECT_TRUE(game["counts"]);
    const std::string path = fmt::format("/api/arena/games/{}", game["id"].get<int>());
    const std::string side = game["x"]["team"] == teams_[0] ? "x" : "o";
    EXPECT_EQ(game[side]["name"], "A");
    EXPECT_TRUE(get(path)["record"]["moves"].size() > 10);
    // Only the own team sees what its bot wrote.
    EXPECT_FALSE(get(path).contains("log"));
    EXPECT_FALSE(get(path, bearer(tokens_[1])).contains("log"));
    EXPECT_THAT(get(path, bearer(tokens_[0]))["log"][side].get<std::string>(),
                HasSubstr("secret plan"));

    const Json team = get(fmt::format("/api/arena/teams/{}", teams_[0]));
    EXPECT_EQ(team["opponents"][0]["name"], "Level 0");
    EXPECT_FALSE(team["games"].empty());
    // The ladder is computed after a result was shown: the bot and the level it played.
    while (get("/api/arena/ladder")["rows"].size() < 2) {
    }
    // The rejected version is not on it.
    EXPECT_EQ(get("/api/arena/ladder")["rows"].size(), 2u);

    // Results that were shown survive a restart, and the ladder continues.
    const int shown = game["id"];
    open();
    EXPECT_EQ(get(fmt::format("/api/arena/games/{}", shown))["id"], shown);
    while (get("/api/arena/results")["games"][0]["id"] <= shown + 1) {
    }
}

// Depths and scores would help its opponents.
TEST_F(ArenaTest, WhatABotSaysOfItsMovesIsForItsTeam) {
    arena_.reset();
    const auto store = *ArenaStore::open(folder_ / "arena");
    std::vector<int> versions;
    for (const int team : teams_) {
        Version version = *store->add_version(team, "bot.py", "", kRandomBot);
        version.state = VersionState::Ready;
        version.player = "python:bot.py";
        ASSERT_TRUE(store->finish_check(version));
        versions.push_back(version.id);
    }
    PlayedGame played;
    played.record = test::random_record<kExtreme>(1);
    for (RecordedMove& move : played.record.moves)
        move.note = {.time = std::chrono::milliseconds(5), .depth = 7, .text = "idea"};
    played.ending = *ending_of(played.record);
    StoredGame game = summary_of(played);
    game.entrants = {versions[0], versions[1]};
    {
        auto games = *open_game_store(store->games_path(), *store->settings());
        ASSERT_TRUE(add_entrants(games, *store->versions(), *store->teams()));
        ASSERT_TRUE(games.add(std::span(&game, 1), std::span(&played.record, 1)));
    }
    open(0);
    const auto moves_with = [&](const std::string& word, const std::string& authorization) {
        const Json record =
            get(fmt::format("/api/arena/games/{}", game.id), authorization)["record"];
        return std::ranges::count_if(record["notes"], [&](const Json& note) {
            return note.dump().contains('"' + word + '"');
        });
    };
    const auto all = static_cast<std::ptrdiff_t>(played.record.moves.size());
    EXPECT_EQ(moves_with("depth", bearer(staff_)), all);
    const auto first = moves_with("depth", bearer(tokens_[0]));
    const auto second = moves_with("depth", bearer(tokens_[1]));
    EXPECT_GT(first, 0);
    EXPECT_GT(second, 0);
    EXPECT_EQ(first + second, all);
    EXPECT_EQ(moves_with("depth", ""), 0);
    EXPECT_EQ(moves_with("idea", bearer(tokens_[1])), second);
    EXPECT_EQ(moves_with("time_ms", ""), all);
}

TEST_F(ArenaTest, ErrorsOfDatabasesNameNoFolder) {
    open(0);
    const auto change = [&](const char* file, const std::string& commands) {
        const auto database =
            *Database::open(folder_ / (std::string("arena/") + file), Database::Access::ReadWrite);
        ASSERT_TRUE(database->execute(commands));
    };
    const auto expect_silence = [&](const char* path) {
        const auto answer = call("GET", path, "", "", "");
        EXPECT_EQ(answer.status, 500) << path;
        EXPECT_THAT(answer.body, HasSubstr("not-stored"));
        EXPECT_THAT(answer.body, testing::Not(HasSubstr("arena/"))) << path;
        EXPECT_THAT(answer.body, testing::Not(HasSubstr(".db"))) << path;
    };
    change("games.db", "UPDATE facts SET value = 'damaged' WHERE name = 'seed'");
    expect_silence("/api/arena/results");
    change("arena.db",
           "ALTER TABLE versions RENAME TO gone;"
           "UPDATE settings SET value = value + 1 WHERE name = 'revision'");
    expect_silence("/api/arena/ladder");
}

TEST_F(ArenaTest, HeldVersionsLeaveTheLadder) {
    ASSERT_EQ(upload(0, kRandomBot).status, 201);
    ASSERT_EQ(await_check(0)["state"], "ready");
    const int version = await_check(0)["version"];
    ASSERT_EQ(call("POST", fmt::format("/api/arena/staff/versions/{}/hold", version),
                   bearer(staff_), R"({"reason":"it is too slow"})")
                  .status,
              200);
    EXPECT_EQ(await_check(0)["reason"], "it is too slow");
    while (get("/api/arena/ladder")["rows"].size() > 1) {
    }
    ASSERT_EQ(
        call("POST", fmt::format("/api/arena/staff/versions/{}/release", version), bearer(staff_))
            .status,
        200);
    while (get("/api/arena/ladder")["rows"].size() < 2) {
    }
}

TEST_F(ArenaTest, VersionsThatKeepCrashingAreHeld) {
    // Games of the check start with an empty board, those of the ladder after an opening.
    ASSERT_EQ(upload(0, R"(
class Team1:
    def move(self, board, old_move, flag):
        marks = sum(cell != '-' for row in board.board_status for cell in row)
        if not hasattr(self, 'seen') and marks >= 4:
            raise RuntimeError('I hate openings')
        self.seen = True
        return board.find_valid_move_cells(old_move)[0]
)")
                  .status,
              201);
    ASSERT_EQ(await_check(0)["state"], "ready") << await_check(0).dump();
    while (await_check(0)["state"] == "ready") {
    }
    const Json version = await_check(0);
    EXPECT_EQ(version["state"], "held");
    EXPECT_THAT(version["reason"].get<std::string>(), HasSubstr("3 games in a row"));
    const Json game = get("/api/arena/results")["games"][0];
    EXPECT_EQ(game["reason"], "crash");
    // The evidence is for the team and staff only.
    EXPECT_FALSE(game.contains("detail"));
    const std::string path = fmt::format("/api/arena/games/{}", game["id"].get<int>());
    EXPECT_EQ(get(path).dump().find("hate"), std::string::npos);
    EXPECT_EQ(get(path, bearer(tokens_[1])).dump().find("hate"), std::string::npos);
    EXPECT_THAT(get(path, bearer(tokens_[0])).dump(), HasSubstr("I hate openings"));
}

TEST_F(ArenaTest, TestGamesAreForTheirTeamAndNeverCount) {
    ASSERT_EQ(upload(0, kRandomBot).status, 201);
    ASSERT_EQ(await_check(0)["state"], "ready");
    const int version = await_check(0)["version"];
    const std::string start = fmt::format("/api/arena/versions/{}/test-games", version);
    const auto order = [&](const Json& body) {
        return call("POST", start, bearer(tokens_[0]), body.dump());
    };
    EXPECT_EQ(order({{"opponent", 0}, {"games", 0}}).status, 400);
    EXPECT_EQ(order({{"opponent", 0}, {"games", 21}}).status, 400);
    EXPECT_EQ(order({{"opponent", version}, {"games", 1}}).status, 409);
    EXPECT_EQ(order({{"opponent", 77}, {"games", 1}}).status, 409);
    const auto started = order({{"opponent", 0}, {"games", 3}});
    ASSERT_EQ(started.status, 201) << started.body;
    const std::string path = fmt::format("/api/arena/teams/{}/tests/{}", teams_[0],
                                         Json::parse(started.body)["test"].get<int>());
    Json test;
    do test = get(path, bearer(tokens_[0]));
    while (test["state"] != "finished");
    EXPECT_EQ(test["wins"].get<int>() + test["draws"].get<int>() + test["losses"].get<int>(), 3);
    EXPECT_EQ(test["opponent"]["name"], "Level 0");
    ASSERT_EQ(test["list"].size(), 3u);
    // Sides alternate, and the team sees what its bot wrote.
    EXPECT_NE(test["list"][0]["x"]["version"], test["list"][1]["x"]["version"]);
    const std::string game = fmt::format("/api/arena/teams/{}/test-games/{}", teams_[0],
                                         test["list"][0]["id"].get<int>());
    const std::string side = test["list"][0]["x"]["version"] == version ? "x" : "o";
    EXPECT_THAT(get(game, bearer(tokens_[0]))["log"][side].get<std::string>(),
                HasSubstr("secret plan"));
    EXPECT_GT(get(game, bearer(staff_))["record"]["moves"].size(), 10u);
    // Another team cannot reach the game through its own path either.
    EXPECT_EQ(call("GET", game, bearer(tokens_[1]), "", "").status, 403);
    for (const std::string what : {"test-games", "tests"})
        EXPECT_EQ(call("GET", fmt::format("/api/arena/teams/{}/{}/1", teams_[1], what),
                       bearer(tokens_[1]), "", "")
                      .status,
                  404);

    // No game of the ladder's store is one of these, and no total counts them.
    while (get("/api/arena/ladder")["games"] < 1) {
    }
    const auto store = StoreReader::open(arena_->store().games_path());
    ASSERT_TRUE(store);
    const Json row = get(fmt::format("/api/arena/teams/{}", teams_[0]));
    const auto in_ladder = store->count({.entrant = version, .counted_only = false});
    long counted = 0;
    for (const Json& opponent : row["opponents"])
        for (const char* result : {"wins", "draws", "losses"})
            counted += opponent[result].get<long>();
    EXPECT_LE(counted, *in_ladder);
    const auto tests = StoreReader::open(UnratedGames::path(arena_->store()));
    EXPECT_EQ(*tests->count({.counted_only = false}), 3);
}

TEST_F(ArenaTest, TestsAreBoundedAndCanBeCancelled) {
    ASSERT_EQ(upload(0, kRandomBot).status, 201);
    ASSERT_EQ(await_check(0)["state"], "ready");
    const int version = await_check(0)["version"];
    open(0);  // plays nothing
    const std::string start = fmt::format("/api/arena/versions/{}/test-games", version);
    const auto order = [&] {
        return call("POST", start, bearer(tokens_[0]), R"({"opponent":0,"games":2})");
    };
    for (int i = 0; i < 3; ++i) ASSERT_EQ(order().status, 201);
    EXPECT_EQ(order().status, 429);
    const std::string list = fmt::format("/api/arena/teams/{}/tests", teams_[0]);
    for (int total = 3; total < 20; ++total) {
        const int newest = get(list, bearer(tokens_[0]))["tests"][0]["test"];
        const auto cancelled =
            call("POST", fmt::format("{}/{}/cancel", list, newest), bearer(tokens_[0]));
        ASSERT_EQ(Json::parse(cancelled.body)["state"], "cancelled") << cancelled.body;
        EXPECT_EQ(
            call("POST", fmt::format("{}/{}/cancel", list, newest), bearer(tokens_[0])).status,
            409);
        ASSERT_EQ(order().status, 201) << total;
    }
    const int newest = get(list, bearer(tokens_[0]))["tests"][0]["test"];
    EXPECT_EQ(call("POST", fmt::format("{}/{}/cancel", list, newest), bearer(tokens_[0])).status,
              200);
    EXPECT_THAT(order().body, HasSubstr("20 tests in an hour"));
    // What is open is known after a restart, and is played then.
    open(1);
    Json tests;
    do tests = get(list, bearer(tokens_[0]))["tests"];
    while (tests.back()["state"] != "finished");
    EXPECT_EQ(tests.size(), 20u);
    EXPECT_EQ(tests[0]["state"], "cancelled");
}

TEST_F(ArenaTest, TwoVersionsAreComparedBySequentialTest) {
    ASSERT_EQ(upload(0, R"(
class Team1:
    def move(self, board, old_move, flag):
        return board.find_valid_move_cells(old_move)[0]
)")
                  .status,
              201);
    ASSERT_EQ(await_check(0)["state"], "ready");
    const int before = await_check(0)["version"];
    ASSERT_EQ(upload(0, kRandomBot).status, 201);
    ASSERT_EQ(await_check(0)["state"], "ready");
    const int after = await_check(0)["version"];
    const std::string start = fmt::format("/api/arena/versions/{}/comparisons", after);
    const auto order = [&](const Json& body) {
        return call("POST", start, bearer(tokens_[0]), body.dump());
    };
    EXPECT_EQ(order({{"opponent", 0}}).status, 409);  // not of the team
    EXPECT_EQ(order({{"opponent", before}, {"games", 3}}).status, 400);
    EXPECT_EQ(order({{"opponent", before}, {"elo0", 10}, {"elo1", 10}}).status, 400);
    const auto started = order({{"opponent", before}, {"games", 4}});
    ASSERT_EQ(started.status, 201) << started.body;
    const std::string path = fmt::format("/api/arena/teams/{}/tests/{}", teams_[0],
                                         Json::parse(started.body)["test"].get<int>());
    Json test = get(path, bearer(tokens_[0]));
    EXPECT_EQ(test["verdict"], "undecided");
    EXPECT_EQ(test["elo1"], 30);
    while (test["list"].size() < 2) test = get(path, bearer(tokens_[0]));
    open();  // in the middle
    do test = get(path, bearer(tokens_[0]));
    while (test["state"] != "finished");
    EXPECT_EQ(test["list"].size(), 4u);
    EXPECT_LT(test["llr_low"], -2.9);
    EXPECT_GT(test["llr_high"], 2.9);
    EXPECT_TRUE(test["score"]["value"].is_number());
    // Both games of a pair have the same opening.
    const auto moves = [&](std::size_t at) {
        const Json game = get(fmt::format("/api/arena/teams/{}/test-games/{}", teams_[0],
                                          test["list"][at]["id"].get<int>()),
                              bearer(tokens_[0]));
        return game["record"]["moves"];
    };
    const Json last = moves(0), before_last = moves(1);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(last[i], before_last[i]);
}

TEST_F(ArenaTest, StaffSeeSimilarBots) {
    const std::string body = R"(
    def score(self, board):
        total = 0
        for row in board.board_status:
            for cell in row:
                if cell == 'x':
                    total = total + 3
                elif cell == 'o':
                    total = total - 2
        return total
    def move(self, board, old_move, flag):
        return board.find_valid_move_cells(old_move)[0]
)";
    for (const std::size_t team : {0u, 1u}) {
        ASSERT_EQ(upload(team, fmt::format("class Team{}:{}", team, body)).status, 201);
        ASSERT_EQ(await_check(team)["state"], "ready");
    }
    const Json pairs = get("/api/arena/staff/similarity", bearer(staff_))["pairs"];
    ASSERT_EQ(pairs.size(), 1u);
    EXPECT_EQ(pairs[0]["a"]["name"], "A");
    EXPECT_EQ(pairs[0]["b"]["name"], "B");
    EXPECT_EQ(pairs[0]["share"], 1.0);
    const auto source = call(
        "GET",
        fmt::format("/api/arena/staff/versions/{}/source", pairs[0]["a"]["version"].get<int>()),
        bearer(staff_), "", "");
    EXPECT_THAT(source.body, HasSubstr("class Team0:"));
}

TEST_F(ArenaTest, TheDeadlineClosesUploads) {
    const auto past = system_now().time_since_epoch().count() - 1000;
    const auto changed = call("POST", "/api/arena/staff/settings", bearer(staff_),
                              Json{{"deadline_ms", past}, {"announcement", "Over."}}.dump());
    ASSERT_EQ(changed.status, 200) << changed.body;
    EXPECT_EQ(get("/api/arena")["phase"], "closed");
    EXPECT_EQ(get("/api/arena")["announcement"], "Over.");
    EXPECT_EQ(upload(0, kRandomBot).status, 409);
    EXPECT_EQ(
        call("POST", "/api/arena/staff/settings", bearer(staff_), R"({"late":"accept"})").status,
        200);
    EXPECT_EQ(upload(0, kRandomBot).status, 201);
    EXPECT_EQ(
        call("POST", "/api/arena/staff/settings", bearer(staff_), R"({"late":"maybe"})").status,
        400);
    EXPECT_EQ(call("POST", "/api/arena/staff/settings", bearer(staff_), R"({"nonsense":1})").status,
              400);
}

TEST_F(ArenaTest, AliasesHideNamesFromOthers) {
    ASSERT_EQ(
        call("POST", "/api/arena/staff/settings", bearer(staff_), R"({"aliases":true})").status,
        200);
    const std::string path = fmt::format("/api/arena/teams/{}", teams_[0]);
    EXPECT_EQ(get(path)["name"], "Team 1");
    EXPECT_EQ(get(path, bearer(tokens_[1]))["name"], "Team 1");
    EXPECT_EQ(get(path, bearer(tokens_[0]))["name"], "A");
    EXPECT_EQ(get(path, bearer(staff_))["name"], "A");
}

TEST_F(ArenaTest, StaffManageTeams) {
    const auto added = call("POST", "/api/arena/staff/teams.csv", bearer(staff_),
                            "name,alias\nC,cat\nA,\n=bad,\n", "text/csv");
    ASSERT_EQ(added.status, 200) << added.body;
    const Json json = Json::parse(added.body);
    ASSERT_EQ(json["added"].size(), 1u);
    EXPECT_EQ(json["problems"].size(), 1u);
    const std::string token = json["added"][0]["token"];
    const int team = json["added"][0]["team"];
    EXPECT_EQ(get("/api/arena", "Bearer " + token)["you"]["name"], "C");
    const std::string path = fmt::format("/api/arena/staff/teams/{}", team);
    EXPECT_EQ(call("POST", path, bearer(staff_), R"({"name":"D","disabled":true})").status, 200);
    EXPECT_EQ(get("/api/arena", "Bearer " + token)["you"]["role"], "visitor");
    EXPECT_EQ(call("POST", path, bearer(staff_), R"({"name":"A"})").status, 409);
    const auto renewed = call("POST", path + "/token", bearer(staff_));
    EXPECT_NE(Json::parse(renewed.body)["token"], token);
    EXPECT_THAT(call("GET", "/api/arena/staff/teams.csv", bearer(staff_), "", "").body,
                HasSubstr("D,cat,yes\n"));
    const Json audit = get("/api/arena/staff/audit", bearer(staff_));
    EXPECT_EQ(audit["entries"][0]["action"], "new-token");
}

}  // namespace
}  // namespace xttt
