#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"
#include "process/cgroup.h"
#include "process/child.h"
#include "process/hostile.h"

namespace xttt {
namespace {

using namespace std::chrono_literals;

constexpr int kKills = 60;
constexpr auto kLeftTime = 60s;  // more than a busy host needs to end a sandbox

std::string content(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
}

// Waits until the process has ended, at most until the limit.
bool ends_within(const ProcessHandle& process, Clock::duration limit) {
    pollfd entry{.fd = process.descriptor(), .events = POLLIN, .revents = 0};
    const auto milliseconds = std::chrono::ceil<std::chrono::milliseconds>(limit).count();
    return ::poll(&entry, 1, static_cast<int>(milliseconds)) != 0;
}

// The processes with this variable in their environment, of all PID namespaces.
std::vector<pid_t> processes_with(const std::string& variable) {
    std::vector<pid_t> found;
    std::error_code failed;
    for (const auto& entry : std::filesystem::directory_iterator("/proc", failed)) {
        const auto pid = to_number<pid_t>(entry.path().filename().string());
        if (pid && content(entry.path().string() + "/environ").find(variable) != std::string::npos)
            found.push_back(*pid);
    }
    return found;
}

// What has not ended in time, with its command line.
std::string leftovers(const std::string& variable) {
    std::string text;
    for (const pid_t pid : processes_with(variable)) {
        const ProcessHandle process(pid);
        if (!process || ends_within(process, kLeftTime)) continue;
        text += fmt::format("{} {} ({})\n", pid, content(fmt::format("/proc/{}/cmdline", pid)),
                            content(fmt::format("/proc/{}/wchan", pid)));
        process.signal(SIGKILL);
    }
    return text;
}

// The groups of referees that do not exist any more.
std::string groups_without_owner(const std::string& folder) {
    std::string names;
    std::error_code failed;
    for (const auto& entry : std::filesystem::directory_iterator(folder, failed)) {
        const std::string name = entry.path().filename().string();
        const auto parts = split(name, '-');  // "xttt-PID-NUMBER"
        if (parts.size() == 3 && parts.front() == "xttt" &&
            !test::exists(to_number<pid_t>(parts[1]).value_or(0)))
            names += name + "\n";
    }
    return names;
}

// Starts sandboxed programs for ever, and writes a byte after each.
[[noreturn]] void start_programs(const ChildOptions& options, int output) {
    for (;;) {
        const auto child = Child::start(options);
        if (!child || ::write(output, "x", 1) != 1) ::_exit(1);
    }
}

// One process starts sandboxed programs and is killed at a time that moves through a start.
TEST(KilledReferee, LeavesNoProcessBehind) {
    if (!sandbox_support().complete()) GTEST_SKIP() << sandbox_support().what_is_missing();
    const std::string mark = fmt::format("XTTT_KILLED_REFEREE={}", ::getpid());
    ChildOptions options = test::hostile("answer");
    options.sandbox = SandboxConfig{};
    options.environment = sandbox_environment();
    options.environment->push_back(mark);
    Clock::duration start = 0ms;
    for (int kill = 0; kill < kKills; ++kill) {
        int ends[2];
        ASSERT_EQ(::pipe(ends), 0);
        UniqueFd reader(ends[0]), writer(ends[1]);
        const pid_t pid = ::fork();
        ASSERT_GE(pid, 0);
        if (pid == 0) start_programs(options, writer.get());
        writer.reset();
        const ProcessHandle process(pid);
        char byte = 0;
        ASSERT_EQ(::read(reader.get(), &byte, 1), 1);
        if (kill == 0) {
            const auto begin = Clock::now();
            ASSERT_EQ(::read(reader.get(), &byte, 1), 1);
            start = Clock::now() - begin;
        }
        EXPECT_FALSE(ends_within(process, start * kill / kKills)) << "it ended by itself";
        process.signal(SIGKILL);
        ::waitpid(pid, nullptr, 0);
    }
    EXPECT_EQ(leftovers(mark), "");
    // The next start removes their groups.
    for (const int version : {1, 2}) {
        const CgroupSupport support = cgroup_support_of(version);
        EXPECT_EQ(groups_without_owner(support.freezer), "");
        EXPECT_EQ(groups_without_owner(support.memory), "");
    }
}

}  // namespace
}  // namespace xttt
