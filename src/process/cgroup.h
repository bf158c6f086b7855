#pragma once

#include <cstdint>
#include <future>
#include <optional>
#include <string>

#include <sys/types.h>

#include "process/unique_fd.h"

namespace xttt {

// Folders of the cgroup file systems in which this process can create groups, below its own group;
// empty if it cannot. Supports cgroup v1 and v2, as root and with a delegated group.
struct CgroupSupport {
    std::string freezer;
    int freezer_version = 0;  // 1 or 2
    std::string memory;
    int memory_version = 0;
};
// Looked up once per process. Removes groups that a killed process has left behind.
const CgroupSupport& cgroup_support();
// The support of the host for cgroups of this version alone, 1 or 2.
CgroupSupport cgroup_support_of(int version);

// The control group of one sandboxed program: freezes it, and limits all memory charged to it
// (including shared memory, temporary files and kernel memory). Removed on destruction, when the
// program must have ended.
class Cgroup {
public:
    // Empty if the host supports neither. memory_limit is in bytes.
    static std::optional<Cgroup> create(const CgroupSupport& support, std::uint64_t memory_limit);

    Cgroup(Cgroup&&) noexcept = default;
    Cgroup& operator=(Cgroup&&) = delete;
    ~Cgroup();

    // Moves a process into the group, in the background: the kernel may need some milliseconds.
    void add(pid_t pid);
    // Freezes the group. Returns false if the program is not in it yet or there is no freezer; then
    // it must be stopped by a signal.
    bool freeze();
    bool is_frozen() const;  // freezing is asynchronous
    void thaw();
    // Whether the kernel killed the program because the group was out of memory.
    bool is_out_of_memory() const;

private:
    Cgroup() = default;

    std::string freezer_folder_, memory_folder_;
    int freezer_version_ = 0;
    UniqueFd freezer_;  // cgroup.freeze or freezer.state
    UniqueFd events_;   // cgroup.events or freezer.state
    std::future<bool> joining_;
    bool joined_ = false;
    bool frozen_ = false;
};

}  // namespace xttt
