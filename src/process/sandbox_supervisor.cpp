#include "process/sandbox_supervisor.h"

#include <cerrno>
#include <fstream>

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "process/descriptor_passing.h"

namespace xttt {
namespace {

// Whether the descriptor becomes readable before the deadline.
bool wait_readable(int descriptor, Deadline until) {
    for (;;) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
        pollfd entry{.fd = descriptor, .events = POLLIN, .revents = 0};
        const int ready = ::poll(&entry, 1, static_cast<int>(std::max<long>(left.count(), 0)));
        if (ready > 0) return true;
        if (ready == 0 || errno != EINTR) return false;
    }
}

std::optional<seccomp_notif> receive(int notifications) {
    seccomp_notif call{};  // the kernel requires zeros
    while (::ioctl(notifications, SECCOMP_IOCTL_NOTIF_RECV, &call) != 0)
        if (errno != EINTR) return std::nullopt;  // ENOENT: the caller has been killed
    return call;
}

void answer(int notifications, const seccomp_notif& call, int error, std::uint32_t flags) {
    seccomp_notif_resp response{};
    response.id = call.id;
    response.error = -error;
    response.flags = flags;
    ::ioctl(notifications, SECCOMP_IOCTL_NOTIF_SEND, &response);
}

pid_t parent_of(pid_t pid) {
    std::ifstream file(fmt::format("/proc/{}/status", pid));
    for (std::string word; file >> word;)
        if (word == "PPid:") {
            pid_t parent = -1;
            file >> parent;
            return parent;
        }
    return -1;
}

std::unexpected<Error> cannot(const char* what) {
    return fail(Errc::Unsupported, fmt::format("{}: {}", what, ::strerror(errno)));
}

}  // namespace

Result<SandboxSupervisor> SandboxSupervisor::attach(UniqueFd control, Cgroup* cgroup, int threads,
                                                    Deadline until) {
    SandboxSupervisor sandbox;
    sandbox.threads_ = {.allowed = threads > 0, .left = threads};
    if (!wait_readable(control.get(), until))
        return fail(Errc::Unsupported, "the sandbox was not ready in time");
    sandbox.notifications_ = receive_descriptor(control.get());
    if (!sandbox.notifications_) return fail(Errc::Unsupported, "the sandbox could not be set up");

    if (!wait_readable(sandbox.notifications_.get(), until))
        return fail(Errc::Unsupported, "the sandbox did not start the program in time");
    const auto call = receive(sandbox.notifications_.get());
    if (!call) return cannot("the sandbox exited before the program started");
    // The launcher waits in its execve, so these ids cannot belong to another process.
    sandbox.program_ = static_cast<pid_t>(call->pid);
    sandbox.threads_.main = sandbox.program_;
    sandbox.program_handle_ = ProcessHandle(sandbox.program_);
    sandbox.init_ = parent_of(sandbox.program_);
    sandbox.init_handle_ = ProcessHandle(sandbox.init_);
    if (!sandbox.program_handle_ || !sandbox.init_handle_)
        return cannot("cannot supervise the sandbox");
    if (cgroup != nullptr) cgroup->add(sandbox.program_);
    answer(sandbox.notifications_.get(), *call, 0, SECCOMP_USER_NOTIF_FLAG_CONTINUE);

    // The control socket closes when the program is executed.
    if (!wait_readable(control.get(), until))
        return fail(Errc::Unsupported, "the sandbox did not start the program in time");
    receive_descriptor(control.get());
    // Not ENOMEM: a program can ask for more than its limit allows.
    if (const int error = errno; error != 0) {
        const bool is_exhausted = error == EAGAIN || error == EMFILE || error == ENFILE;
        return fail(is_exhausted ? Errc::Unsupported : Errc::Process,
                    "the program cannot be executed");
    }
    return sandbox;
}

std::optional<Violation> SandboxSupervisor::decide() {
    const auto call = receive(notifications_.get());
    if (!call) return std::nullopt;
    const Decision decision = decide_on(*call, threads_);
    if (decision.exit_code) exit_code_ = decision.exit_code;
    switch (decision.answer) {
        case Decision::Answer::Allow:
            answer(notifications_.get(), *call, 0, SECCOMP_USER_NOTIF_FLAG_CONTINUE);
            break;
        case Decision::Answer::Refuse:
            answer(notifications_.get(), *call, decision.error, 0);
            break;
        case Decision::Answer::Kill:
            break;
    }
    return decision.violation;
}

}  // namespace xttt
