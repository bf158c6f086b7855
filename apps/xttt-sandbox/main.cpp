// The first process inside the namespaces of an untrusted program. It starts the program with its
// limits and the system call filter, whose notification descriptor it sends to the referee over the
// control socket, and waits for its end. It ends at once when the other end of its lifeline is
// closed, as when the referee is killed, and with it everything in the namespaces. Started by xttt
// only.
//
//   xttt-sandbox ADDRESS_SPACE DATA STACK FILE_SIZE OPEN_FILES INODES THREADS PROGRAM [ARGUMENT...]
//
// For the build of an upload, whose programs may start others and need no referee:
//
//   xttt-sandbox build BYTES INODES PROGRAM [ARGUMENT...]
//
// BYTES and INODES limit /build and /tmp, each.

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <span>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process/descriptor_passing.h"
#include "process/resource_limits.h"
#include "process/sandbox.h"
#include "process/syscall_policy.h"

namespace {

using namespace xttt;

// The referee reads this from standard error when it finds the control socket closed.
int give_up(const char* what) {
    std::fprintf(stderr, "xttt-sandbox: %s: %s\n", what, std::strerror(errno));
    return 126;
}

// Reaps everything until the program ends or the other end of the lifeline is closed. Returns the
// exit code of the program, for a signal 128 + its number.
int supervise(pid_t program, int lifeline) {
    // A child's end interrupts ppoll, and nothing else.
    ::signal(SIGCHLD, [](int) {});
    sigset_t child, none;
    ::sigemptyset(&none);
    ::sigemptyset(&child);
    ::sigaddset(&child, SIGCHLD);
    ::sigprocmask(SIG_BLOCK, &child, nullptr);
    for (;;) {
        int status = 0;
        while (const pid_t ended = ::waitpid(-1, &status, WNOHANG)) {
            if (ended < 0) return 126;
            if (ended == program)
                return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
        }
        pollfd entry{.fd = lifeline, .events = 0, .revents = 0};
        if (::ppoll(&entry, 1, nullptr, &none) > 0) return 128 + SIGKILL;
    }
}

// Where the kernel has no such signal, or bubblewrap has ended already, the lifeline remains.
void end_with_bubblewrap() {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
}

int run_build(std::span<char*> arguments) {
    if (!apply_build_limits()) return give_up("cannot set the resource limits");
    if (!install_build_policy()) return give_up("cannot install the system call filter");
    char** program = arguments.data();
    ::execv(program[0], program);
    return give_up("cannot run the program");
}

int start_build(std::span<char*> arguments) {
    const auto bytes = std::strtoull(arguments[0], nullptr, 10);
    const auto inodes = std::strtoull(arguments[1], nullptr, 10);
    for (const char* folder : {"/build", "/tmp"})
        if (!limit_folder(folder, bytes, inodes)) return give_up("cannot limit a folder");
    if (!protect_devices()) return give_up("cannot protect the devices");
    if (!drop_capabilities()) return give_up("cannot drop capabilities");
    end_with_bubblewrap();
    const pid_t pid = ::fork();
    if (pid < 0) return give_up("cannot start a process");
    if (pid == 0) {
        ::close(kSandboxLifeline);
        return run_build(arguments.subspan(2));
    }
    ::close_range(0, kSandboxLifeline - 1, 0);  // the streams are the program's alone
    return supervise(pid, kSandboxLifeline);
}

int run_program(const ResourceLimits& limits, char** program) {
    if (!apply(limits)) return give_up("cannot set the resource limits");
    if (::fcntl(kSandboxControl, F_SETFD, FD_CLOEXEC) != 0)
        return give_up("the control socket is missing");
    {
        // The only one in this sandbox: when the referee's ends, so does the call that waits for
        // its answer.
        const UniqueFd notifications = install_syscall_policy(kSandboxControl, limits.threads > 0);
        if (!notifications) return give_up("cannot install the system call filter");
        if (!send_descriptor(kSandboxControl, notifications.get()))
            return give_up("cannot send the notification descriptor");
    }
    // The supervisor allows this execve and no other.
    ::execv(program[0], program);
    const int error = errno;
    const int code = give_up("cannot run the program");
    send_error(kSandboxControl, error);  // after the message, which the referee reads then
    return code;
}

}  // namespace

int main(int argc, char** argv) {
    const std::span arguments(argv + 1, static_cast<std::size_t>(argc - 1));
    if (arguments.size() > 3 && std::strcmp(arguments[0], "build") == 0)
        return start_build(arguments.subspan(1));
    const auto limits = parse_limits(arguments);
    if (!limits || arguments.size() == kResourceLimitArguments) {
        std::fputs(
            "xttt-sandbox: this program is started by xttt only; see docs/reference/sandbox.md\n",
            stderr);
        return 2;
    }
    if (!limit_folder("/tmp", limits->file_size, limits->temporary_inodes))
        return give_up("cannot limit the temporary folder");
    if (!protect_devices()) return give_up("cannot protect the devices");
    if (!drop_capabilities()) return give_up("cannot drop capabilities");
    end_with_bubblewrap();
    const pid_t pid = ::fork();
    if (pid < 0) return give_up("cannot start a process");
    if (pid == 0) {
        ::close(kSandboxLifeline);
        ::_exit(run_program(*limits, arguments.data() + kResourceLimitArguments));
    }
    // The streams and the control socket are the program's alone.
    ::close_range(0, kSandboxLifeline - 1, 0);
    return supervise(pid, kSandboxLifeline);
}
