#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "record/sample_games.h"

namespace xttt {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

// x wins small board 1a1-1c3 with 1a3 and takes the bonus move 1b7.
constexpr const char* kGame =
    "[Event \"Friendly\"]\n"
    "[X \"Ada\"]\n"
    "[O \"Bob\"]\n"
    "[Variant \"double\"]\n"
    "[Result \"*\"]\n"
    "[Termination \"unfinished\"]\n"
    "\n"
    "1. 1a1 1b2 2. 1f5 1g4 3. 1a2 1a4 {[clock 12.500] why not} 4. 1a3+1b7 2d1 *\n"
    "\n";

std::string xgn(std::string_view moves) {
    return "[Variant \"double\"]\n\n" + std::string(moves) + "\n";
}
std::string xgn_complaint(const std::string& text) {
    return test::complaint(RecordFormat::Xgn, text);
}

TEST(Xgn, ReadsAsAPersonWritesIt) {
    const auto record = test::read_one(RecordFormat::Xgn, kGame).value();
    EXPECT_EQ(record.variant, &kDouble);
    EXPECT_EQ(record.tags.at("X"), "Ada");
    ASSERT_EQ(record.moves.size(), 9u);
    EXPECT_EQ(move_text<kDouble>(record.moves[7].move), "1b7");
    EXPECT_EQ(record.moves[5].note.text, "why not");
    EXPECT_EQ(xgn_text(record).value(), kGame);
}

TEST(Xgn, SpacesLineEndsAndNumbersMayBeLaidOutFreely) {
    const auto record = test::read_one(RecordFormat::Xgn, kGame).value();
    for (const char* moves :
         {"1a1 1b2 1f5 1g4 1a2 1a4 {[clock 12.500]\n why not} 1a3+1b7 2d1 *",
          "1.1a1\n1b2\t2.1f5 1g4 3.1a2 3...1a4{[clock 12.500] why not}4. 1a3 + 1b7 2d1   *",
          "1. 1A1 1B2 2. 1F5 1G4 3. 1A2 1A4 {[clock 12.500] why not} 4. 1A3\n+1B7 2D1 *"}) {
        const auto other = test::read_one(RecordFormat::Xgn, xgn(moves));
        ASSERT_TRUE(other) << other.error().message;
        EXPECT_EQ(other->moves.size(), record.moves.size()) << moves;
        EXPECT_EQ(other->moves[8], record.moves[8]);
    }
}

TEST(Xgn, LinesOfMovesKeepToEightyColumns) {
    for (const GameRecord& record : test::random_records(10)) {
        GameRecord bare = record;
        for (auto& recorded : bare.moves) recorded.note = {};
        const std::string text = xgn_text(bare).value();
        for (const auto text_line : split(text.substr(text.find("\n\n")), '\n'))
            EXPECT_LE(text_line.size(), 80u);
    }
}

TEST(Xgn, BonusMovesAreJoinedByAPlus) {
    EXPECT_EQ(xgn_complaint(xgn("1. 1a1 1b2 2. 1f5 1g4 3. 1a2 1a4 4. 1a3 1b7 *")),
              "line 3: '1b7' is a bonus move, so a + must precede it");
    EXPECT_EQ(xgn_complaint(xgn("1. 1a1+1b2 *")),
              "line 3: '1b2' is not a bonus move, so it must not follow a +");
    EXPECT_EQ(xgn_complaint(xgn("1. 1a1 1b2 2. 1f5 1g4 3. 1a2 1a4 4. 1a3+ *")),
              "line 3: a + without a move after it");
}

TEST(Xgn, FaultsCarryTheirLine) {
    EXPECT_EQ(xgn_complaint(xgn("1. 1a1 1b2\n2. 1f5\n1a1 *")),
              "line 5: '1a1' is illegal: after 1f5 the move must go to small board 1g4-1i6 or "
              "2g4-2i6");
    EXPECT_EQ(xgn_complaint(xgn("1. 1a1 3. 1b2 *")),
              "line 3: found move number '3.', expected 1...");
    EXPECT_EQ(xgn_complaint(xgn("1. 1a1\n{never\nclosed 1b2 *")),
              "line 4: a comment without a closing brace");
    EXPECT_EQ(xgn_complaint(xgn("{first} 1. 1a1 *")), "line 3: a comment before the first move");
    EXPECT_THAT(xgn_complaint(xgn("1. 1a1 {[depth x]} *")),
                StartsWith("line 3: unknown annotation '[depth x]' in a"));
    EXPECT_EQ(xgn_complaint(xgn("1. 1a1 1b2\n* 2. 1f5")), "line 4: text after the result *");
    EXPECT_THAT(xgn_complaint(xgn("1. 1a1 1b2")), HasSubstr("ends without its result"));
    EXPECT_EQ(xgn_complaint("[Variant \"double\"]\n"),
              "line 1: the game has no moves and no result");
    EXPECT_EQ(xgn_complaint("[Variant \"double\"]\n[X y]\n\n*"),
              "line 2: '[X y]' is not a tag; write [Name \"value\"]");
    EXPECT_EQ(xgn_complaint("[X \"a\"]\n[X \"b\"]\n\n*"), "line 2: the tag 'X' appears twice");
    EXPECT_EQ(xgn_complaint("[X \"a\"]\n\n*"), "line 1: the tag Variant is missing");
    EXPECT_THAT(xgn_complaint("[Variant \"chess\"]\n\n*"),
                HasSubstr("unknown variant 'chess'; choose from extreme"));
    EXPECT_THAT(xgn_complaint("[Variant \"double\"]\n[FEN \"9 x - -\"]\n\n*"),
                HasSubstr("bad FEN"));
    EXPECT_THAT(xgn_complaint("[Variant \"double\"]\n[Seed \"-1\"]\n\n*"), HasSubstr("Seed '-1'"));
    EXPECT_EQ(xgn_complaint("[Variant \"double\"]\n[X \"\xff\"]\n\n*"), "line 2: not UTF-8 text");
}

TEST(Xgn, TheStatedEndingMustFollowFromTheMoves) {
    const auto with = [](const char* tag, const char* result) {
        return xgn_complaint(std::string("[Variant \"double\"]\n") + tag + "\n\n1. 1a1 " + result);
    };
    EXPECT_EQ(with("[Result \"*\"]", "*"), "");
    EXPECT_THAT(with("[Result \"1-0\"]", "*"), HasSubstr("the tag Result is 1-0"));
    EXPECT_THAT(with("[Result \"2-0\"]", "*"), HasSubstr("must be 1-0"));
    EXPECT_THAT(with("[X \"\"]", "1-0"), HasSubstr("the result is 1-0, but the moves give *"));
    EXPECT_THAT(with("[Points \"86-0\"]", "*"), HasSubstr("are 86:0, but the moves give none"));
    EXPECT_THAT(with("[Points \"86\"]", "*"), HasSubstr("must be two numbers"));
    EXPECT_THAT(with("[Termination \"line\"]", "*"), HasSubstr("reason is 'line'"));
    EXPECT_THAT(with("[Termination \"crash\"]", "*"), HasSubstr("needs a winner"));
    EXPECT_EQ(with("[Termination \"crash\"]", "1-0"), "");
    EXPECT_THAT(with("[Detail \"signal 11\"]", "*"),
                HasSubstr("a detail is allowed only for a forfeit"));
}

TEST(Xgn, AForfeitIsTheLosersFault) {
    const auto record = test::read_one(RecordFormat::Xgn,
                                       "[Variant \"double\"]\n[Termination \"time-limit\"]\n"
                                       "[Detail \"24012 ms\"]\n\n1. 1a1 0-1\n");
    EXPECT_EQ(record->forfeit, (Forfeit{Side::X, ForfeitReason::TimeLimit, "24012 ms"}));
}

TEST(Xgn, TheGameAfterABadOneIsFound) {
    for (const std::string bad :
         {"[Variant \"double\"]\n\n1. zz *\n\n", "[Variant \"double\"]\n\n", "garbage\n\nmore\n",
          "[Variant \"double\"\n\n1. 1a1 {open\n\n", "\x7f\x45\x4c\x46\xff\x01\n\n\xfe\n"}) {
        const auto games = test::read_all(RecordFormat::Xgn, bad + kGame + bad + kGame);
        ASSERT_EQ(games.size(), 4u) << bad;
        EXPECT_FALSE(games[0]);
        EXPECT_TRUE(games[1]) << games[1].error().message;
        EXPECT_FALSE(games[2]);
        EXPECT_TRUE(games[3]) << games[3].error().message;
    }
}

}  // namespace
}  // namespace xttt
