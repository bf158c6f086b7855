#pragma once

#include <csignal>
#include <optional>

#include <sys/types.h>

#include "base/clock.h"
#include "base/result.h"
#include "process/cgroup.h"
#include "process/reported_call.h"
#include "process/sandbox.h"
#include "process/unique_fd.h"

namespace xttt {

// The referee's side of a sandbox: receives the reported system calls and decides on each.
class SandboxSupervisor {
public:
    // Waits on the control socket until the program is about to run, moves it to the control group,
    // if there is one, and lets it run. The error is short; standard error of the sandbox has the
    // details, and Errc::Unsupported unless the program cannot be executed: nothing else depends on
    // it. `threads`: how many threads the program may start.
    static Result<SandboxSupervisor> attach(UniqueFd control, Cgroup* cgroup, int threads,
                                            Deadline until);

    // Readable when a call waits for a decision; POLLHUP when the program has ended.
    int descriptor() const { return notifications_.get(); }
    // Decides on one waiting call. On a violation the call keeps waiting; then kill().
    std::optional<Violation> decide();

    pid_t program() const { return program_; }  // in this PID namespace
    // The exit code of the program, if it could be mistaken for a signal.
    std::optional<int> exit_code() const { return exit_code_; }
    bool may_have_threads() const { return threads_.allowed; }
    // Signals the program; false if it has ended.
    bool signal(int number) const { return program_handle_.signal(number); }
    // Kills everything in the sandbox.
    void kill() const { init_handle_.signal(SIGKILL); }
    // The process with which everything in the sandbox ends.
    ProcessHandle init() const { return ProcessHandle(init_); }

private:
    SandboxSupervisor() = default;

    UniqueFd notifications_;
    ProcessHandle program_handle_;
    // Process 1 of the sandbox, whose end kills the whole PID namespace
    ProcessHandle init_handle_;
    pid_t program_ = -1, init_ = -1;
    ProgramThreads threads_;
    std::optional<int> exit_code_;
};

}  // namespace xttt
