#include "ugi/command.h"

#include <gtest/gtest.h>

#include "eval/score.h"

namespace xttt::ugi {
namespace {

template <class C>
C parsed(std::string_view text_line) {
    const auto command = parse_command(text_line);
    EXPECT_TRUE(command.has_value()) << text_line << ": " << command.error().message;
    EXPECT_TRUE(std::holds_alternative<C>(*command)) << text_line;
    return std::get<C>(*command);
}

std::string refusal(std::string_view text_line) {
    const auto command = parse_command(text_line);
    EXPECT_FALSE(command.has_value()) << text_line;
    return command ? "" : command.error().message;
}

TEST(UgiCommand, WordsMayBeSeparatedByAnyBlanks) {
    EXPECT_EQ(parsed<SetPosition>("  position \t startpos  moves a1\t b2 \r").moves,
              (std::vector<std::string>{"a1", "b2"}));
}

TEST(UgiCommand, OptionNamesAndValuesMayHoldBlanks) {
    const auto option = parsed<SetOption>("setoption name Eval File value my net.bin");
    EXPECT_EQ(option.name, "Eval File");
    EXPECT_EQ(option.value, "my net.bin");
    EXPECT_EQ(parsed<SetOption>("setoption name Clear").value, "");
}

TEST(UgiCommand, APositionIsAFenOrTheStartAndThenMoves) {
    const auto fen = parsed<SetPosition>("position fen 9/9 x - - moves a1");
    EXPECT_EQ(fen.fen, "9/9 x - -");
    EXPECT_EQ(fen.moves, std::vector<std::string>{"a1"});
    EXPECT_EQ(parsed<SetPosition>("position startpos").fen, std::nullopt);
    EXPECT_EQ(parsed<SetPosition>("position startpos moves").moves.size(), 0U);
}

TEST(UgiCommand, GoTakesEveryLimitInAnyOrder) {
    const auto go = parsed<Go>(
        "go searchmoves a1 b2 depth 7 p2inc 4 p1time 100 nodes 5000 movetime 50 p2time 200 p1inc 3 "
        "ponder");
    EXPECT_EQ(go.searchmoves, (std::vector<std::string>{"a1", "b2"}));
    EXPECT_EQ(go.depth, 7);
    EXPECT_EQ(go.nodes, 5000U);
    EXPECT_EQ(go.movetime, Milliseconds{50});
    EXPECT_EQ(go.clocks,
              (Clocks{Milliseconds{100}, Milliseconds{200}, Milliseconds{3}, Milliseconds{4}}));
    EXPECT_TRUE(go.ponder);
    EXPECT_FALSE(go.infinite);
}

TEST(UgiCommand, AClockThatHasRunOutHoldsNoTime) {
    EXPECT_EQ(parsed<Go>("go p1time -20 p2time 5").clocks->p1time, Milliseconds{0});
}

TEST(UgiCommand, NumbersOutOfRangeAreTakenAsTheNearestInRange) {
    EXPECT_EQ(parsed<Go>("go depth 0").depth, 1);
    EXPECT_EQ(parsed<Go>("go depth 99999999999999999999").depth, kMaxPly);
    EXPECT_EQ(parsed<Go>("go nodes 99999999999999999999").nodes, UINT64_MAX);
    EXPECT_EQ(parsed<Go>("go nodes -1").nodes, 1U);
    EXPECT_EQ(parsed<Go>("go nodes -99999999999999999999").nodes, 1U);
    EXPECT_EQ(parsed<Go>("go depth -99999999999999999999").depth, 1);
    EXPECT_EQ(parsed<Perft>("perft -3").depth, 0);
    EXPECT_GT(*parsed<Go>("go movetime 99999999999999999999").movetime, Milliseconds{1'000'000});
}

TEST(UgiCommand, UnknownWordsInGoAreRefused) {
    EXPECT_NE(refusal("go dept 4").find("unknown parameter 'dept' of go; choose from movetime, "),
              std::string::npos);
    EXPECT_NE(refusal("go depth 4 5").find("'5'"), std::string::npos);
    EXPECT_NE(refusal("go movetime 100 infinte").find("'infinte'"), std::string::npos);
}

TEST(UgiCommand, WhatIsMissingOrMalformedIsNamed) {
    EXPECT_NE(refusal("go movetime").find("movetime"), std::string::npos);
    EXPECT_NE(refusal("go depth five").find("'five'"), std::string::npos);
    EXPECT_NE(refusal("go searchmoves depth 3").find("searchmoves"), std::string::npos);
    EXPECT_NE(refusal("position").find("startpos"), std::string::npos);
    EXPECT_NE(refusal("position fen moves a1").find("fen"), std::string::npos);
    EXPECT_NE(refusal("position startpos a1").find("'a1'"), std::string::npos);
    EXPECT_NE(refusal("setoption Hash 5").find("setoption name"), std::string::npos);
    EXPECT_NE(refusal("query mood").find("'mood'"), std::string::npos);
    EXPECT_NE(refusal("perft").find("perft"), std::string::npos);
    EXPECT_NE(refusal("uci").find("'uci'"), std::string::npos);
    EXPECT_NE(refusal("\x01\xff").find("\\x"), std::string::npos);
}

TEST(UgiCommand, TextAndStructSayTheSame) {
    for (const std::string text_line : {"ugi",
                                        "isready",
                                        "setoption name Hash value 32",
                                        "uginewgame",
                                        "position startpos",
                                        "position startpos moves a1 b2",
                                        "position fen 9/9 x - - moves a1",
                                        "query p1turn",
                                        "query gameover",
                                        "query result",
                                        "go infinite",
                                        "go movetime 50",
                                        "go p1time 1 p2time 2 p1inc 3 p2inc 4",
                                        "go depth 5 nodes 6",
                                        "go ponder movetime 9 searchmoves a1 c3",
                                        "stop",
                                        "ponderhit",
                                        "quit",
                                        "d",
                                        "perft 3",
                                        "eval",
                                        "bench",
                                        "bench 4"}) {
        const auto command = parse_command(text_line);
        ASSERT_TRUE(command.has_value()) << text_line;
        EXPECT_EQ(to_text(*command), text_line);
        EXPECT_EQ(parse_command(to_text(*command)), command);
    }
}

}  // namespace
}  // namespace xttt::ugi
