// The launcher inside the namespaces of an untrusted program: sets the limits, installs the system
// call filter, sends the notification descriptor of the filter to the referee over the control
// socket, and executes the program. Started by xttt only.
//
//   xttt-sandbox ADDRESS_SPACE DATA STACK FILE_SIZE OPEN_FILES INODES THREADS PROGRAM [ARGUMENT...]
//
// For the build of an upload, whose programs may start others and need no referee:
//
//   xttt-sandbox build BYTES INODES PROGRAM [ARGUMENT...]
//
// BYTES and INODES limit /build and /tmp, each.

#include <cerrno>
#include <cstdio>
#include <cstdlib>
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

int start_build(std::span<char*> arguments) {
    using namespace xttt;
    const auto bytes = std::strtoull(arguments[0], nullptr, 10);
    const auto inodes = std::strtoull(arguments[1], nullptr, 10);
    char** program = arguments.data() + 2;
    for (const char* folder : {"/build", "/tmp"})
        if (!limit_folder(folder, bytes, inodes)) return give_up("cannot limit a folder");
    if (!protect_devices()) return give_up("cannot protect the devices");
    if (!drop_capabilities()) return give_up("cannot drop capabilities");
    if (!apply_build_limits()) return give_up("cannot set the resource limits");
    if (!install_build_policy()) return give_up("cannot install the system call filter");
    ::execv(program[0], program);
    return give_up("cannot run the program");
}

}  // namespace

int main(int argc, char** argv) {
    using namespace xttt;
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
    char** program = arguments.data() + kResourceLimitArguments;
    if (!limit_folder("/tmp", limits->file_size, limits->temporary_inodes))
        return give_up("cannot limit the temporary folder");
    if (!protect_devices()) return give_up("cannot protect the devices");
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
