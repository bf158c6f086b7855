#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "record/sample_games.h"

namespace xttt {
namespace {

using ::testing::HasSubstr;

std::string complaint(const std::string& text) {
    return test::complaint(RecordFormat::Jsonl, text);
}

TEST(Jsonl, VariantAndMovesAreEnough) {
    const auto record =
        test::read_one(RecordFormat::Jsonl, R"({"variant":"ultimate","moves":["e5","d4"]})");
    ASSERT_TRUE(record);
    EXPECT_EQ(record->moves.size(), 2u);
    EXPECT_EQ(jsonl_text(*record).value(),
              R"({"variant":"ultimate","moves":["e5","d4"],"result":"*","reason":"unfinished",)"
              R"("points":null})"
              "\n");
}

TEST(Jsonl, KeysItDoesNotKnowAreLeftAlone) {
    EXPECT_EQ(complaint(R"({"legal":[1,{"a":2}],"variant":"ultimate","moves":[]})"), "");
}

TEST(Jsonl, SaysWhatIsWrongAndOnWhichLine) {
    const auto ultimate = [](std::string_view rest) {
        return complaint("\n{\"variant\":\"ultimate\"" + std::string(rest) + "}");
    };
    EXPECT_EQ(complaint("{\"variant\":"), "line 1: not JSON: the line ends too early");
    EXPECT_EQ(complaint("{} {}"), "line 1: not JSON at column 4");
    EXPECT_EQ(complaint("[1,2]"), "line 1: not a JSON object");
    EXPECT_EQ(complaint(R"({"moves":[]})"), "line 1: 'variant' is missing");
    EXPECT_EQ(complaint(R"({"variant":7,"moves":[]})"), "line 1: 'variant' is not a string");
    EXPECT_THAT(complaint(R"({"variant":"go","moves":[]})"), HasSubstr("unknown variant 'go'"));
    EXPECT_EQ(complaint("{\"variant\":\"\xff\"}"), "line 1: not JSON at column 13");
    EXPECT_EQ(ultimate(""), "line 2: 'moves' is missing");
    EXPECT_EQ(ultimate(R"(,"moves":"e5")"), "line 2: 'moves' is not an array");
    EXPECT_EQ(ultimate(R"(,"moves":[5])"), "line 2: move 1 is not a string");
    EXPECT_EQ(ultimate(R"(,"moves":["e5","a1"])"),
              "line 2: move 2: 'a1' is illegal: after e5 the move must go to small board d4-f6");
    EXPECT_EQ(ultimate(R"(,"moves":[],"moves":[])"), "line 2: the key 'moves' appears twice");
    EXPECT_EQ(ultimate(R"(,"moves":[],"seed":-1)"),
              "line 2: 'seed' is not a whole number in range");
    EXPECT_EQ(ultimate(R"(,"moves":[],"seed":1.5)"),
              "line 2: 'seed' is not a whole number in range");
    EXPECT_EQ(ultimate(R"(,"moves":[],"seed":1e999)"),
              "line 2: not JSON: a number is out of range");
    EXPECT_THAT(ultimate(R"(,"moves":[],"fen":"9")"), HasSubstr("bad FEN"));
    EXPECT_EQ(ultimate(R"(,"moves":[],"tags":[])"), "line 2: 'tags' is not an object");
    EXPECT_EQ(ultimate(R"(,"moves":[],"tags":{"a b":""})"),
              "line 2: 'a b' is not a valid tag name");
    EXPECT_EQ(ultimate(R"(,"moves":[],"tags":{"a":1})"), "line 2: the tag 'a' is not a string");
    EXPECT_EQ(ultimate(R"(,"moves":["e5"],"notes":[])"),
              "line 2: 'notes' is not an array with one entry for each move");
    EXPECT_EQ(ultimate(R"(,"moves":["e5"],"notes":[{"depth":"7"}])"),
              "line 2: in 'notes': 'depth' is not a whole number in range");
    EXPECT_THAT(ultimate(R"(,"moves":["e5"],"notes":[{"score_points":1,"score_win":1}])"),
                HasSubstr("cannot be used together"));
    EXPECT_THAT(ultimate(R"(,"moves":[],"result":"y")"), HasSubstr("'result' must be"));
    EXPECT_THAT(ultimate(R"(,"moves":[],"result":"x")"), HasSubstr("the moves give *"));
    EXPECT_THAT(ultimate(R"(,"moves":[],"points":[1])"), HasSubstr("'points' is not an array"));
    EXPECT_THAT(ultimate(R"(,"moves":[],"points":[{},1])"), HasSubstr("'points' is not an array"));
}

TEST(Jsonl, AForfeitIsTheLosersFault) {
    const auto record = test::read_one(
        RecordFormat::Jsonl,
        R"({"variant":"ultimate","moves":["e5"],"result":"x","reason":"memory-limit"})");
    EXPECT_EQ(record->forfeit, (Forfeit{Side::O, ForfeitReason::MemoryLimit, ""}));
}

TEST(Jsonl, ReadingContinuesAfterABadTextLine) {
    const std::string good = R"({"variant":"ultimate","moves":["e5"]})";
    const auto games = test::read_all(RecordFormat::Jsonl, good + "\n{\n" + good);
    ASSERT_EQ(games.size(), 3u);
    EXPECT_TRUE(games[0]);
    EXPECT_FALSE(games[1]);
    EXPECT_TRUE(games[2]);
}

}  // namespace
}  // namespace xttt
