#include "process/cgroup.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "process/child.h"
#include "process/hostile.h"

namespace xttt {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using Kind = OutputEvent::Kind;

constexpr auto kGroupTimeout = 60s;

// Each with groups of one version alone, v1 and v2: a host often has both.
class Cgroups : public testing::TestWithParam<int> {
protected:
    void SetUp() override {
        if (!sandbox_support().complete()) GTEST_SKIP() << sandbox_support().what_is_missing();
        support_ = cgroup_support_of(GetParam());
    }
    static Child start(const std::string& what, const CgroupSupport& groups,
                       std::uint64_t memory = 128 << 20) {
        ChildOptions options = test::hostile(what);
        options.sandbox = SandboxConfig{.memory_limit = memory, .cgroups = groups};
        auto child = Child::start(options);
        if (!child) throw std::runtime_error(child.error().message);
        return std::move(*child);
    }
    // The groups of this process in a folder.
    static std::vector<std::string> groups_in(const std::string& folder) {
        std::vector<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator(folder))
            if (entry.path().filename().string().starts_with(fmt::format("xttt-{}-", ::getpid())))
                names.push_back(entry.path().string());
        return names;
    }
    static bool holds(const std::string& group, pid_t pid) {
        std::ifstream file(group + "/cgroup.procs");
        for (pid_t member = 0; file >> member;)
            if (member == pid) return true;
        return false;
    }
    // Moving a process takes the kernel some milliseconds.
    static bool comes_to_hold(const std::string& folder, pid_t pid) {
        for (const auto until = after(kGroupTimeout); Clock::now() < until;) {
            for (const auto& group : groups_in(folder))
                if (holds(group, pid)) return true;
            std::this_thread::sleep_for(1ms);
        }
        return false;
    }
    CgroupSupport freezer() const {
        return {.freezer = support_.freezer, .freezer_version = support_.freezer_version};
    }
    CgroupSupport memory() const {
        return {.memory = support_.memory, .memory_version = support_.memory_version};
    }

    CgroupSupport support_;
};

TEST_P(Cgroups, FreezeAProgramThatComputesOn) {
    if (support_.freezer.empty())
        GTEST_SKIP() << "this host has no writable cgroup v" << GetParam() << " freezer";
    Child child = start("answer-and-spin", freezer());
    ASSERT_TRUE(comes_to_hold(support_.freezer, child.pid()));
    child.send("go\n");
    ASSERT_EQ(child.await_text_line(after(kGroupTimeout)).text_line, "bestmove a1");
    for (int turn = 0; turn < 3; ++turn) {
        child.pause();
        ::kill(child.pid(), SIGCONT);  // a signal does not wake what is frozen
        const auto before = child.cpu_time();
        std::this_thread::sleep_for(100ms);
        EXPECT_LT(child.cpu_time() - before, 5ms);
        child.resume();
        EXPECT_FALSE(child.violation().has_value());
        std::this_thread::sleep_for(20ms);
    }
}

TEST_P(Cgroups, AFrozenProgramDiesAtOnceAndLeavesNoGroup) {
    if (support_.freezer.empty())
        GTEST_SKIP() << "this host has no writable cgroup v" << GetParam() << " freezer";
    const auto once = [&] {
        Child child = start("spin", freezer());
        EXPECT_TRUE(comes_to_hold(support_.freezer, child.pid()));
        child.send("go\n");
        child.await_text_line(after(10ms));
        child.pause();
        const auto begin = Clock::now();
        child.kill();
        EXPECT_FALSE(test::exists(child.pid()));
        return Clock::now() - begin;
    };
    EXPECT_LT(test::quickest(once), 100ms);
    for (const auto& group : groups_in(support_.freezer))
        EXPECT_TRUE(holds(group, ::getpid())) << group;  // the one this process moved into
}

// Nothing looks at its memory meanwhile: the kernel ends it.
TEST_P(Cgroups, BoundMemoryThatIsNotPolled) {
    if (support_.memory.empty())
        GTEST_SKIP() << "this host has no writable cgroup v" << GetParam() << " memory group";
    Child child = start("allocate", memory(), 64 << 20);
    ASSERT_TRUE(comes_to_hold(support_.memory, child.pid()));
    child.send("go\n");
    for (const auto until = after(kGroupTimeout); Clock::now() < until;) {
        Usage usage = child.usage();
        EXPECT_LT(usage.peak_memory, std::uint64_t{200} << 20);
        if (usage.peak_memory == 0 || !test::exists(child.pid())) break;
        std::this_thread::sleep_for(5ms);
    }
    const auto event = child.await_text_line(after(kGroupTimeout));
    EXPECT_EQ(event.kind, Kind::Violated);
    ASSERT_TRUE(child.violation().has_value());
    EXPECT_EQ(child.violation()->kind, Violation::Kind::Memory);
}

INSTANTIATE_TEST_SUITE_P(Version, Cgroups, testing::Values(1, 2),
                         [](const testing::TestParamInfo<int>& version) {
                             return "v" + std::to_string(version.param);
                         });

// A program that a hole in the sandbox lets run while it is paused takes memory; nothing waits for
// it, but another program of the same game is waited for.
TEST(PausedMemory, IsCheckedDuringTheTurnOfTheOpponent) {
    if (!sandbox_support().complete()) GTEST_SKIP() << sandbox_support().what_is_missing();
    const auto start = [](const char* what, const char* argument) {
        ChildOptions options = test::hostile(what, argument);
        options.sandbox = SandboxConfig{.memory_limit = 64 << 20, .cgroups = CgroupSupport{}};
        return Child::start(options);
    };
    auto paused = start("late-allocate", "300");
    auto thinking = start("late", "2000");
    ASSERT_TRUE(paused.has_value() && thinking.has_value());
    paused->send("go\n");
    paused->await_text_line(after(20ms));
    paused->pause();
    ::kill(paused->pid(), SIGCONT);  // as a hole would
    thinking->send("go\n");
    EXPECT_EQ(thinking->await_text_line(after(kGroupTimeout)).text_line, "bestmove a1");
    EXPECT_LT(paused->usage().peak_memory, std::uint64_t{400} << 20);
    paused->resume();
    ASSERT_TRUE(paused->violation().has_value());
    EXPECT_EQ(paused->violation()->kind, Violation::Kind::Memory);
    EXPECT_THAT(paused->violation()->evidence, HasSubstr("the limit is 67108864"));
    EXPECT_EQ(paused->await_text_line(after(1s)).kind, Kind::Violated);
}

}  // namespace
}  // namespace xttt
