// The last thing that runs before an untrusted program, inside its namespaces: sets the limits,
// installs the system call filter, hands the filter's notification descriptor to the referee over
// the control socket, and becomes the program. Not for people to call.
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

// What the referee reads from our standard error when it finds the control socket closed.
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
        const UniqueFd notifications = install_syscall_policy(kSandboxControl);
        if (!notifications) return give_up("cannot install the system call filter");
        if (!send_descriptor(kSandboxControl, notifications.get()))
            return give_up("cannot send the notification descriptor");
    }
    // The supervisor lets this one through, and no other.
    ::execv(program[0], program);
    const int code = give_up("cannot run the program");
    send_no_descriptor(kSandboxControl);  // after the words, for the referee reads them then
    return code;
}
