#pragma once

#include <string>

namespace xttt {

// How a process ended: by itself with a code, or by a signal.
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
