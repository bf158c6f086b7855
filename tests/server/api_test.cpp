#include <fstream>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "callback_queue.h"
#include "server/arena/arena_service.h"
#include "server/game/online_openings.h"
#include "server/page.h"
#include "server/tournaments/testing_routes.h"
#include "server/tournaments/tournament_monitor.h"
#include "server/web_server.h"
#include "support/fresh_folder.h"
#include "support/paths.h"

namespace xttt {
namespace {

using Json = nlohmann::json;

class ApiTest : public testing::Test {
protected:
    static constexpr int kPictures = 8;  // drawn in one test

    ApiTest()
        : journal_(*Journal::open(folder_.path(), callbacks_.post())),
          registry_(*journal_, metrics_, {.created_per_minute = 5}),
          openings_(*journal_, registry_, callbacks_.post()),
          server_(registry_, metrics_,
                  {.origins = *OriginPolicy::make({}, true),
                   .previews = {.post = callbacks_.post(),
                                .pictures = {.burst = kPictures, .per_second = 1e-6}}}),
          tournaments_(*TournamentMonitor::open({}, callbacks_.post())) {
        openings_.add_routes(server_.router());
        tournaments_->add_routes(server_.router());
        add_testing_routes(server_.router(), "");
        ArenaService::add_absent_routes(server_.router());
    }

    HttpResponse ask(HttpRequest request) {
        if (request.host.empty()) request.host = "localhost:8080";
        request.address = "127.0.0.1";
        std::optional<HttpResponse> answer;
        server_.handle(request, [&](HttpResponse response) { answer = std::move(response); });
        callbacks_.run_until([&] { return answer.has_value(); });
        return *answer;
    }
    HttpResponse get(std::string target) {
        return ask({.method = "GET", .target = std::move(target)});
    }
    HttpResponse post(std::string target, std::string body) {
        return ask({.method = "POST",
                    .target = std::move(target),
                    .content_type = "application/json",
                    .body = std::move(body)});
    }

    test::FreshFolder folder_;
    test::CallbackQueue callbacks_;
    Metrics metrics_;
    std::unique_ptr<Journal> journal_;
    GameRegistry registry_;
    OnlineOpenings openings_;
    WebServer server_;
    std::unique_ptr<TournamentMonitor> tournaments_;
};

// "GET /path" for each operation of docs/openapi.yaml, read by its indentation.
std::set<std::string> documented_routes() {
    std::ifstream file(test::source_path("docs/openapi.yaml"));
    std::set<std::string> routes;
    std::string text_line, path;
    while (std::getline(file, text_line)) {
        if (text_line.starts_with("  /")) path = text_line.substr(2, text_line.size() - 3);
        if (text_line == "    get:") routes.insert("GET " + path);
        if (text_line == "    post:") routes.insert("POST " + path);
    }
    return routes;
}

TEST_F(ApiTest, EveryRouteIsDocumentedAndNoOther) {
    std::set<std::string> routes;
    for (const auto& [method, path] : server_.router().names()) routes.insert(method + " " + path);
    EXPECT_EQ(routes, documented_routes());
}

TEST_F(ApiTest, AGameIsCreatedJoinedShownAndSaved) {
    const auto created = post("/api/games", R"({"variant":"ultimate","side":"o","name":"Ada"})");
    ASSERT_EQ(created.status, 201) << created.body;
    const auto game = Json::parse(created.body);
    EXPECT_EQ(game["side"], "o");
    const std::string path = "/api/games/" + game["game"].get<std::string>();
    const auto joined = post(path + "/join", Json{{"invitation", game["invitation"]}}.dump());
    ASSERT_EQ(joined.status, 200) << joined.body;
    EXPECT_EQ(Json::parse(joined.body)["side"], "x");
    const auto shown = get(path);
    ASSERT_EQ(shown.status, 200);
    EXPECT_EQ(Json::parse(shown.body)["names"]["o"], "Ada");
    EXPECT_EQ(shown.body.find(game["seat"].get<std::string>()), std::string::npos);
    const auto saved = get(path + "/record.xgn");
    EXPECT_EQ(saved.status, 200);
    EXPECT_THAT(saved.body, testing::HasSubstr("ultimate"));
}

TEST_F(ApiTest, AGameHasASummary) {
    const auto game = Json::parse(post("/api/games", R"({"clock":{"days":3}})").body);
    const auto summary =
        Json::parse(get("/api/games/" + game["game"].get<std::string>() + "/summary").body);
    EXPECT_EQ(summary["phase"], "waiting");
    EXPECT_EQ(summary["turn"], nullptr);
    EXPECT_EQ(summary["moves"], 0);
    EXPECT_EQ(summary["clock"]["days"], 3);
    EXPECT_EQ(get("/api/games/" + Token::random().text() + "/summary").status, 404);
}

TEST_F(ApiTest, WithoutAFolderOfEngineTestsThereIsNoPageOfThem) {
    for (const char* path : {"/testing", "/api/testing"}) EXPECT_EQ(get(path).status, 404);
}

TEST_F(ApiTest, TheLobbyListsNothingAtFirst) {
    EXPECT_EQ(get("/api/lobby").body, "{\"challenges\":[],\"bots\":[]}\n");
}

std::string header(const HttpResponse& response, std::string_view name) {
    for (const auto& [header, value] : response.headers)
        if (header == name) return value;
    return "absent";
}

TEST_F(ApiTest, OpeningsAreThereForEveryVariant) {
    for (const Variant* variant : kVariants) {
        const auto openings = get(fmt::format("/api/openings/{}", variant->name));
        EXPECT_EQ(openings.status, 200);
        EXPECT_EQ(openings.body, fmt::format("xttt-openings 2 {} 0\n", variant->name));
        EXPECT_EQ(header(openings, "Cache-Control"), "public, max-age=60");
    }
    EXPECT_EQ(get("/api/openings/chess").status, 404);
}

TEST_F(ApiTest, SharedGamesHavePreviewsWithoutMarkupOfOthers) {
    const auto game =
        Json::parse(post("/api/games", R"({"side":"x","name":"<script>alert(1)</script>"})").body);
    const std::string path = "/g/" + game["game"].get<std::string>();
    const auto page = get(path);
    ASSERT_EQ(page.status, 200);
    EXPECT_EQ(page.content_type, "text/html; charset=utf-8");
    EXPECT_THAT(page.body, testing::Not(testing::HasSubstr("<script")));
    EXPECT_THAT(page.body, testing::HasSubstr("og:title\" content=\"&lt;script&gt;"));
    EXPECT_THAT(page.body,
                testing::HasSubstr("content=\"http://localhost:8080" + path + "/image.png\""));
    EXPECT_THAT(page.body, testing::HasSubstr("url=../#/online?g="));
    const auto picture = get(path + "/image.png");
    EXPECT_EQ(picture.content_type, "image/png");
    EXPECT_TRUE(picture.body.starts_with("\x89PNG"));
    const auto again = ask(
        {.method = "GET", .target = path + "/image.png", .if_none_match = header(picture, "ETag")});
    EXPECT_EQ(again.status, 304);
    EXPECT_EQ(get("/g/" + Token::random().text()).status, 404);
    EXPECT_EQ(get("/g/nonsense/image.png").status, 404);
}

TEST_F(ApiTest, SharedPositionsHavePreviews) {
    const auto page = get("/p/double/1e5-1e4");
    ASSERT_EQ(page.status, 200) << page.body;
    EXPECT_THAT(page.body, testing::HasSubstr("url=../../#/analysis?v=double&amp;m=1e5-1e4"));
    EXPECT_TRUE(get("/p/double/1e5-1e4/image.png").body.starts_with("\x89PNG"));
    EXPECT_EQ(get("/p/extreme/-").status, 200);
    EXPECT_EQ(get("/p/chess/e4").status, 404);
    EXPECT_EQ(get("/p/double/1e5-1e5").status, 404);
    EXPECT_EQ(get("/p/double/%22%3E%3Cscript%3E").status, 404);
}

TEST_F(ApiTest, PicturesAreLimitedForAllTogether) {
    const std::string path = "/p/ultimate/-/image.png";
    for (int i = 0; i < kPictures; ++i) EXPECT_EQ(get(path).status, 200) << i;
    const auto refused = get(path);
    EXPECT_EQ(refused.status, 503);
    EXPECT_THAT(refused.body, testing::HasSubstr("too many preview images"));
    // Pages do not count.
    EXPECT_EQ(get("/p/ultimate/-").status, 200);
}

TEST_F(ApiTest, PicturesAreDrawnInAnotherThread) {
    std::optional<HttpResponse> picture;
    server_.handle({.method = "GET",
                    .target = "/p/ultimate/-/image.png",
                    .host = "localhost:8080",
                    .address = "127.0.0.1"},
                   [&](HttpResponse response) { picture = std::move(response); });
    EXPECT_FALSE(picture);  // the reply is posted, so it cannot come before the callbacks run
    callbacks_.run_until([&] { return picture.has_value(); });
    EXPECT_THAT(picture->body, testing::StartsWith("\x89PNG"));
}

TEST_F(ApiTest, OnlyTheEmbeddedPageMayBeFramed) {
    const auto embedded = get("/embed?v=double&m=1e5");
    EXPECT_EQ(embedded.status, 200);
    EXPECT_EQ(header(embedded, "X-Frame-Options"), "");  // removed
    EXPECT_THAT(header(embedded, "Content-Security-Policy"),
                testing::HasSubstr("frame-ancestors *"));
    for (const char* path : {"/", "/index.html", "/embed.html", "/openapi.yaml", "/p/double/-"})
        for (const auto& [name, value] : get(path).headers)
            EXPECT_TRUE(name != "X-Frame-Options" && name != "Content-Security-Policy") << path;
    for (const auto& [name, value] : server_.common_headers())
        if (name == "Content-Security-Policy") {
            EXPECT_THAT(value, testing::HasSubstr("frame-ancestors 'none'"));
        }
}

TEST_F(ApiTest, BadRequestsGetTheirReason) {
    EXPECT_EQ(post("/api/games", "{").status, 400);
    EXPECT_EQ(post("/api/games", R"({"variant":"chess"})").status, 400);
    EXPECT_EQ(ask({.method = "POST", .target = "/api/games", .body = "{}"}).status, 415);
    EXPECT_EQ(ask({.method = "PUT", .target = "/api/games"}).status, 405);
    EXPECT_EQ(get("/api/games/nonsense").status, 404);
    EXPECT_EQ(get("/api/games/" + Token::random().text()).status, 404);
    EXPECT_EQ(get("/api/games/" + Token::random().text() + "/socket").status, 426);
    EXPECT_EQ(get("/nothing").status, 404);
    EXPECT_EQ(get("/../etc/passwd").status, 400);
    EXPECT_EQ(get("/%2e%2e/etc/passwd").status, 400);
    EXPECT_EQ(ask({.method = "GET", .target = "/", .host = "evil.example"}).status, 421);
    EXPECT_EQ(ask({.method = "POST",
                   .target = "/api/games",
                   .origin = "http://evil.example",
                   .content_type = "application/json",
                   .body = "{}"})
                  .status,
              403);
}

TEST_F(ApiTest, OneAddressCreatesOnlySoManyGames) {
    int created = 0, limited = 0;
    for (int i = 0; i < 20; ++i) {
        const int status = post("/api/games", "{}").status;
        created += status == 201;
        limited += status == 429;
    }
    EXPECT_EQ(created + limited, 20);
    EXPECT_GE(created, 5);
    EXPECT_LT(created, 12);
}

TEST_F(ApiTest, ReportsTheHealthOfTheServer) {
    EXPECT_EQ(get("/healthz").status, 200);
    EXPECT_EQ(get("/metrics").status, 403);  // not straight from this machine
    const auto metrics = ask({.method = "GET", .target = "/metrics", .is_local = true});
    EXPECT_EQ(metrics.status, 200);
    EXPECT_THAT(metrics.body, testing::HasSubstr("xttt_confirmation_seconds_count 0\n"));
    const auto openapi = get("/openapi.yaml");
    EXPECT_EQ(openapi.status, 200);
    EXPECT_TRUE(openapi.content().starts_with("openapi: 3"));
}

TEST_F(ApiTest, FilesAreSentOnceAndCompressed) {
    HttpRequest request{.method = "GET", .target = "/openapi.yaml", .accept_encoding = "gzip, br"};
    const auto packed = ask(request);
    EXPECT_LT(packed.content().size(), get("/openapi.yaml").content().size());
    for (const auto& [name, value] : packed.headers)
        if (name == "ETag") request.if_none_match = value;
    const auto again = ask(request);
    EXPECT_EQ(again.status, 304);
    EXPECT_TRUE(again.content().empty());
}

TEST_F(ApiTest, ThereIsAPageOrAWordWhyNot) {
    const auto page = get("/");
    EXPECT_EQ(page.status, 200);
    EXPECT_TRUE(page.content_type.starts_with("text/html"));
}

}  // namespace
}  // namespace xttt
