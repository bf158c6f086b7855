#pragma once

#include <csignal>
#include <optional>
#include <string>

#include <sys/types.h>

#include "base/result.h"
#include "process/deadline.h"
#include "process/jail.h"
#include "process/process_handle.h"
#include "process/unique_fd.h"

namespace xttt {

// The referee's end of a jail: receives the system calls its filter reports and decides on each.
class JailSupervisor {
public:
    // Waits on the control socket until the program inside is about to run, lets it, and knows it
    // from then on. Fails with errno-like words; what the jail wrote to its standard error says
    // more.
    static Result<JailSupervisor> attach(UniqueFd control, Deadline until);

    // Readable when a call waits for a decision; hung up when the program has ended.
    int descriptor() const { return notifications_.get(); }
    // Decides on one waiting call. Returns a violation with the call still waiting: kill().
    std::optional<Violation> decide();

    pid_t program() const { return program_; }  // seen from here
    // Signals the program; false when it is gone.
    bool signal(int number) const { return program_handle_.signal(number); }
    // Kills everything in the jail.
    void kill() const { init_handle_.signal(SIGKILL); }

private:
    JailSupervisor() = default;

    UniqueFd notifications_;
    ProcessHandle program_handle_;
    ProcessHandle init_handle_;  // the jail's process 1: with it dies its whole PID namespace
    pid_t program_ = -1;
};

}  // namespace xttt
