#include "process/child.h"

#include <csignal>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "process/hostile.h"
#include "support/paths.h"

namespace xttt {
namespace {

using namespace std::chrono_literals;
using test::hostile;
using testing::EndsWith;
using testing::HasSubstr;
using Kind = OutputEvent::Kind;

constexpr auto kTimeLimit = 60s;  // more than a busy host needs

Child start(const ChildOptions& options) {
    auto child = Child::start(options);
    if (!child) throw std::runtime_error(child.error().message);
    return std::move(*child);
}

TEST(ChildProcess, AnswersALineWithALine) {
    Child child = start(hostile("answer"));
    for (int turn = 0; turn < 3; ++turn) {
        ASSERT_TRUE(child.send("go\n"));
        const auto event = child.await_text_line(after(kTimeLimit));
        ASSERT_EQ(event.kind, Kind::TextLine);
        EXPECT_EQ(event.text_line, "bestmove a1");
    }
}

TEST(ChildProcess, AMissingProgramIsNamedInTheError) {
    const auto child = Child::start({.argv = {"./no-such-bot"}});
    ASSERT_FALSE(child);
    EXPECT_EQ(child.error().code, Errc::Process);
    EXPECT_THAT(child.error().message, HasSubstr("./no-such-bot"));
}

TEST(ChildProcess, AFileThatIsNotAProgramIsAnError) {
    const auto child = Child::start({.argv = {test::source_path("tests/process/CMakeLists.txt")}});
    ASSERT_FALSE(child);
    EXPECT_THAT(child.error().message, HasSubstr("not an executable file"));
}

TEST(ChildProcess, TheDeadlineIsKeptWhateverTheChildDoes) {
    for (const char* what : {"sleep", "spin", "stop", "endless-lines", "never-read"}) {
        SCOPED_TRACE(what);
        EXPECT_LT(test::quickest([&] { return test::overrun(start(hostile(what)), 100ms); }),
                  100ms);
    }
}

TEST(ChildProcess, OutputWithoutNewlineIsCutOffAtTheLimit) {
    Child child = start(hostile("endless-bytes"));
    child.send("go\n");
    const auto event = child.await_text_line(after(kTimeLimit));
    EXPECT_EQ(event.kind, Kind::TooLong);
    EXPECT_EQ(event.text_line.size(), ChildOptions().text_line_limit);
}

TEST(ChildProcess, AChildThatNeverReadsFillsOnlyTheLimit) {
    auto options = hostile("never-read");
    options.unsent_limit = 100'000;
    Child child = start(options);
    const std::string text(50'000, 'x');
    int sent = 0;
    while (sent < 100 && child.send(text)) ++sent;
    EXPECT_GE(sent, 2);
    EXPECT_LE(sent, 5);  // the pipe takes 64 KiB, the buffer two more
}

TEST(ChildProcess, ALongTextArrivesPieceByPiece) {
    Child child = start({.argv = {"cat"}, .text_line_limit = 1 << 20});
    const std::string text(300'000, 'y');
    ASSERT_TRUE(child.send(text + "\n"));
    const auto event = child.await_text_line(after(kTimeLimit));
    ASSERT_EQ(event.kind, Kind::TextLine);
    EXPECT_EQ(event.text_line, text);
}

TEST(ChildProcess, TheMoveOfAChildThatThenExitsCounts) {
    Child child = start(hostile("answer-then-exit"));
    child.send("go\n");
    EXPECT_EQ(child.await_text_line(after(kTimeLimit)).text_line, "bestmove a1");
    EXPECT_EQ(child.await_text_line(after(kTimeLimit)).kind, Kind::Closed);
    EXPECT_EQ(child.kill(), (ExitStatus{.signaled = false, .value = 0}));
    EXPECT_FALSE(child.send("go\n"));
}

TEST(ChildProcess, ReportsTheExitCodeOrTheSignal) {
    Child exiting = start(hostile("exit", "7"));
    exiting.send("go\n");
    EXPECT_EQ(exiting.await_text_line(after(kTimeLimit)).kind, Kind::Closed);
    EXPECT_EQ(to_text(exiting.kill()), "exit code 7");

    Child crashing = start(hostile("segfault"));
    crashing.send("go\n");
    EXPECT_EQ(crashing.await_text_line(after(kTimeLimit)).kind, Kind::Closed);
    EXPECT_EQ(to_text(crashing.kill()), "signal 11 (Segmentation fault)");
}

TEST(ChildProcess, ALastLineWithoutNewlineIsStillALine) {
    Child child = start({.argv = {"printf", "bestmove a1"}});
    EXPECT_EQ(child.await_text_line(after(kTimeLimit)).text_line, "bestmove a1");
    EXPECT_EQ(child.await_text_line(after(kTimeLimit)).kind, Kind::Closed);
}

TEST(ChildProcess, StandardErrorNeverBlocksTheAnswerAndItsEndIsKept) {
    Child child = start(hostile("errors"));
    child.send("go\n");
    EXPECT_EQ(child.await_text_line(after(kTimeLimit)).text_line, "bestmove a1");
    const std::string tail = child.error_tail();
    EXPECT_LE(tail.size(), ChildOptions().error_tail);
    EXPECT_THAT(tail, EndsWith("complaint number 99999\n"));
}

TEST(ChildProcess, APausedChildDoesNotThink) {
    Child child = start(hostile("answer"));
    child.send("go\n");
    ASSERT_EQ(child.await_text_line(after(kTimeLimit)).kind, Kind::TextLine);
    child.pause();
    child.send("go\n");
    EXPECT_EQ(child.await_text_line(after(50ms)).kind, Kind::TimedOut);
    child.resume();
    EXPECT_EQ(child.await_text_line(after(kTimeLimit)).kind, Kind::TextLine);
}

TEST(ChildProcess, TimeAndMemoryAreCounted) {
    Child child = start(hostile("spin"));
    child.send("go\n");
    child.await_text_line(after(300ms));
    const Usage usage = child.usage();
    EXPECT_GT(usage.cpu + usage.waited_for_cpu, 100ms);
    EXPECT_GT(usage.peak_memory, std::uint64_t{500'000});
    child.kill();
    EXPECT_GE(child.usage().cpu, usage.cpu);
}

TEST(ChildProcess, AsksBeforeItKills) {
    Child polite = start(hostile("answer"));
    EXPECT_EQ(to_text(polite.stop(after(kTimeLimit))), "exit code 0");
    Child rude = start(hostile("sleep"));
    rude.send("go\n");
    EXPECT_EQ(rude.await_text_line(after(20ms)).kind, Kind::TimedOut);
    EXPECT_EQ(to_text(rude.stop(after(50ms))), "signal 9 (Killed)");
}

TEST(ChildProcess, NothingOfItIsLeft) {
    const auto before = test::open_files();
    for (int round = 0; round < 50; ++round) {
        pid_t pid;
        {
            Child child = start(hostile("answer"));
            pid = child.pid();
            child.send("go\n");
            ASSERT_EQ(child.await_text_line(after(kTimeLimit)).kind, Kind::TextLine);
        }
        EXPECT_FALSE(test::exists(pid));
    }
    EXPECT_EQ(test::open_files(), before);
}

TEST(ChildProcess, SeesOnlyTheEnvironmentItWasGiven) {
    Child child = start({.argv = {"env"}, .environment = std::vector<std::string>{"COLOUR=red"}});
    EXPECT_EQ(child.await_text_line(after(kTimeLimit)).text_line, "COLOUR=red");
    EXPECT_EQ(child.await_text_line(after(kTimeLimit)).kind, Kind::Closed);
}

}  // namespace
}  // namespace xttt
