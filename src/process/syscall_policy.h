#pragma once

#include "process/unique_fd.h"

namespace xttt {

// The system calls of a sandboxed program fall into three classes:
//   allowed  - clock, memory, its own signals and timers, randomness, reading files;
//   ignored  - answered with success, since libraries make them and nothing depends on them;
//   reported - handed to the supervisor through the seccomp notification descriptor: starting
//              processes and threads, opening files for writing, calls that common libraries
//              make and that fail with an error, and everything else. With fewer rules here a bot
//              starts faster.
// See docs/reference/sandbox.md for the reasons.

// Installs the filter on the calling thread permanently and returns the notification descriptor;
// empty with errno set on failure. `control` is the only descriptor on which it may still send
// messages.
UniqueFd install_syscall_policy(int control, bool may_have_threads);

// Installs the filter of a build permanently. Compilers may start programs and threads. Calls that
// no build needs are refused: namespaces, keys, rarely used parts of the kernel, and memory that
// does not count as resident. Returns false with errno set on failure.
bool install_build_policy();

}  // namespace xttt
