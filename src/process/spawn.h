#pragma once

#include <string>
#include <utility>
#include <vector>

#include <sys/types.h>

#include "base/result.h"
#include "process/unique_fd.h"

namespace xttt {

struct SpawnRequest {
    std::vector<std::string> argv;         // argv[0] is looked up in PATH when it has no slash
    std::vector<std::string> environment;  // NAME=value, complete
    std::string cwd;                       // empty: the caller's
    // Maps our descriptors to the child's. All others are closed.
    std::vector<std::pair<int, int>> descriptors;
    bool ends_with_caller = true;  // the kernel kills it when the calling thread ends
};

// Starts a program as the leader of a new process group, with default signal handling. Fails if the
// program cannot be executed, and with Errc::Unsupported if this machine has no processes, memory
// or files left.
Result<pid_t> spawn(const SpawnRequest& request);

// The absolute path of a program as a shell would find it.
Result<std::string> find_program(const std::string& name);

// The environment of this process, as NAME=value.
std::vector<std::string> current_environment();

// The three pipes to a child. Our ends are non-blocking.
struct Pipes {
    UniqueFd input, output, error;                    // ours
    UniqueFd child_input, child_output, child_error;  // the child's
};

Result<Pipes> make_pipes();

// Ignores SIGPIPE, so that writing to a child that has exited is an error.
void ignore_broken_pipes();

// How a process ended: by exit with a code, or by a signal.
struct ExitStatus {
    bool signaled = false;
    int value = 0;  // the exit code, or the signal's number

    // From what waitpid reports.
    static ExitStatus from_wait(int status);
    // From the exit code of a wrapper that reports a signal as 128 + its number, as bubblewrap and
    // every shell do.
    static ExitStatus from_wrapper(int status);

    bool operator==(const ExitStatus&) const = default;
};

// "exit code 3", "signal 11 (Segmentation fault)".
std::string to_text(ExitStatus status);

}  // namespace xttt
