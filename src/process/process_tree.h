#pragma once

#include <cstddef>
#include <cstdint>

#include <sys/types.h>

namespace xttt {

// What a process and all its descendants use together.
struct TreeUsage {
    std::size_t threads = 0;   // at least one per process
    std::uint64_t memory = 0;  // resident bytes; shared pages count for each process
};

// Reads all of /proc: some milliseconds on a host with a thousand processes.
TreeUsage usage_of_tree(pid_t root);

}  // namespace xttt
