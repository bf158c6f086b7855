#include "ugi/answer.h"

#include <gtest/gtest.h>

namespace xttt::ugi {
namespace {

Info info(std::string_view text_line) {
    const auto answer = parse_answer(text_line);
    EXPECT_TRUE(answer.has_value()) << text_line;
    return answer ? std::get<Info>(*answer) : Info{};
}

TEST(UgiAnswer, TextAndStructSayTheSame) {
    for (const std::string text_line :
         {"id name xttt 1.0", "id author many people", "ugiok", "readyok",
          "option name Hash type spin default 64 min 1 max 1024",
          "option name Variant type combo default extreme var extreme var double",
          "option name File type string default <empty>", "bestmove a1", "bestmove a1 ponder b2",
          "response true", "info string hello there",
          "info depth 5 seldepth 9 multipv 1 score points -125 nodes 1000 nps 50000 hashfull 12 "
          "time 20 pv a1 b2",
          "info depth 3 score win 5 pv a1", "info depth 3 score win -4 pv a1"}) {
        const auto answer = parse_answer(text_line);
        ASSERT_TRUE(answer.has_value()) << text_line;
        EXPECT_EQ(to_text(*answer), text_line);
    }
}

TEST(UgiAnswer, AProvenLineIsALineScore) {
    EXPECT_EQ(info("info score win 5").score, kLineScore - 5);
    EXPECT_EQ(info("info score win -4").score, 4 - kLineScore);
    EXPECT_EQ(info("info score points 250").score, 250);
}

TEST(UgiAnswer, UnknownPartsOfAnInfoLineAreSkipped) {
    const Info parsed = info("info depth 4 tthits 12 currmove a1 pv b2 c3 time 7");
    EXPECT_EQ(parsed.depth, 4);
    EXPECT_EQ(parsed.pv, (std::vector<std::string>{"b2", "c3"}));
    EXPECT_EQ(parsed.time, std::chrono::milliseconds{7});
}

TEST(UgiAnswer, WhatIsNoAnswerIsRefused) {
    for (const std::string text_line : {"", "hello", "bestmove", "response", "info depth x",
                                        "info score cp 5", "option Hash", "info score win 0"})
        EXPECT_FALSE(parse_answer(text_line).has_value()) << text_line;
}

}  // namespace
}  // namespace xttt::ugi
