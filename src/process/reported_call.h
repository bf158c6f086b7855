#pragma once

#include <optional>

#include <linux/seccomp.h>

#include "process/sandbox.h"

namespace xttt {

// The decision on a system call that the filter reported.
struct Decision {
    enum class Answer { Proceed, Refuse, Kill };
    Answer answer;
    int error = 0;                                // the error of a refused call
    std::optional<int> exit_code = std::nullopt;  // the program exits with this code
    std::optional<Violation> violation = std::nullopt;
};

// The caller waits in the call; its memory is read to name files in the evidence.
// threads_left: how many threads the program may still start; decremented when it starts one. A
// program that may start threads could change its memory meanwhile, so nothing read there decides
// what is allowed.
Decision decide_on(const seccomp_notif& call, bool may_have_threads, int& threads_left);

}  // namespace xttt
