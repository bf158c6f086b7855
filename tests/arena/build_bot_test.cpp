#include <filesystem>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arena/submission.h"
#include "base/clock.h"
#include "process/sandbox.h"
#include "support/fresh_folder.h"

namespace xttt {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

// Builds of uploads that turn against the machine that runs them: each ends with a verdict in
// words, and none of its processes is left.
class HostileBuild : public testing::Test {
protected:
    void SetUp() override {
        if (!sandbox_support().complete()) GTEST_SKIP() << sandbox_support().what_is_missing();
    }
    void TearDown() override {
        const Deadline until = after(std::chrono::seconds(20));
        while (is_running() && Clock::now() < until) continue;
        EXPECT_FALSE(is_running());
    }
    // Whether process 1 of the build's namespace exists, which ends after all others; its arguments
    // name the folder.
    bool is_running() const {
        std::error_code failed;
        for (const auto& process : fs::directory_iterator("/proc", failed)) {
            std::ifstream file(process.path() / "cmdline");
            std::ostringstream arguments;
            arguments << file.rdbuf();  // no exception if the process has ended
            if (arguments.str().find(folder_.path()) != std::string::npos) return true;
        }
        return false;
    }
    // What a Makefile with these commands leads to: the verdict and the output.
    std::string verdict_of(const std::string& commands) {
        std::ofstream(folder_ / "Makefile") << "all:\n\t" << commands << "\n";
        const auto built = build_bot(folder_.path());
        return built ? "built" : built.error().message;
    }
    void write(const std::string& name, const std::string& text) {
        std::ofstream(folder_ / name) << text;
    }

private:
    test::FreshFolder folder_;
};

// The server itself may run at a low priority.
TEST_F(HostileBuild, RunsAtALowPriorityAtMost) {
    for (const int nice : {0, 15}) {
        const pid_t child = ::fork();
        if (child == 0) {
            const bool set =
                ::getpriority(PRIO_PROCESS, 0) >= nice || ::setpriority(PRIO_PROCESS, 0, nice) == 0;
            const std::string verdict = verdict_of("nice; false");
            const bool lowered = verdict.find("\n1") != std::string::npos;  // 10 to 19
            if (!lowered) ::fputs(verdict.c_str(), stderr);
            ::_exit(set && lowered ? 0 : 1);
        }
        int status = -1;
        ASSERT_EQ(::waitpid(child, &status, 0), child);
        EXPECT_EQ(status, 0) << nice;
    }
}

TEST_F(HostileBuild, CannotStartProcessesWithoutEnd) {
    write("bomb.sh", "bomb() { bomb | bomb & }\nbomb\nsleep 100\n");
    // An ordinary user's limit may stop it first.
    EXPECT_THAT(verdict_of("bash bomb.sh"),
                testing::AnyOf(HasSubstr("more than 256 processes"), HasSubstr("fork")));
}

TEST_F(HostileBuild, CannotStartThreadsWithoutEnd) {
    write("threads.py",
          "import threading, time\n"
          "threading.stack_size(64 * 1024)\n"
          "for _ in range(2000): threading.Thread(target=time.sleep, args=(100,)).start()\n");
    EXPECT_THAT(verdict_of("python3 threads.py"),
                testing::AnyOf(HasSubstr("more than 256 processes and threads"),
                               HasSubstr("can't start new thread")));
}

TEST_F(HostileBuild, CannotUseMoreMemoryThanItsPart) {
    EXPECT_THAT(verdict_of("for i in $$(seq 40); do "
                           "python3 -c 'import time; held = b\"1\" * (1 << 30); time.sleep(100)' & "
                           "done; wait"),
                HasSubstr("more than 3 GiB of memory"));
}

TEST_F(HostileBuild, CannotFillTheKernelWithFolders) {
    write("folders.py",
          "import os\n"
          "for name in range(1_000_000): os.mkdir(str(name))\n");
    const std::string verdict = verdict_of("python3 folders.py");
    EXPECT_THAT(verdict, HasSubstr("the build failed"));
    EXPECT_THAT(verdict, HasSubstr("No space left on device"));
}

TEST_F(HostileBuild, CannotFillTheDiskWithFiles) {
    write("files.py",
          "for name in range(100_000): open(str(name), 'w').write('x')\n"
          "print('WRITTEN')\n");
    const std::string verdict = verdict_of("python3 files.py");
    EXPECT_THAT(verdict, HasSubstr("No space left on device"));
    EXPECT_THAT(verdict, Not(HasSubstr("WRITTEN")));
}

TEST_F(HostileBuild, CannotMakeDevices) {
    const std::string verdict =
        verdict_of("mknod null c 1 3 && echo MA''DE; mknod disk b 8 0 && echo MA''DE; false");
    EXPECT_THAT(verdict, HasSubstr("Operation not permitted"));
    EXPECT_THAT(verdict, Not(HasSubstr("MADE")));
}

TEST_F(HostileBuild, CannotOpenNamespaces) {
    const std::string verdict = verdict_of(
        "unshare --user --map-root-user echo OPEN''ED; unshare --net echo OPEN''ED; "
        "unshare --mount echo OPEN''ED; false");
    EXPECT_THAT(verdict, HasSubstr("Operation not permitted"));
    EXPECT_THAT(verdict, Not(HasSubstr("OPENED")));
}

// Their files belong to root: a server that runs as root could write them without any capability.
TEST_F(HostileBuild, CannotChangeSettingsOfTheKernel) {
    write("settings.py",
          "import os, sys\n"
          "for folder, _, names in os.walk('/proc/sys'):\n"
          "    for path in (os.path.join(folder, name) for name in names):\n"
          "        try: os.close(os.open(path, os.O_WRONLY)); print('OPENED', path)\n"
          "        except OSError: pass\n"
          "try: open('/proc/self/oom_score_adj', 'w').write('0'); print('OPENED')\n"
          "except OSError as error: print(error)\n"
          "sys.exit(1)\n");
    const std::string verdict = verdict_of("python3 settings.py");
    EXPECT_THAT(verdict, HasSubstr("Read-only file system"));
    EXPECT_THAT(verdict, Not(HasSubstr("OPENED")));
}

TEST_F(HostileBuild, CannotReachTheNetworkNorKernelServices) {
    write("calls.py",
          "import ctypes, errno, platform, socket, sys\n"
          "for family in socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK, socket.AF_PACKET:\n"
          "    try: socket.socket(family, socket.SOCK_DGRAM); print('REACHED', family)\n"
          "    except OSError as error: print(error)\n"
          "libc = ctypes.CDLL(None, use_errno=True)\n"
          "x86 = platform.machine() == 'x86_64'\n"
          "calls = {'add_key': 248 if x86 else 217, 'keyctl': 250 if x86 else 219,\n"
          "         'mq_open': 240 if x86 else 180, 'bpf': 321 if x86 else 280,\n"
          "         'perf_event_open': 298 if x86 else 241, 'io_uring_setup': 425,\n"
          "         'userfaultfd': 323 if x86 else 282, 'memfd_create': 319 if x86 else 279,\n"
          "         'shmget': 29 if x86 else 194}\n"
          "for name, number in calls.items():\n"
          "    result = libc.syscall(number, 0, 0, 0, 0, 0, 0)\n"
          "    refused = result == -1 and ctypes.get_errno() == errno.EPERM\n"
          "    print(name, 'refused' if refused else 'REACHED')\n"
          "sys.exit(1)\n");
    const std::string verdict = verdict_of("python3 calls.py");
    EXPECT_THAT(verdict, HasSubstr("shmget refused"));
    EXPECT_THAT(verdict, Not(HasSubstr("REACHED")));
}

TEST_F(HostileBuild, IsRefusedSharedMemoryThatNoResidentSizeShows) {
    write("shared.py",
          "import mmap\n"
          "mmap.mmap(-1, 1 << 20)\n");
    EXPECT_THAT(verdict_of("python3 shared.py"), HasSubstr("Operation not permitted"));
}

// What is sent to a local socket and not received, and what a pipe holds, is in no resident size.
TEST_F(HostileBuild, IsRefusedBuffersOfTheKernelThatNoResidentSizeShows) {
    write("buffers.py",
          "import fcntl, os, socket, sys\n"
          "def attempt(name, call):\n"
          "    try: call(); print(name, 'REACHED')\n"
          "    except PermissionError: print(name, 'refused')\n"
          "attempt('pair', socket.socketpair)\n"
          "attempt('local', lambda: socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM))\n"
          "attempt('pipe', lambda: fcntl.fcntl(os.pipe()[1], 1031, 1 << 20))\n"  // F_SETPIPE_SZ
          "sys.exit(1)\n");
    const std::string verdict = verdict_of("python3 buffers.py");
    for (const char* call : {"pair", "local", "pipe"})
        EXPECT_THAT(verdict, HasSubstr(std::string(call) + " refused"));
}

}  // namespace
}  // namespace xttt
