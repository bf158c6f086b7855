#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "callback_queue.h"
#include "server/arena/arena_service.h"
#include "support/fresh_folder.h"

namespace xttt::test {

inline constexpr std::string_view kRandomBot = R"(
import random, sys
class Team1:
    def move(self, board, old_move, flag):
        sys.stderr.write('secret plan\n')
        return random.choice(board.find_valid_move_cells(old_move))
)";

// An arena with two teams, and requests to it without a network.
class ArenaFixture : public testing::Test {
protected:
    ArenaFixture()
        : staff_(
              *ArenaStore::create(folder_ / "arena", {.name = "arena",
                                                      .variant = &kExtreme,
                                                      .move_time = std::chrono::milliseconds(1000),
                                                      .deadline = std::nullopt})) {
        const auto store = *ArenaStore::open(folder_ / "arena");
        (void)store->add_level("Level 0", "engine:skill=0");
        for (const char* name : {"A", "B"}) {
            const auto [team, token] = *store->add_team(name, "", "staff");
            teams_.push_back(team.id);
            tokens_.push_back(token);
        }
        open();
    }

    void open(int jobs = 1) {
        arena_.reset();
        router_ = Router();
        arena_ =
            *ArenaService::open({.folder = folder_ / "arena", .jobs = jobs}, callbacks_.post());
        arena_->add_routes(router_);
    }

    HttpResponse ask(HttpRequest request) {
        request.address = "127.0.0.1";
        std::optional<HttpResponse> answer;
        const auto target = parse_target(request.target);
        EXPECT_TRUE(router_.handle(request, *target, [&](HttpResponse response) {
            answer = std::move(response);
        })) << request.target;
        callbacks_.run_until([&] { return answer.has_value(); });
        return *answer;
    }
    HttpResponse call(std::string method, std::string target, const std::string& authorization,
                      std::string body = "{}", std::string type = "application/json") {
        return ask({.method = std::move(method),
                    .target = std::move(target),
                    .content_type = std::move(type),
                    .authorization = authorization,
                    .file_name = "team%201.py",
                    .body = std::move(body)});
    }
    nlohmann::json get(std::string target, const std::string& authorization = "") {
        const auto response = call("GET", std::move(target), authorization, "", "");
        EXPECT_EQ(response.status, 200) << response.body;
        return nlohmann::json::parse(response.body);
    }
    static std::string bearer(const Token& token) { return "Bearer " + token.text(); }
    HttpResponse upload(std::size_t team, std::string_view bytes) {
        return call("POST", fmt::format("/api/arena/teams/{}/versions", teams_[team]),
                    bearer(tokens_[team]), std::string(bytes), "application/octet-stream");
    }
    nlohmann::json await_check(std::size_t team) {
        for (;;) {
            const nlohmann::json list = get(
                fmt::format("/api/arena/teams/{}/versions", teams_[team]), bearer(tokens_[team]));
            if (list["versions"][0]["state"] != "checking") return list["versions"][0];
        }
    }

    FreshFolder folder_;
    CallbackQueue callbacks_;
    Router router_;
    Token staff_;
    std::vector<int> teams_;
    std::vector<Token> tokens_;
    std::unique_ptr<ArenaService> arena_;
};

}  // namespace xttt::test
