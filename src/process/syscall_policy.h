#pragma once

#include "process/unique_fd.h"

namespace xttt {

// The system calls of a sandboxed program fall into three classes:
//   allowed  - clock, memory, its own signals and timers, randomness, reading files;
//   ignored  - answered with success, since libraries make them and nothing depends on them;
//   reported - handed to the supervisor through the seccomp notification descriptor: starting
//              processes and threads, opening files for writing, calls that libraries try
//              innocently and get an error for, and everything else. Fewer rules here make the
//              start of a bot shorter.
// See docs/reference/sandbox.md for the reasons.

// Installs the filter on the calling thread permanently and returns the notification descriptor;
// empty with errno set on failure. `control` is the only descriptor on which it may still send
// messages.
UniqueFd install_syscall_policy(int control, bool may_have_threads);

// The filter of a build, whose compilers may start programs and threads: refuses, for good, what no
// build needs and what would reach the kernel's less tested parts, namespaces, keys, or memory that
// no resident size shows. Returns false with errno set on failure.
bool install_build_policy();

}  // namespace xttt
