#pragma once

#include <chrono>
#include <cstdint>
#include <string_view>

#include <sys/resource.h>
#include <sys/types.h>

#include "process/unique_fd.h"

namespace xttt {

// What a process has used since it started.
struct Usage {
    std::chrono::nanoseconds cpu{};
    // Time it was ready to run but the host ran something else: wall time that is not its fault.
    std::chrono::nanoseconds waited_for_cpu{};
    std::uint64_t peak_memory = 0;  // bytes of resident memory at most
};

// Reads the books the kernel keeps of one process. Cheap questions stay cheap: cpu_time and memory
// are one system call each.
class UsageReader {
public:
    UsageReader() = default;
    explicit UsageReader(pid_t pid);

    // What is known; the last value once the process is gone.
    std::chrono::nanoseconds cpu_time();
    std::uint64_t resident_memory();  // bytes now; 0 once the process is gone
    Usage read();
    // What the scheduler says of it: sleeping in a system call; stopped by a signal. A process that
    // is gone is both.
    bool is_waiting() { return state_is("SZX"); }
    bool is_stopped() { return state_is("TtZX"); }
    // The final figures, from what wait4 reported of it (and of what wrapped it).
    void finish(const rusage& total);

private:
    pid_t pid_ = -1;
    clockid_t cpu_clock_{};
    bool has_cpu_clock_ = false;
    bool state_is(std::string_view letters);
    UniqueFd statm_, stat_;
    Usage last_;
};

}  // namespace xttt
