#pragma once

#include <cstdint>
#include <memory>

#include <sys/types.h>

#include "process/unique_fd.h"

namespace xttt {

// Enforces the memory limits of paused programs. A stopped program allocates nothing, but one that
// evaded its stop would, and no thread waits for it. So a wait for another program of the same
// thread also checks the paused ones.
class MemoryWatch {
public:
    MemoryWatch() = default;
    // Kills `init`, and with it everything in the sandbox, if the program holds more than `limit`
    // bytes.
    MemoryWatch(pid_t program, ProcessHandle init, std::uint64_t limit);

    void set_paused(bool paused);
    // The bytes it held when it was killed; 0 if it was not.
    std::uint64_t excess() const;

    // Checks every paused program of this thread.
    static void look_at_paused();

private:
    struct Program;
    std::shared_ptr<Program> program_;
};

}  // namespace xttt
