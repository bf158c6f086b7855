#pragma once

#include <optional>

#include <linux/seccomp.h>
#include <sys/types.h>

#include "process/sandbox.h"

namespace xttt {

// The decision on a system call that the filter reported.
struct Decision {
    enum class Answer { Allow, Refuse, Kill };
    Answer answer;
    int error = 0;                                // the error of a refused call
    std::optional<int> exit_code = std::nullopt;  // the program exits with this code
    std::optional<Violation> violation = std::nullopt;
};

// The threads of a supervised program. One that may start threads could change its memory while a
// decision is made, so nothing read there decides what is allowed.
struct ProgramThreads {
    pid_t main = -1;  // the thread that the program started with, in this PID namespace
    bool allowed = false;
    int left = 0;  // how many it may still start
};

// The caller waits in the call; its memory is read to name files in the evidence. Counts a thread
// that is allowed.
Decision decide_on(const seccomp_notif& call, ProgramThreads& threads);

}  // namespace xttt
