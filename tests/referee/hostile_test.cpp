// Every way of misbehaving, through the whole referee: each gives the forfeit that belongs to it,
// in time, and leaves nothing behind.

#include <algorithm>
#include <cctype>
#include <csignal>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "players/make_player.h"
#include "referee/referee.h"
#include "referee/scripted_player.h"
#include "referee/traces.h"
#include "support/paths.h"

namespace xttt {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

struct Misdeed {
    std::string player;
    ForfeitReason reason;
    std::string evidence = {};
    int honest_moves = 0;  // of the culprit before it is caught

    // Only those who have to run out of it are short of time, lest a busy host changes the reason.
    Milliseconds limit() const { return reason == ForfeitReason::TimeLimit ? 700ms : 5000ms; }
    // The program and how it misbehaves, without its folder.
    std::string name() const { return player.substr(player.rfind('/', player.find(' ')) + 1); }
    friend void PrintTo(const Misdeed& misdeed, std::ostream* out) { *out << misdeed.name(); }
};

std::string name_of(const testing::TestParamInfo<Misdeed>& info) {
    std::string name = info.param.name();
    for (char& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    return name;
}

Misdeed native(const std::string& what, ForfeitReason reason, std::string evidence = {},
               int honest_moves = 0) {
    return {"sandbox:" + test::hostile_bot() + " ugi " + what, reason, std::move(evidence),
            honest_moves};
}
// Of a program that may start threads.
Misdeed threads(const std::string& what, ForfeitReason reason, std::string evidence = {},
                int honest_moves = 0) {
    return {"sandbox:" + test::hostile_threads_bot() + " ugi " + what, reason, std::move(evidence),
            honest_moves};
}
Misdeed python(const std::string& what, ForfeitReason reason, std::string evidence = {},
               int honest_moves = 0) {
    return {"python:" + test::source_path("tests/bots/hostile/") + what + ".py", reason,
            std::move(evidence), honest_moves};
}

class HostilePlayer : public testing::TestWithParam<Misdeed> {
protected:
    void SetUp() override {
        if (!sandbox_support().complete()) GTEST_SKIP() << sandbox_support().what_is_missing();
    }
    // x is hostile, o honest.
    static PlayedGame play() {
        auto x = make_player(GetParam().player, kExtreme, {.memory_limit = 200 << 20});
        if (!x) throw std::runtime_error(x.error().message);
        auto o = test::honest();
        GameSetup setup{.start_limit = 3s};
        setup.limits[0].move_time = GetParam().limit();
        return *play_game(setup, {x->get(), &o});
    }
};

TEST_P(HostilePlayer, ForfeitsByNameInTimeAndLeavesNothingBehind) {
    const auto descriptors = test::open_descriptors();
    auto game = play();
    // On a busy host an honest measurement can be late; further looks tell.
    const auto latest = GetParam().limit() + 100ms;
    for (int again = 0; again < 3 && game.used[0].longest > latest; ++again) game = play();
    EXPECT_LE(game.used[0].longest, latest);

    ASSERT_TRUE(game.record.forfeit.has_value());
    EXPECT_EQ(game.record.forfeit->offender, Side::X);
    EXPECT_EQ(name(game.record.forfeit->reason), name(GetParam().reason))
        << game.record.forfeit->detail;
    EXPECT_THAT(game.record.forfeit->detail, HasSubstr(GetParam().evidence));
    EXPECT_EQ(*game.ending.points, (std::array{0, 68}));
    EXPECT_EQ(std::max(game.used[0].moves - 1, 0), GetParam().honest_moves);

    EXPECT_EQ(test::open_descriptors(), descriptors);
    EXPECT_TRUE(test::has_no_children());
    EXPECT_FALSE(test::still_runs(test::hostile_bot()));
    EXPECT_FALSE(test::still_runs(test::hostile_threads_bot()));
}

using enum ForfeitReason;

INSTANTIATE_TEST_SUITE_P(
    Native, HostilePlayer,
    testing::Values(
        native("sleep", TimeLimit, "no answer within"), native("spin", TimeLimit, "CPU time"),
        native("late 900", TimeLimit), native("never-read", TimeLimit),
        native("escape-codes", IllegalMove, "\\x1b[2J\\xff"),
        native("move z99", IllegalMove, "'z99'"), native("move 12", IllegalMove, "'12'"),
        native("endless-lines", TimeLimit), native("endless-bytes", IllegalMove, "line end"),
        native("answer-then-exit", Crash, "exit code 0", 1), native("exit 3", Crash, "exit code 3"),
        native("segfault", Crash, "Segmentation fault"), native("allocate", MemoryLimit, "bytes"),
        native("fork-bomb", StartedProcess), native("double-fork", StartedProcess),
        native("thread", StartedProcess), native("execute /bin/true", StartedProcess),
        native("socket", ForbiddenCall, "socket"), native("signal-referee", ForbiddenCall, "kill"),
        native("ptrace", ForbiddenCall, "ptrace"), native("stop", TimeLimit),
        native("shared-memory", ForbiddenCall, "shmget"),
        native("write-through-link", ForbiddenCall, "/tmp/own/l/x"),
        // Refused: a timer that would wake it, memory that would not be seen, what fills one call.
        native("wake-by-timer", IllegalMove, "'z1'"), native("hold-shared", IllegalMove, "'z2'"),
        native("hold-shared zero", IllegalMove, "'z2'"),
        native("hold-shared read-only", IllegalMove, "'z2'"),
        native("hold-shared validate", IllegalMove, "'z2'"),
        native("hold-shared late", IllegalMove, "'z2'"),
        // An exit code is no signal.
        native("quick-exit 159", Crash, "exit code 159"),
        native("quick-exit 137", Crash, "exit code 137"), native("raise 31", Crash, "signal 31"),
        native("raise 9", Crash, "signal 9"),
        // What the host of course bots says, said by another.
        native("forge host", IllegalMove, "'a1'", 1),
        native("forge memory", IllegalMove, "'a1'", 1),
        // Answers that were not asked for count for nothing; half of one is none.
        native("answer-ahead", IllegalMove, "'a1'", 1), native("half-line", TimeLimit),
        native("zeros", IllegalMove, "\\x00"), native("giant-number", IllegalMove, "'1111"),
        native("escape-note", IllegalMove, "'z9'"),
        // The same move twice: the second is for another position.
        native("answer", IllegalMove, "'a1'", 1)),
    name_of);

INSTANTIATE_TEST_SUITE_P(Threads, HostilePlayer,
                         // 64 threads in the first turn are allowed, one more in the next is not.
                         testing::Values(threads("threads 64", StartedProcess, "a thread", 1),
                                         threads("threads 65", StartedProcess, "a thread"),
                                         threads("leave-to-a-thread", ForbiddenCall, "exit"),
                                         threads("allocate", MemoryLimit, "bytes"),
                                         threads("fork-bomb", StartedProcess),
                                         threads("spin", TimeLimit, "CPU time"),
                                         threads("spin-with-threads 63", TimeLimit, "CPU time"),
                                         threads("wake-by-timer", IllegalMove, "'z1'"),
                                         threads("execute /bin/true", StartedProcess)),
                         name_of);

INSTANTIATE_TEST_SUITE_P(
    Python, HostilePlayer,
    testing::Values(python("raises", Crash), python("loops", TimeLimit),
                    python("changes_a_cell", ChangedBoard),
                    python("deletes_a_method", ChangedBoard),
                    python("swaps_the_class", ChangedBoard, "class was replaced"),
                    python("hooks_attributes", ChangedBoard, "__getattribute__"),
                    python("returns_nothing", IllegalMove), python("returns_outside", IllegalMove),
                    python("starts_a_thread", StartedProcess),
                    python("runs_a_command", StartedProcess),
                    python("opens_a_socket", ForbiddenCall), python("ends_the_process", Crash),
                    python("closes_every_descriptor", Crash), python("failing_constructor", Crash),
                    python("exits", Crash)),
    name_of);

// Answers and computes on; its opponent takes its time. What it uses in that time must be nothing,
// with the control group's freezer and without.
TEST(StoppedPlayer, DoesNotRunInItsOpponentsTime) {
    if (!sandbox_support().complete()) GTEST_SKIP() << sandbox_support().what_is_missing();
    for (const bool cgroups : {true, false}) {
        SCOPED_TRACE(cgroups);
        ChildOptions options{.argv = {test::hostile_bot(), "answer-and-spin"}};
        options.sandbox = SandboxConfig{.cgroups = cgroups ? cgroup_support() : CgroupSupport{}};
        auto child = Child::start(options);
        ASSERT_TRUE(child.has_value()) << child.error().message;
        child->send("go\n");
        ASSERT_EQ(child->await_text_line(after(10s)).text_line, "bestmove a1");
        for (int turn = 0; turn < 3; ++turn) {
            child->pause();
            const auto before = child->cpu_time();
            std::this_thread::sleep_for(100ms);
            EXPECT_LT(child->cpu_time() - before, 5ms);
            child->resume();
            EXPECT_FALSE(child->violation().has_value());
            std::this_thread::sleep_for(20ms);
        }
    }
}

// The first thread sleeps, so that the program looks idle, while others compute on.
TEST(StoppedPlayer, NoneOfItsThreadsRunsInItsOpponentsTime) {
    if (!sandbox_support().complete()) GTEST_SKIP() << sandbox_support().what_is_missing();
    for (const bool cgroups : {true, false}) {
        SCOPED_TRACE(cgroups);
        ChildOptions options{
            .argv = {test::hostile_threads_bot(), "answer-and-leave-threads", "16"}};
        options.sandbox =
            SandboxConfig{.threads = 64, .cgroups = cgroups ? cgroup_support() : CgroupSupport{}};
        auto child = Child::start(options);
        ASSERT_TRUE(child.has_value()) << child.error().message;
        child->send("go\n");
        ASSERT_EQ(child->await_text_line(after(10s)).text_line, "bestmove a1");
        for (int turn = 0; turn < 3; ++turn) {
            child->pause();
            const auto before = child->cpu_time();
            std::this_thread::sleep_for(100ms);
            EXPECT_LT(child->cpu_time() - before, 5ms);
            child->resume();
            EXPECT_FALSE(child->violation().has_value());
            std::this_thread::sleep_for(20ms);
        }
    }
}

// 63 threads share one processor with the first one, which then waits nearly all the time. That is
// no delay by the host, whatever the bot did before.
TEST(ThreadedPlayer, CannotBlameTheHostForItsOwnThreads) {
    if (!sandbox_support().complete()) GTEST_SKIP() << sandbox_support().what_is_missing();
    for (const char* what : {"spin-with-threads", "sleep-and-spin-with-threads"}) {
        SCOPED_TRACE(what);
        ChildOptions options{.argv = {test::hostile_threads_bot(), what, "63"}};
        options.sandbox = SandboxConfig{.threads = 64};
        auto child = Child::start(options);
        ASSERT_TRUE(child.has_value()) << child.error().message;
        child->send("go\n");
        ASSERT_EQ(child->await_text_line(after(10s)).text_line, "info string spinning");
        const auto since = Clock::now();
        const Usage before = child->usage();
        EXPECT_EQ(child->await_text_line(after(1s)).kind, OutputEvent::Kind::TimedOut);
        const Usage usage = child->usage();
        const auto passed = Clock::now() - since;
        EXPECT_GT(usage.cpu, before.cpu);
        EXPECT_LE((usage.waited_for_cpu - before.waited_for_cpu) + (usage.cpu - before.cpu),
                  passed + 50ms);
    }
}

// A stop signal interrupts these calls at some points only, or not at all.
TEST(StoppedPlayer, IsStoppedInLongCallsBeforeItsOpponentsTurn) {
    if (!sandbox_support().complete()) GTEST_SKIP() << sandbox_support().what_is_missing();
    for (const char* call : {"long-send", "long-read", "long-free", "long-random"})
        for (const bool cgroups : {true, false}) {
            SCOPED_TRACE(std::string(call) + (cgroups ? " with cgroups" : ""));
            ChildOptions options{.argv = {test::hostile_bot(), "answer-and-call", call}};
            options.sandbox =
                SandboxConfig{.cgroups = cgroups ? cgroup_support() : CgroupSupport{}};
            auto child = Child::start(options);
            ASSERT_TRUE(child.has_value()) << child.error().message;
            child->send("go\n");
            ASSERT_EQ(child->await_text_line(after(10s)).text_line, "bestmove a1");
            std::this_thread::sleep_for(50ms);
            for (int turn = 0; turn < 3 && !child->violation(); ++turn) {
                child->pause();
                const auto before = child->cpu_time();
                std::this_thread::sleep_for(50ms);
                EXPECT_LT(child->cpu_time() - before, 5ms);
                child->resume();
                std::this_thread::sleep_for(20ms);
            }
        }
}

TEST(StoppedPlayer, ForfeitsWhenItWasWokenAllTheSame) {
    if (!sandbox_support().complete()) GTEST_SKIP() << sandbox_support().what_is_missing();
    ChildOptions options{.argv = {test::hostile_bot(), "spin"}};
    options.sandbox = SandboxConfig{.cgroups = CgroupSupport{}};
    auto child = Child::start(options);
    ASSERT_TRUE(child.has_value()) << child.error().message;
    child->send("go\n");
    child->await_text_line(after(20ms));
    child->pause();
    ::kill(child->pid(), SIGCONT);  // as a hole in the sandbox would
    const auto until = after(5s);
    const auto before = child->cpu_time();
    while (child->cpu_time() - before < 50ms && Clock::now() < until)
        std::this_thread::sleep_for(5ms);
    child->resume();
    ASSERT_TRUE(child->violation().has_value());
    EXPECT_EQ(child->violation()->kind, Violation::Kind::OpponentTime);
    EXPECT_THAT(child->violation()->evidence, HasSubstr("ms of CPU time while it was stopped"));
    EXPECT_EQ(child->await_text_line(after(1s)).kind, OutputEvent::Kind::Violated);
}

TEST(SlowConstructor, ForfeitsWhenItIsNotReadyInTime) {
    if (!sandbox_support().complete()) GTEST_SKIP() << sandbox_support().what_is_missing();
    auto x = make_player("python:" + test::source_path("tests/bots/hostile/slow_constructor.py"),
                         kExtreme);
    ASSERT_TRUE(x.has_value()) << x.error().message;
    auto o = test::honest();
    const auto begin = Clock::now();
    const auto game = play_game({.start_limit = 1s}, {x->get(), &o});
    EXPECT_LT(Clock::now() - begin, 3s);
    EXPECT_EQ(game->record.forfeit->reason, TimeLimit);
    EXPECT_TRUE(test::has_no_children());
}

}  // namespace
}  // namespace xttt
