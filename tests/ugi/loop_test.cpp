#include "ugi/loop.h"

#include <algorithm>
#include <sstream>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "support/scripted_searcher.h"
#include "support/short_games.h"
#include "ugi/text_input.h"

namespace xttt::ugi {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> text_lines;
    std::istringstream in(text);
    for (std::string text_line; std::getline(in, text_line);) text_lines.push_back(text_line);
    return text_lines;
}

auto count_with(const std::vector<std::string>& text_lines, std::string_view part) {
    return std::ranges::count_if(text_lines,
                                 [&](const auto& text_line) { return text_line.contains(part); });
}

// Runs whole conversations with an engine whose search is scripted.
class UgiLoop : public ::testing::Test {
protected:
    // Waits for the search that the input starts.
    std::vector<std::string> talk(const std::string& input) { return hang_up(input + "\nwait\n"); }
    // The input ends while a search may be running.
    std::vector<std::string> hang_up(const std::string& input) {
        Engine engine(test::scripted_cores(script_));
        std::istringstream in(input);
        std::ostringstream out;
        run_loop(engine, in, out);
        return lines_of(out.str());
    }
    std::shared_ptr<test::Script> script_ = std::make_shared<test::Script>();
};

std::string in_double(std::string_view moves) {
    return fmt::format("setoption name Variant value double\nposition startpos moves {}\n", moves);
}

TEST_F(UgiLoop, AGreetingNamesTheEngineAndItsOptions) {
    const auto text_lines = talk("ugi\n");
    EXPECT_THAT(text_lines.front(), StartsWith("id name xttt "));
    EXPECT_THAT(text_lines, Contains(StartsWith("id author ")));
    EXPECT_THAT(text_lines, Contains("option name Skill type spin default 20 min 0 max 20"));
    EXPECT_THAT(text_lines, Contains("option name UGI_LimitStrength type check default false"));
    EXPECT_THAT(text_lines,
                Contains(::testing::StartsWith("option name UGI_Elo type spin default ")));
    EXPECT_THAT(text_lines,
                Contains("option name Variant type combo default extreme var extreme var "
                         "double var diagonal var ultimate"));
    EXPECT_EQ(text_lines.back(), "ugiok");
    EXPECT_EQ(script_->built, 0) << "no memory is taken before isready";
}

TEST_F(UgiLoop, ReadinessIsAnsweredEvenDuringASearch) {
    const auto text_lines = talk("go infinite\nisready\nstop\n");
    EXPECT_THAT(text_lines, Contains("readyok"));
    EXPECT_EQ(text_lines.back(), "bestmove a1");
}

TEST_F(UgiLoop, QueriesTellTheTurnTheEndAndTheRatedResult) {
    EXPECT_THAT(talk("query p1turn\nquery gameover\nquery result\n"),
                ElementsAre("response true", "response false", "response none"));
    EXPECT_THAT(talk("position startpos moves a1\nquery p1turn\n"), ElementsAre("response false"));
}

TEST_F(UgiLoop, ABonusMoveKeepsTheTurn) {
    EXPECT_THAT(talk(in_double(test::kBonusForX) + "query p1turn\n"), ElementsAre("response true"));
}

TEST_F(UgiLoop, ABadPositionIsNamedAndThePreviousOneStands) {
    const auto text_lines = talk(
        "position startpos moves a1\nposition startpos moves a1 a1\nposition fen x\nposition\n"
        "query p1turn\n");
    ASSERT_EQ(text_lines.size(), 4U);
    for (int i = 0; i < 3; ++i) EXPECT_THAT(text_lines[i], StartsWith("info string error "));
    EXPECT_THAT(text_lines[0], HasSubstr("move 2"));
    EXPECT_EQ(text_lines[3], "response false");
}

TEST_F(UgiLoop, UnknownCommandsAreAnsweredAndOtherwiseIgnored) {
    const auto text_lines = talk("uci\n\n   \nisready\n");
    ASSERT_EQ(text_lines.size(), 2U);
    EXPECT_THAT(text_lines[0], StartsWith("info string error unknown command 'uci'"));
    EXPECT_EQ(text_lines[1], "readyok");
}

TEST_F(UgiLoop, ASearchReportsItsVariationsAndThenItsMove) {
    const auto text_lines = talk("go depth 2\n");
    ASSERT_EQ(text_lines.size(), 3U);
    EXPECT_THAT(text_lines[1],
                StartsWith("info depth 2 seldepth 0 multipv 1 score points 0 nodes 200"));
    EXPECT_THAT(text_lines[1], HasSubstr(" pv a1 b1"));
    EXPECT_EQ(text_lines[2], "bestmove a1") << "two words: some managers read no more";
}

TEST_F(UgiLoop, TheExpectedReplyIsNamedOnlyWhenAskedFor) {
    EXPECT_EQ(talk("setoption name Ponder value true\ngo depth 1\n").back(),
              "bestmove a1 ponder b1");
}

TEST_F(UgiLoop, SeveralVariationsAreReportedBestFirst) {
    const auto text_lines = talk("setoption name MultiPV value 3\ngo depth 1\n");
    ASSERT_EQ(text_lines.size(), 4U);
    EXPECT_THAT(text_lines[0], HasSubstr("multipv 1 score points 0"));
    EXPECT_THAT(text_lines[2], HasSubstr("multipv 3 score points -200"));
}

TEST_F(UgiLoop, AProvenWinIsToldInMoves) {
    script_->score = [](int n) { return n == 0 ? kLineScore - 3 : 6 - kLineScore; };
    const auto text_lines = talk("setoption name MultiPV value 2\ngo depth 1\n");
    EXPECT_THAT(text_lines[0], HasSubstr("score win 3 "));
    EXPECT_THAT(text_lines[1], HasSubstr("score win -6 "));
}

TEST_F(UgiLoop, OnlyTheMovesAskedForAreSearched) {
    EXPECT_EQ(talk("go depth 1 searchmoves c3 d4\n").back(), "bestmove c3");
    EXPECT_THAT(talk("position startpos moves a1\ngo depth 1 searchmoves p16\n"),
                ElementsAre(StartsWith("info string error ")));
}

TEST_F(UgiLoop, TheClockOfTheSideToMoveCounts) {
    talk("position startpos moves a1\ngo p1time 5000 p2time 20 p1inc 100 p2inc 7\n");
    ASSERT_TRUE(script_->last_limits.clock);
    EXPECT_LE(script_->last_limits.clock->remaining, Milliseconds{20});
    EXPECT_EQ(script_->last_limits.clock->increment, Milliseconds{7});
}

TEST_F(UgiLoop, ASearchDuringASearchIsRefused) {
    const auto text_lines = talk("go infinite\ngo depth 1\nperft 2\nbench\nstop\n");
    EXPECT_EQ(count_with(text_lines, "a search is running"), 3);
    EXPECT_EQ(count_with(text_lines, "bestmove"), 1);
}

TEST_F(UgiLoop, TheEndOfInputStopsASearchWhichStillTellsItsMove) {
    script_->step = std::chrono::milliseconds{50};
    for (const char* go : {"go depth 200", "go infinite", "go ponder depth 3", "go movetime 60000",
                           "go ponder depth 200\nponderhit"}) {
        const auto begin = std::chrono::steady_clock::now();
        EXPECT_EQ(hang_up(go).back(), "bestmove a1") << go;
        EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds{5}) << go;
    }
    EXPECT_THAT(hang_up("perft 30"), ElementsAre("info string perft 30 stopped"));
}

TEST_F(UgiLoop, AMisspeltGoStartsNoSearch) {
    EXPECT_THAT(
        hang_up("go dept 3\nisready"),
        ElementsAre(StartsWith("info string error unknown parameter 'dept' of go"), "readyok"));
    EXPECT_EQ(script_->searches, 0);
}

TEST_F(UgiLoop, WaitReadsOnAfterTheSearch) {
    const auto text_lines = hang_up("go depth 3\nwait\nisready");
    ASSERT_GE(text_lines.size(), 2U);
    EXPECT_EQ(text_lines[text_lines.size() - 2], "bestmove a1");
    EXPECT_EQ(text_lines.back(), "readyok");
    EXPECT_THAT(hang_up("go infinite\nwait\nstop"),
                Contains("info string error cannot wait for an infinite search; send stop"));
}

TEST_F(UgiLoop, QuitEndsASearchAndIgnoresWhatFollows) {
    const auto text_lines = talk("go infinite\nquit\nisready\n");
    EXPECT_EQ(text_lines.back(), "bestmove a1");
    EXPECT_THAT(text_lines, Not(Contains("readyok")));
}

TEST_F(UgiLoop, StopAndPonderHitWithoutASearchDoNoHarm) {
    EXPECT_THAT(talk("stop\n"), IsEmpty());
    EXPECT_THAT(talk("ponderhit\n"), ElementsAre("info string error not pondering"));
}

TEST_F(UgiLoop, BoardPerftAndEvaluationAreTold) {
    EXPECT_THAT(talk("perft 2\n"), ElementsAre(StartsWith("info string perft 2 nodes 4080 ")));
    EXPECT_THAT(talk("d\n"), Contains(StartsWith("FEN: 16/16/16")));
    EXPECT_THAT(talk("eval\n"), ElementsAre(StartsWith("info string evaluation ")));
}

TEST_F(UgiLoop, NoScoreIsMoreThanAGameCanBring) {
    script_->score = [](int) { return -2831; };
    EXPECT_THAT(talk("setoption name Variant value ultimate\ngo depth 1\n"),
                Contains(HasSubstr("score points -900 ")));
}

TEST_F(UgiLoop, ALongPerftCanBeStopped) {
    EXPECT_THAT(talk("perft 30\nstop\n"), ElementsAre("info string perft 30 stopped"));
}

TEST_F(UgiLoop, AFinishedGameHasNoMove) {
    EXPECT_THAT(talk(in_double(test::kWonByX) + "query gameover\nquery result\ngo depth 1\n"),
                ElementsAre("response true", "response p1win", "bestmove none"));
    EXPECT_THAT(talk(in_double(test::kWonByX) + "eval\n"),
                ElementsAre("info string error the game is over"));
}

TEST_F(UgiLoop, AnEndlessTextLineIsNotKept) {
    std::string endless(10 * kMaxTextLine, 'a');
    endless += "\nisready\n";
    const auto text_lines = talk(endless);
    ASSERT_EQ(text_lines.size(), 2U);
    EXPECT_THAT(text_lines[0], StartsWith("info string error ignored a line of more than"));
    EXPECT_EQ(text_lines[1], "readyok");
}

TEST_F(UgiLoop, TheLoopEndsWhenNobodyListens) {
    Engine engine(test::scripted_cores(script_));
    std::istringstream in("isready\ngo infinite\nisready\n");
    std::ostringstream out;
    out.setstate(std::ios::badbit);
    run_loop(engine, in, out);
    EXPECT_EQ(script_->searches, 0);
}

// A pipe; both ends are closed at the end unless the test has closed them.
struct Pipe {
    Pipe() { EXPECT_EQ(::pipe(ends), 0); }
    ~Pipe() {
        close_end(0);
        close_end(1);
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
    void close_end(int end) {
        if (ends[end] >= 0) ::close(ends[end]);
        ends[end] = -1;
    }
    int ends[2] = {-1, -1};  // for reading, for writing
};

TEST(ManagerInput, ReadsLinesUntilTheInputEnds) {
    Pipe input, output;
    ASSERT_EQ(::write(input.ends[1], "isready\nquit", 12), 12);
    input.close_end(1);
    ManagerInput buffer(input.ends[0], output.ends[1]);
    std::istream in(&buffer);
    std::string text_line;
    EXPECT_EQ(read_text_line(in, text_line), TextLineRead::TextLine);
    EXPECT_EQ(text_line, "isready");
    EXPECT_EQ(read_text_line(in, text_line), TextLineRead::TextLine);
    EXPECT_EQ(text_line, "quit");
    EXPECT_EQ(read_text_line(in, text_line), TextLineRead::End);
}

TEST(ManagerInput, EndsWhenTheOutputIsClosedThoughTheInputStaysOpen) {
    Pipe input, output;
    ManagerInput buffer(input.ends[0], output.ends[1]);
    std::istream in(&buffer);
    std::string text_line;
    std::jthread manager([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds{20});
        output.close_end(0);
    });
    EXPECT_EQ(read_text_line(in, text_line), TextLineRead::End);
}

}  // namespace
}  // namespace xttt::ugi
