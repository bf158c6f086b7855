#include <cerrno>

#include <fcntl.h>
#include <fmt/format.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>

#include "process/child.h"
#include "process/spawn.h"

namespace xttt {
namespace {

// Memory of the control group beyond the program's own memory and /tmp: kernel tables.
constexpr std::uint64_t kCgroupReserve = std::uint64_t{16} << 20;

// The two ends of a descriptor that a sandbox gets.
struct Ends {
    UniqueFd ours, theirs;
};

Result<Ends> make_control_socket() {
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
        return fail(Errc::Unsupported,
                    fmt::format("cannot create a socket: {}", ::strerror(errno)));
    return Ends{.ours = UniqueFd(ends[0]), .theirs = UniqueFd(ends[1])};
}

Result<Ends> make_lifeline() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        return fail(Errc::Unsupported, fmt::format("cannot create a pipe: {}", ::strerror(errno)));
    return Ends{.ours = UniqueFd(ends[1]), .theirs = UniqueFd(ends[0])};
}

// Converts the options to run argv into options to run it in the sandbox.
Result<void> wrap(SpawnRequest& request, const SandboxConfig& sandbox) {
    TRY(auto program, find_program(request.argv.front()));
    request.argv.front() = program;
    TRY(request.argv, sandbox_command(sandbox, request.argv, request.cwd));
    request.cwd.clear();
    return {};
}

}  // namespace

Result<Child> Child::start(const ChildOptions& options) {
    if (options.argv.empty()) return fail(Errc::Usage, "the program is missing");
    ignore_broken_pipes();
    // The kernel may delay timers by this much; the default would miss deadlines.
    ::prctl(PR_SET_TIMERSLACK, 1000UL);

    TRY(auto pipes, make_pipes());
    SpawnRequest request{
        .argv = options.argv,
        .environment = options.environment ? *options.environment
                       : options.sandbox   ? sandbox_environment()
                                           : current_environment(),
        .cwd = options.cwd,
        .descriptors = {{pipes.child_input.get(), 0},
                        {pipes.child_output.get(), 1},
                        {pipes.child_error.get(), 2}},
    };
    Ends control, lifeline;
    if (options.sandbox) {
        TRY_VOID(wrap(request, *options.sandbox));
        TRY(control, make_control_socket());
        request.descriptors.emplace_back(control.theirs.get(), kSandboxControl);
    }
    if (options.sandbox || options.has_lifeline) {
        TRY(lifeline, make_lifeline());
        request.descriptors.emplace_back(lifeline.theirs.get(), kSandboxLifeline);
        request.ends_with_caller = false;
    }

    TRY(const auto pid, spawn(request));
    const ChildPipes::Limits limits{.text_line = options.text_line_limit,
                                    .unsent = options.unsent_limit,
                                    .error_tail = options.error_tail};
    Child child(
        pid,
        ChildPipes(std::move(pipes.input), std::move(pipes.output), std::move(pipes.error), limits),
        options.text_line_limit);
    if (options.error_sink) child.set_error_sink(options.error_sink);
    // Closes our copies of the child's ends: while they are open, we cannot detect that the child
    // has closed its own.
    pipes = Pipes();
    control.theirs.reset();
    lifeline.theirs.reset();
    child.lifeline_ = std::move(lifeline.ours);

    if (options.sandbox) {
        // Above the limit that is checked, so that the check reports a violation first.
        auto cgroup = Cgroup::create(
            options.sandbox->cgroups.value_or(cgroup_support()),
            options.sandbox->memory_limit + options.sandbox->temporary_space + kCgroupReserve);
        auto sandbox =
            SandboxSupervisor::attach(std::move(control.ours), cgroup ? &*cgroup : nullptr,
                                      options.sandbox->threads, after(options.start_limit));
        if (!sandbox) {
            child.kill();
            return fail(sandbox.error().code,
                        fmt::format("cannot run '{}' in the sandbox: {}: {}", options.argv.front(),
                                    sandbox.error().message, child.error_tail()));
        }
        child.attach(std::move(*sandbox), std::move(cgroup), options.sandbox->memory_limit);
    } else {
        child.usage_ = UsageReader(pid);
    }
    return child;
}

}  // namespace xttt
