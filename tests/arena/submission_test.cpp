#include "arena/submission.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "arena/submission_checker.h"
#include "arena_fixture.h"
#include "base/clock.h"
#include "make_zip.h"
#include "players/python_source.h"
#include "support/paths.h"

namespace xttt {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr std::string_view kGoodBot = R"(
class Team1:
    def move(self, board, old_move, flag):
        return board.find_valid_move_cells(old_move)[0]
)";

class SubmissionTest : public test::ArenaFixture {
protected:
    SubmissionTest()
        : ArenaFixture(kExtreme), team_(store_->add_team("A", "", "staff")->first.id) {}

    Version checked(const std::string& file_name, std::string_view bytes,
                    std::chrono::seconds build_time = std::chrono::seconds(120)) {
        const auto version = store_->add_version(team_, file_name, "", bytes);
        const auto result = check_version(
            *store_, *version, {.time = std::chrono::seconds(1), .build_time = build_time});
        EXPECT_TRUE(result) << result.error().message;
        return *result;
    }

    int team_;
};

std::string last_text(const Version& version) {
    return version.checks.empty() ? "" : version.checks.back().text;
}

TEST_F(SubmissionTest, ACourseBotIsReady) {
    const Version version = checked("team1.py", kGoodBot);
    EXPECT_EQ(version.state, VersionState::Ready) << version.reason;
    EXPECT_EQ(version.player, "python:team1.py");
}

TEST_F(SubmissionTest, AnArchiveMayHaveAFolderAndData) {
    const Version version =
        checked("team1.zip", test::make_zip({{.name = "team1/team1.py",
                                              .content = "WEIGHTS = open('weights.txt').read()\n" +
                                                         std::string(kGoodBot)},
                                             {.name = "team1/weights.txt", .content = "1 2 3"}}));
    EXPECT_EQ(version.state, VersionState::Ready) << version.reason << last_text(version);
    EXPECT_EQ(version.player, "python:team1/team1.py");
}

TEST_F(SubmissionTest, BotsWithMistakesAreRejectedWithTheReason) {
    const Version syntax = checked("team1.py", "class Team1:\n    def move(self, board\n");
    EXPECT_EQ(syntax.state, VersionState::Rejected);
    EXPECT_FALSE(syntax.reason.empty());
    const Version crash = checked("team1.py",
                                  "class Team1:\n    def move(self, board, old_move, flag):\n"
                                  "        return [][0]\n");
    EXPECT_EQ(crash.state, VersionState::Rejected);
    EXPECT_THAT(last_text(crash), HasSubstr("IndexError"));
    // The path of the arena stays private.
    for (const CheckedItem& item : crash.checks)
        EXPECT_EQ(item.text.find(folder_.path()), std::string::npos) << item.text;
    const Version ends = checked("mybot", "#!/bin/sh\nexit 3\n");
    EXPECT_EQ(ends.reason.find("it does not start: "), 0u) << ends.reason;
    const Version nothing = checked("notes.txt", "hello");
    EXPECT_EQ(nothing.state, VersionState::Rejected);
    EXPECT_THAT(nothing.reason, HasSubstr("no bot found in 'notes.txt'"));
    const Version none = checked("none.zip", test::make_zip({{.name = "a.txt", .content = "x"},
                                                             {.name = "b.txt", .content = "x"}}));
    EXPECT_THAT(none.reason, HasSubstr("no bot found in the archive"));
    const Version two =
        checked("two.zip", test::make_zip({{.name = "a.py", .content = std::string(kGoodBot)},
                                           {.name = "b.py", .content = std::string(kGoodBot)}}));
    EXPECT_EQ(two.state, VersionState::Rejected);
    EXPECT_THAT(two.reason, HasSubstr("expected one bot"));
}

TEST_F(SubmissionTest, ABotCannotReadTheArena) {
    const Version version = checked("team1.py", fmt::format("OPEN = open('{}/arena.db').read()\n{}",
                                                            store_->folder().string(), kGoodBot));
    EXPECT_EQ(version.state, VersionState::Rejected);
}

TEST_F(SubmissionTest, HostileArchivesAreRejected) {
    const Version outside =
        checked("a.zip", test::make_zip({{.name = "../../arena.db", .content = "x"}}));
    EXPECT_EQ(outside.state, VersionState::Rejected);
    const Version link =
        checked("a.zip",
                test::make_zip({{.name = "bot.py", .content = "../../arena.db", .mode = 0120777}}));
    EXPECT_EQ(link.state, VersionState::Rejected);
    EXPECT_TRUE(ArenaStore::open(store_->folder()));
}

// The server scans sources itself, outside every sandbox.
TEST_F(SubmissionTest, AHugeSourceIsRejectedInLittleTime) {
    std::string source;
    while (source.size() < kMostSourceBytes - 100) source += "def move(\n";
    timespec before{}, after{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &before);
    const Version slow = checked("team1.py", source + ")");
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &after);
    EXPECT_EQ(slow.state, VersionState::Rejected);
    EXPECT_LT(after.tv_sec - before.tv_sec, 20);
    const Version large =
        checked("team1.py", source + std::string(1000, '\n') + std::string(kGoodBot));
    EXPECT_EQ(large.state, VersionState::Rejected);
    EXPECT_THAT(large.reason, HasSubstr("keep tables in a data file"));
}

std::string starter_source() {
    std::ifstream starter(test::source_path("apps/xttt/starters/mybot.cpp"));
    return {std::istreambuf_iterator<char>(starter), {}};
}

TEST_F(SubmissionTest, SourcesAreBuiltInsideTheSandbox) {
    const Version version = checked("mybot.cpp", starter_source());
    EXPECT_EQ(version.state, VersionState::Ready) << version.reason << last_text(version);
    EXPECT_EQ(version.player, "sandbox:bot");
    EXPECT_EQ(version.checks.front().name, "build");
    const Version broken = checked("broken.cpp", "int main() { return nonsense; }\n");
    EXPECT_EQ(broken.state, VersionState::Rejected);
    EXPECT_THAT(last_text(broken), HasSubstr("nonsense"));
}

TEST_F(SubmissionTest, ACMakeProjectIsBuiltAlsoBesideAFolderOfTheSameName) {
    const Version version = checked(
        "mybot.zip", test::make_zip({{.name = "CMakeLists.txt",
                                      .content = "cmake_minimum_required(VERSION 3.10)\n"
                                                 "project(mybot CXX)\n"
                                                 "set(CMAKE_CXX_STANDARD 20)\n"
                                                 "add_executable(mybot mybot/main.cpp)\n"},
                                     {.name = "mybot/main.cpp", .content = starter_source()}}));
    EXPECT_EQ(version.state, VersionState::Ready) << version.reason << last_text(version);
    EXPECT_EQ(version.player, "sandbox:mybot-2");
}

TEST_F(SubmissionTest, AMakefileIsBuiltAlsoBesideScriptsAndObjectFiles) {
    const Version version = checked(
        "mybot.zip",
        test::make_zip({{.name = "mybot/Makefile",
                         .content = "player: main.cpp\n\tg++ -std=c++20 -O1 -o player main.cpp\n"},
                        {.name = "mybot/main.cpp", .content = starter_source()},
                        {.name = "mybot/old.o",
                         .content = std::string("\177ELF\2\1\1\0\0\0\0\0\0\0\0\0\1\0", 18)},
                        {.name = "test.sh", .content = "#!/bin/sh\n./player\n", .mode = 0100755}}));
    EXPECT_EQ(version.state, VersionState::Ready) << version.reason << last_text(version);
    EXPECT_EQ(version.player, "sandbox:player");
}

// A link would be followed by the server, and a setuid program would run with its rights.
TEST_F(SubmissionTest, ABuiltProgramKeepsNoLinkAndNoSetuidBit) {
    std::ofstream(folder_ / "secret") << "of the host";
    const Version version = checked(
        "mybot.zip",
        test::make_zip({{.name = "Makefile",
                         .content = "player: main.cpp\n\tg++ -std=c++20 -O1 -o player main.cpp\n"
                                    "\tchmod 6755 player\n\tln -s " +
                                    (folder_ / "secret") + " stolen\n"},
                        {.name = "main.cpp", .content = starter_source()}}));
    EXPECT_EQ(version.state, VersionState::Ready) << version.reason << last_text(version);
    bool has_program = false;
    for (const auto& entry : fs::recursive_directory_iterator(store_->bot_folder(version.id))) {
        EXPECT_FALSE(entry.is_symlink()) << entry.path();
        const auto rights = entry.symlink_status().permissions();
        EXPECT_EQ(rights & (fs::perms::set_uid | fs::perms::set_gid), fs::perms::none)
            << entry.path();
        has_program = has_program || entry.path().filename() == "player";
    }
    EXPECT_TRUE(has_program);
}

// The number of processes whose command line contains a text.
int processes_with(const std::string& text) {
    int found = 0;
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator("/proc", failed)) {
        std::ifstream file(entry.path() / "cmdline");
        std::ostringstream command;
        command << file.rdbuf();  // no exception if the process has ended
        found += command.str().contains(text);
    }
    return found;
}

TEST_F(SubmissionTest, ABuildThatForksEndlesslyEndsWithAllItsProcesses) {
    const std::string mark = fmt::format("arena-fork-{}", ::getpid());
    const Version version = checked(
        "forks.zip",
        test::make_zip({{.name = "Makefile", .content = "all:\n\tbash fork.sh " + mark + "\n"},
                        {.name = "fork.sh",
                         .content = "while :; do bash -c 'sleep 1000' $1 & sleep 0.02; done\n"}}),
        std::chrono::seconds(4));
    EXPECT_EQ(version.state, VersionState::Rejected);
    EXPECT_EQ(version.checks.front().name, "files");
    // The kernel ends the processes of a sandbox shortly after its first one.
    const Deadline until = after(std::chrono::seconds(20));
    while (processes_with(mark) != 0 && Clock::now() < until)
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_EQ(processes_with(mark), 0);
}

TEST_F(SubmissionTest, ABuildCannotPhoneHome) {
    // The same build succeeds where it may connect: it ends with a program.
    const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    ASSERT_EQ(::bind(listener, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    ASSERT_EQ(::listen(listener, 1), 0);
    ASSERT_EQ(::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size), 0);
    const std::string dial = fmt::format("exec 3<>/dev/tcp/127.0.0.1/{}", ntohs(address.sin_port));
    const Version version = checked(
        "phone.zip",
        test::make_zip({{.name = "Makefile",
                         .content = fmt::format(
                             "bot: main.cpp\n\tbash -c '{}'\n\tg++ -o bot main.cpp\n", dial)},
                        {.name = "main.cpp", .content = "int main() {}\n"}}));
    EXPECT_EQ(version.state, VersionState::Rejected);
    EXPECT_THAT(last_text(version), HasSubstr("/dev/tcp/127.0.0.1"));
    EXPECT_EQ(::accept(listener, nullptr, nullptr), -1);  // no connection arrived
    EXPECT_EQ(std::system(fmt::format("bash -c '{}'", dial).c_str()), 0);
    EXPECT_NE(::accept(listener, nullptr, nullptr), -1);
    ::close(listener);
}

TEST_F(SubmissionTest, ABuildCanBeStopped) {
    const std::string folder = folder_ / "endless";
    fs::create_directory(folder);
    std::ofstream(folder + "/Makefile") << "all:\n\tsleep 1000\n";
    const std::atomic<bool> stopped = true;
    const auto began = Clock::now();
    const auto built = build_bot(folder, {.stopped = &stopped});
    ASSERT_FALSE(built);
    EXPECT_EQ(built.error().code, Errc::Process);
    EXPECT_LT(Clock::now() - began, std::chrono::seconds(30));
}

TEST_F(SubmissionTest, ABuildSeesNothingOfTheHost) {
    const std::string spy = folder_ / "seen";
    const Version version = checked(
        "evil.zip",
        test::make_zip({{.name = "Makefile",
                         .content = fmt::format("all:\n\tls {0} >&2; touch {1}; touch /source/x; "
                                                "ls /home /root /work >&2; "
                                                "(exec 3<>/dev/tcp/127.0.0.1/22) >&2; false\n",
                                                store_->folder().string(), spy)}}));
    EXPECT_EQ(version.state, VersionState::Rejected);
    EXPECT_FALSE(fs::exists(spy));
    EXPECT_FALSE(fs::exists(store_->bot_folder(version.id) + "/x"));
    EXPECT_EQ(last_text(version).find("uploads"), std::string::npos) << last_text(version);
}

TEST(SafeFileName, KeepsOnlyTheLastPartAndPlainCharacters) {
    EXPECT_EQ(safe_file_name("../../etc/passwd"), "passwd");
    EXPECT_EQ(safe_file_name("C:\\bots\\my bot.py"), "my_bot.py");
    EXPECT_EQ(safe_file_name(""), "bot");
    EXPECT_EQ(safe_file_name(".hidden"), "bot.hidden");
    EXPECT_EQ(safe_file_name("t\xc3\xa9"
                             "am.py"),
              "t__am.py");
}

}  // namespace
}  // namespace xttt
