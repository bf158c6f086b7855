#pragma once

#include <chrono>
#include <cstdint>
#include <string_view>

#include <sys/resource.h>
#include <sys/types.h>

#include "process/unique_fd.h"

namespace xttt {

// Resource usage of a process since its start.
struct Usage {
    std::chrono::nanoseconds cpu{};
    // Time in which it was runnable but not running. With several threads: the first thread, less
    // the time in which the others ran, as seen by each read; together with `cpu` never more than
    // the time that has passed.
    std::chrono::nanoseconds waited_for_cpu{};
    std::uint64_t peak_memory = 0;  // peak resident memory in bytes
};

// Reads the accounting of one process from the kernel. cpu_time and memory take one system call
// each.
class UsageReader {
public:
    UsageReader() = default;
    explicit UsageReader(pid_t pid, bool may_have_threads = false);

    // The latest values; the last ones after the end of the process.
    std::chrono::nanoseconds cpu_time();
    std::uint64_t resident_memory();  // bytes now; 0 after the end of the process
    Usage read();
    // Scheduler state of all its threads: sleeping in a system call; stopped by a signal. Both are
    // true after the end of the process.
    bool is_waiting() { return states_are("SZX"); }
    bool is_stopped() { return states_are("TtZX"); }
    // Sets the final values from wait4 (of the program and its wrapper).
    void finish(const rusage& total);

private:
    pid_t pid_ = -1;
    clockid_t cpu_clock_{};
    bool has_cpu_clock_ = false;
    bool may_have_threads_ = false;
    bool states_are(std::string_view letters);
    void add_wait(std::chrono::nanoseconds ran, std::chrono::nanoseconds waited);
    std::chrono::nanoseconds first_waited_{}, others_ran_{};  // at the last read
    UniqueFd statm_, stat_;
    Usage last_;
};

}  // namespace xttt
