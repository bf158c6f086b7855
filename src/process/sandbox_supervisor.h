#pragma once

#include <csignal>
#include <optional>

#include <sys/types.h>

#include "base/clock.h"
#include "base/result.h"
#include "process/cgroup.h"
#include "process/sandbox.h"
#include "process/unique_fd.h"

namespace xttt {

// The referee's end of a sandbox: receives the system calls its filter reports and decides on each.
class SandboxSupervisor {
public:
    // Waits on the control socket until the program inside is about to run, puts it into the
    // control group, if there is one, and lets it run. Fails with errno-like words; what the
    // sandbox wrote to its standard error says more.
    static Result<SandboxSupervisor> attach(UniqueFd control, Cgroup* cgroup, Deadline until);

    // Readable when a call waits for a decision; hung up when the program has ended.
    int descriptor() const { return notifications_.get(); }
    // Decides on one waiting call. Returns a violation with the call still waiting: kill().
    std::optional<Violation> decide();

    pid_t program() const { return program_; }  // seen from here
    // The exit code the program itself gave, where it is one that could be taken for a signal.
    std::optional<int> exit_code() const { return exit_code_; }
    // Signals the program; false when it is gone.
    bool signal(int number) const { return program_handle_.signal(number); }
    // Kills everything in the sandbox.
    void kill() const { init_handle_.signal(SIGKILL); }

private:
    SandboxSupervisor() = default;

    UniqueFd notifications_;
    ProcessHandle program_handle_;
    ProcessHandle init_handle_;  // the sandbox's process 1: with it dies its whole PID namespace
    pid_t program_ = -1;
    std::optional<int> exit_code_;
};

}  // namespace xttt
