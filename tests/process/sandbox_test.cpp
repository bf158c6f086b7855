#include "process/sandbox.h"

#include <csignal>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "process/child.h"
#include "process/hostile.h"
#include "support/paths.h"

namespace xttt {
namespace {

using namespace std::chrono_literals;
using testing::Contains;
using testing::HasSubstr;
using testing::StartsWith;
using Kind = OutputEvent::Kind;

constexpr auto kSandboxTimeout = 60s;  // more than a busy host needs

class Sandbox : public testing::Test {
protected:
    void SetUp() override {
        if (!sandbox_support().complete()) GTEST_SKIP() << sandbox_support().what_is_missing();
    }

    static Child start(const std::string& what, const std::string& argument = "") {
        ChildOptions options = test::hostile(what, argument);
        options.sandbox = SandboxConfig{};
        options.sandbox->memory_limit = std::uint64_t{128} << 20;
        auto child = Child::start(options);
        if (!child) throw std::runtime_error(child.error().message);
        return std::move(*child);
    }
    // What the program is killed for.
    static Violation violation_of(const std::string& what, const std::string& argument = "") {
        Child child = start(what, argument);
        child.send("go\n");
        const auto event = child.await_text_line(after(kSandboxTimeout));
        EXPECT_EQ(event.kind, Kind::Violated) << event.text_line;
        child.kill();
        EXPECT_FALSE(test::exists(child.pid()));
        return child.violation().value_or(Violation{});
    }
    static std::string answer_of(const std::string& what, const std::string& argument = "") {
        Child child = start(what, argument);
        child.send("go\n");
        const auto event = child.await_text_line(after(kSandboxTimeout));
        if (child.violation()) return child.violation()->evidence;
        return std::string(event.text_line);
    }
};

TEST_F(Sandbox, AnHonestProgramPlays) {
    Child child = start("answer");
    for (int turn = 0; turn < 3; ++turn) {
        child.send("go\n");
        EXPECT_EQ(child.await_text_line(after(kSandboxTimeout)).text_line, "bestmove a1");
        child.pause();
        child.resume();
    }
    EXPECT_EQ(to_text(child.stop(after(kSandboxTimeout))), "exit code 0");
}

TEST_F(Sandbox, StartingAProcessIsNamed) {
    using K = Violation::Kind;
    EXPECT_EQ(violation_of("fork-bomb").kind, K::ProcessOrThread);
    EXPECT_EQ(violation_of("double-fork").evidence, "clone (a process)");
    EXPECT_EQ(violation_of("thread").evidence, "clone3 (a thread)");
    const Violation execute = violation_of("execute", "/bin/true");
    EXPECT_EQ(execute.kind, K::ProcessOrThread);
    EXPECT_EQ(execute.evidence, "execve(\"/bin/true\")");
}

TEST_F(Sandbox, ForbiddenSystemCallsAreNamed) {
    EXPECT_EQ(violation_of("socket").evidence, "socket(AF_INET)");
    EXPECT_EQ(violation_of("ptrace").evidence, "ptrace");
    EXPECT_EQ(violation_of("shared-memory").evidence, "shmget");
    EXPECT_THAT(violation_of("signal-referee").evidence, StartsWith("kill("));
    EXPECT_EQ(violation_of("ptrace").kind, Violation::Kind::SystemCall);
}

TEST_F(Sandbox, WritingOutsideItsTemporaryFolderIsForbidden) {
    EXPECT_THAT(violation_of("write", "/var/notes").evidence,
                HasSubstr("\"/var/notes\", O_WRONLY|O_CREAT"));
    EXPECT_EQ(violation_of("write", "/tmp/../notes").kind, Violation::Kind::SystemCall);
    EXPECT_EQ(answer_of("write", "/tmp/notes"), "info string written");
    EXPECT_FALSE(std::filesystem::exists("/tmp/notes"));
}

TEST_F(Sandbox, SeesNoFilesOfOthers) {
    EXPECT_EQ(answer_of("read", "/etc/passwd"), "info string cannot read");
    EXPECT_EQ(answer_of("read", test::source_path("tests/process/CMakeLists.txt")),
              "info string cannot read");
    EXPECT_EQ(answer_of("read", test::hostile_bot()), "info string can read");
}

TEST_F(Sandbox, ACallOfAnotherInstructionSetIsForbiddenToo) {
    EXPECT_THAT(violation_of("foreign-call").evidence, HasSubstr("another architecture"));
}

TEST_F(Sandbox, InheritsNothingButTheThreeStandardDescriptors) {
    EXPECT_EQ(answer_of("descriptors"), "info string 0 1 2");
}

TEST_F(Sandbox, FoldersThatOthersShareAreNotShown) {
    ChildOptions options = test::hostile("answer");
    options.sandbox = SandboxConfig{.readable = {"/tmp"}};
    const auto child = Child::start(options);
    ASSERT_FALSE(child);
    EXPECT_EQ(child.error().code, Errc::Usage);
    EXPECT_THAT(child.error().message, HasSubstr("to its own folder"));
}

TEST_F(Sandbox, FoldersOfTheInstallationAreShownWhereverTheyAre) {
    const std::vector<std::string> program{"/bin/true"}, folders{"/usr/share/doc"};
    const auto command = sandbox_command(SandboxConfig{.installed = folders}, program, "");
    ASSERT_TRUE(command) << command.error().message;
    EXPECT_THAT(*command, Contains("/usr/share/doc"));
    EXPECT_FALSE(sandbox_command(SandboxConfig{.readable = folders}, program, ""));
}

TEST(SharedFolders, AreHomesWhatLiesAboveThemAndWhatEverybodyMayWriteTo) {
    namespace fs = std::filesystem;
    std::string pattern = testing::TempDir() + "xttt-home-XXXXXX";
    const fs::path base = ::mkdtemp(pattern.data());
    fs::create_directories(base / "users/me/bots");
    fs::create_directory_symlink(base / "users/me", base / "link");
    const std::string before = std::getenv("HOME") != nullptr ? std::getenv("HOME") : "";
    ::setenv("HOME", (base / "link").c_str(), 1);
    EXPECT_TRUE(is_shared_folder(base / "users/me"));
    EXPECT_TRUE(is_shared_folder(base / "users"));
    EXPECT_TRUE(is_shared_folder(base / "link"));
    EXPECT_FALSE(is_shared_folder(base / "users/me/bots"));
    ::setenv("HOME", before.c_str(), 1);
    EXPECT_FALSE(is_shared_folder(base / "users/me"));
    fs::permissions(base / "users/me/bots", fs::perms::all);
    EXPECT_TRUE(is_shared_folder(base / "users/me/bots"));
    for (const char* folder : {"/", "/tmp", "/dev/shm", "/home", "/usr/lib", "/no/such/folder"})
        EXPECT_TRUE(is_shared_folder(folder)) << folder;
    fs::remove_all(base);
}

TEST_F(Sandbox, MayUseItsOwnSignals) {
    EXPECT_EQ(answer_of("signal-self"), "bestmove a1");
}

TEST_F(Sandbox, TakingTooMuchMemoryIsNamed) {
    const Violation violation = violation_of("allocate");
    EXPECT_EQ(violation.kind, Violation::Kind::Memory);
    EXPECT_THAT(violation.evidence, HasSubstr("limit is 134217728"));
}

TEST_F(Sandbox, TheExitCodeAndTheSignalAreToldThroughIt) {
    Child exiting = start("exit", "7");
    exiting.send("go\n");
    EXPECT_EQ(exiting.await_text_line(after(kSandboxTimeout)).kind, Kind::Closed);
    EXPECT_EQ(to_text(exiting.kill()), "exit code 7");
    Child crashing = start("segfault");
    crashing.send("go\n");
    EXPECT_EQ(crashing.await_text_line(after(kSandboxTimeout)).kind, Kind::Closed);
    EXPECT_EQ(to_text(crashing.kill()), "signal 11 (Segmentation fault)");
    Child answering = start("answer-then-exit");
    answering.send("go\n");
    EXPECT_EQ(answering.await_text_line(after(kSandboxTimeout)).text_line, "bestmove a1");
    EXPECT_EQ(answering.await_text_line(after(kSandboxTimeout)).kind, Kind::Closed);
}

TEST_F(Sandbox, TheDeadlineIsKeptWhateverTheProgramDoes) {
    for (const char* what :
         {"sleep", "spin", "stop", "endless-lines", "never-read", "close-descriptors"}) {
        SCOPED_TRACE(what);
        EXPECT_LT(test::quickest([&] { return test::overrun(start(what), 100ms); }), 100ms);
    }
}

TEST_F(Sandbox, AProgramKilledForAViolationIsGoneAtOnce) {
    for (const char* what : {"fork-bomb", "double-fork", "socket"}) {
        SCOPED_TRACE(what);
        const auto once = [&] {
            Child child = start(what);
            const auto begin = Clock::now();
            child.send("go\n");
            child.await_text_line(after(kSandboxTimeout));
            child.kill();
            return Clock::now() - begin;
        };
        EXPECT_LT(test::quickest(once), 100ms);
    }
}

TEST_F(Sandbox, NothingOfItIsLeft) {
    const auto before = test::open_files();
    for (const char* what : {"answer", "socket", "exit", "fork-bomb", "spin"}) {
        SCOPED_TRACE(what);
        pid_t pid;
        {
            Child child = start(what, "0");
            pid = child.pid();
            child.send("go\n");
            child.await_text_line(after(50ms));
        }
        EXPECT_FALSE(test::exists(pid));
    }
    EXPECT_EQ(test::open_files(), before);
}

TEST_F(Sandbox, AProgramThatCannotRunIsAnErrorAtTheStart) {
    const auto script = std::filesystem::path(testing::TempDir()) / "xttt-broken-script";
    std::ofstream(script) << "#!/no/such/interpreter\n";
    std::filesystem::permissions(script, std::filesystem::perms::owner_all);
    const auto child = Child::start({.argv = {script}, .sandbox = SandboxConfig{}});
    std::filesystem::remove(script);
    ASSERT_FALSE(child);
    EXPECT_THAT(child.error().message, HasSubstr("No such file"));
}

}  // namespace
}  // namespace xttt
