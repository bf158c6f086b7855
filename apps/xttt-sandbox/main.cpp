// The launcher inside the namespaces of an untrusted program: sets the limits, installs the system
// call filter, sends the notification descriptor of the filter to the referee over the control
// socket, and executes the program. Started by xttt only.
//
//   xttt-sandbox ADDRESS_SPACE DATA STACK FILE_SIZE OPEN_FILES INODES THREADS PROGRAM [ARGUMENT...]

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <span>

#include <fcntl.h>
#include <unistd.h>

#include "process/descriptor_passing.h"
#include "process/resource_limits.h"
#include "process/sandbox.h"
#include "process/syscall_policy.h"

namespace {

// The referee reads this from standard error when it finds the control socket closed.
int give_up(const char* what) {
    std::fprintf(stderr, "xttt-sandbox: %s: %s\n", what, std::strerror(errno));
    return 126;
}

}  // namespace

int main(int argc, char** argv) {
    using namespace xttt;
    const std::span arguments(argv + 1, static_cast<std::size_t>(argc - 1));
    const auto limits = parse_limits(arguments);
    if (!limits || arguments.size() == kResourceLimitArguments) {
        std::fputs(
            "xttt-sandbox: this program is started by xttt only; see docs/reference/sandbox.md\n",
            stderr);
        return 2;
    }
    char** program = arguments.data() + kResourceLimitArguments;
    if (!limit_temporary_folder(*limits)) return give_up("cannot limit the temporary folder");
    if (!drop_capabilities()) return give_up("cannot drop capabilities");
    if (!apply(*limits)) return give_up("cannot set the resource limits");
    if (::fcntl(kSandboxControl, F_SETFD, FD_CLOEXEC) != 0)
        return give_up("the control socket is missing");
    {
        const UniqueFd notifications = install_syscall_policy(kSandboxControl, limits->threads > 0);
        if (!notifications) return give_up("cannot install the system call filter");
        if (!send_descriptor(kSandboxControl, notifications.get()))
            return give_up("cannot send the notification descriptor");
    }
    // The supervisor allows this execve and no other.
    ::execv(program[0], program);
    const int code = give_up("cannot run the program");
    send_no_descriptor(kSandboxControl);  // after the message, which the referee reads then
    return code;
}
