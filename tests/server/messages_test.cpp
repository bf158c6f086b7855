#include "server/game/messages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace xttt {
namespace {

using namespace std::chrono_literals;
using Json = nlohmann::json;

std::string fault(std::string_view text) {
    const auto message = parse_client_message(text);
    return message ? "" : message.error().message;
}

TEST(ClientMessages, AreUnderstood) {
    const Token seat = Token::random();
    const auto hello =
        parse_client_message(R"({"type":"hello","seen":4,"seat":")" + seat.text() + R"("})");
    ASSERT_TRUE(hello);
    EXPECT_EQ(std::get<ClientHello>(*hello).seen, 4);
    EXPECT_EQ(std::get<ClientHello>(*hello).seat, seat);
    const auto move = parse_client_message(R"({"type":"move","ply":3,"move":"h9"})");
    ASSERT_TRUE(move);
    EXPECT_EQ(std::get<PlayMove>(*move).ply, 3);
    EXPECT_EQ(std::get<PlayMove>(*move).move, "h9");
    EXPECT_TRUE(std::holds_alternative<ResignGame>(*parse_client_message(R"({"type":"resign"})")));
    EXPECT_TRUE(
        std::get<AnswerTakeback>(*parse_client_message(R"({"type":"accept-takeback"})")).accepts);
}

TEST(ClientMessages, FaultsAreNamed) {
    EXPECT_EQ(fault(""), "not valid JSON");
    EXPECT_EQ(fault("{"), "not valid JSON");
    EXPECT_EQ(fault("[]"), "expected a JSON object");
    EXPECT_EQ(fault("{}"), "field 'type' is missing");
    EXPECT_EQ(fault(R"({"type":7})"), "field 'type' must be a string");
    EXPECT_EQ(fault(R"({"type":"dance"})"), "unknown message type 'dance'");
    EXPECT_EQ(fault(R"({"type":"move","move":"h9"})"), "field 'ply' is missing");
    EXPECT_EQ(fault(R"({"type":"move","ply":1.5,"move":"h9"})"),
              "field 'ply' must be a whole number from 0 to 1000000");
    EXPECT_EQ(fault(R"({"type":"move","ply":18446744073709551615,"move":"h9"})"),
              "field 'ply' must be a whole number from 0 to 1000000");
    EXPECT_EQ(fault(R"({"type":"hello","seat":"short"})"), "field 'seat' is not a valid token");
    EXPECT_EQ(fault(R"({"type":"resign","please":true})"), "unknown field 'please'");
    EXPECT_EQ(fault(R"({"type":"say"})"), "field 'phrase' is missing");
    EXPECT_EQ(fault(R"({"type":"say","phrase":"boo"})"),
              "field 'phrase': there is no phrase 'boo'");
    EXPECT_EQ(fault(R"({"type":"cancel","now":1})"), "unknown field 'now'");
    EXPECT_EQ(fault(std::string(2000, '[')), "nested too deeply");
}

TEST(CreateRequests, HaveDefaults) {
    const auto request = parse_create_request("{}");
    ASSERT_TRUE(request);
    EXPECT_EQ(request->settings.variant, kVariants.front());
    EXPECT_FALSE(request->settings.time);
    EXPECT_FALSE(request->side);
}

TEST(CreateRequests, FaultsAreNamed) {
    const auto why = [](std::string_view body) {
        const auto request = parse_create_request(body);
        return request ? "" : request.error().message;
    };
    EXPECT_THAT(why(R"({"variant":"chess"})"), testing::HasSubstr("unknown variant 'chess'"));
    EXPECT_THAT(why(R"({"side":"y"})"), testing::HasSubstr("'side' must be"));
    EXPECT_THAT(why(R"({"clock":{"initial_ms":5}})"), testing::HasSubstr("from 1000 to"));
    EXPECT_THAT(why(R"({"clock":5})"), testing::HasSubstr("object or null"));
    EXPECT_THAT(why(R"({"clock":{"days":0}})"), testing::HasSubstr("from 1 to 14"));
    EXPECT_THAT(why(R"({"clock":{"days":15}})"), testing::HasSubstr("from 1 to 14"));
    EXPECT_THAT(why(R"({"clock":{"days":2,"initial_ms":60000}})"),
                testing::HasSubstr("unknown field 'initial_ms'"));
    EXPECT_THAT(why(R"({"public":"yes"})"), testing::HasSubstr("'public'"));
    EXPECT_THAT(why("{\"bot\":\"a\\u0000b\"}"), testing::HasSubstr("field 'bot' must not"));
    EXPECT_THAT(why("{\"name\":\"a\\u0000b\"}"), testing::HasSubstr("control or formatting"));
    EXPECT_THAT(why(R"({"name":")" + std::string(61, 'a') + R"("})"),
                testing::HasSubstr("longer than 60"));
}

TEST(ServerMessages, TellEventsWithTheEndOfTheGame) {
    OnlineGame game({.variant = &kUltimate, .time = TimeControl{60s, 0s}});
    const Clock::time_point now{1h};
    ASSERT_TRUE(game.join(Side::O));
    ASSERT_TRUE(game.start());
    game.resume_clock(now);
    ASSERT_TRUE(game.move(Side::X, 0, "a1", now + 1s));
    ASSERT_TRUE(game.resign(Side::O, now + 1s));
    const auto json = Json::parse(events_text(game, 3, 4, now));
    EXPECT_EQ(json["type"], "events");
    EXPECT_EQ(json["events"][0], Json::parse(R"({"n":3,"kind":"move","side":"x","move":"a1",
        "ply":1,"clocks":{"x":59000,"o":60000}})"));
    EXPECT_EQ(json["events"][1]["over"],
              Json::parse(R"({"result":"x","reason":"resignation","points":[9,0]})"));
    EXPECT_EQ(json["clocks"]["running"], nullptr);
}

TEST(ServerMessages, NeverRevealSeats) {
    const OnlineGame game({.variant = &kDouble, .names = {"<b>x</b>", "o"}});
    const Token id = Token::random();
    const auto json = Json::parse(game_text(id, game, 0, Clock::time_point{}));
    EXPECT_EQ(json["names"]["x"], "<b>x</b>");
    EXPECT_EQ(json["game"], id.text());
    EXPECT_FALSE(json.contains("seat"));
}

}  // namespace
}  // namespace xttt
