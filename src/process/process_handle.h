#pragma once

#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

#include "process/unique_fd.h"

namespace xttt {

// Refers to one process and never to another that got its number later. Readable (as poll says)
// when the process has ended.
class ProcessHandle {
public:
    ProcessHandle() = default;
    explicit ProcessHandle(pid_t pid) : fd_(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0))) {}

    explicit operator bool() const { return static_cast<bool>(fd_); }
    int descriptor() const { return fd_.get(); }
    // False when the process is gone.
    bool signal(int number) const {
        return ::syscall(SYS_pidfd_send_signal, fd_.get(), number, nullptr, 0) == 0;
    }

private:
    UniqueFd fd_;
};

}  // namespace xttt
