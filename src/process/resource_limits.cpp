#include "process/resource_limits.h"

#include <cerrno>
#include <charconv>
#include <string_view>

#include <linux/capability.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace xttt {
namespace {

bool limit(__rlimit_resource resource, std::uint64_t value) {
    rlimit current{};
    if (::getrlimit(resource, &current) != 0) return false;
    // Does not exceed the caller's hard limit.
    const rlim_t bound = std::min<rlim_t>(value, current.rlim_max);
    const rlimit wanted{.rlim_cur = bound, .rlim_max = bound};
    return ::setrlimit(resource, &wanted) == 0;
}

// Does not raise the priority that this process has already lowered, which is not allowed.
bool lower_priority(int nice) {
    return ::getpriority(PRIO_PROCESS, 0) >= nice || ::setpriority(PRIO_PROCESS, 0, nice) == 0;
}

// More threads must not mean more computing time: all share the processor that this one runs on.
bool bind_to_one_processor() {
    const int processor = ::sched_getcpu();
    if (processor < 0) return false;
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(static_cast<unsigned>(processor), &set);
    return ::sched_setaffinity(0, sizeof set, &set) == 0;
}

}  // namespace

std::vector<std::string> to_arguments(const ResourceLimits& limits) {
    return {std::to_string(limits.address_space), std::to_string(limits.data),
            std::to_string(limits.stack),         std::to_string(limits.file_size),
            std::to_string(limits.open_files),    std::to_string(limits.temporary_inodes),
            std::to_string(limits.threads)};
}

std::optional<ResourceLimits> parse_limits(std::span<char*> arguments) {
    if (arguments.size() < kResourceLimitArguments) return std::nullopt;
    std::uint64_t values[kResourceLimitArguments];
    for (std::size_t i = 0; i < kResourceLimitArguments; ++i) {
        const std::string_view text = arguments[i];
        const auto [end, error] =
            std::from_chars(text.data(), text.data() + text.size(), values[i]);
        if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    }
    return ResourceLimits{values[0], values[1], values[2], values[3],
                          values[4], values[5], values[6]};
}

bool apply(const ResourceLimits& limits) {
    // Pending signals and timers count per user: without a limit one bot could exhaust those of all
    // bots of the user.
    constexpr std::uint64_t kPendingSignals = 128;
    // With 0 the kernel would still start a crash handler of the host, if it has one; with 1 it
    // starts none, and writes no file either.
    constexpr std::uint64_t kNoCoreDump = 1;
    if (limits.threads > 0 && !bind_to_one_processor()) return false;
    return limit(RLIMIT_AS, limits.address_space) && limit(RLIMIT_DATA, limits.data) &&
           limit(RLIMIT_STACK, limits.stack) && limit(RLIMIT_FSIZE, limits.file_size) &&
           limit(RLIMIT_NOFILE, limits.open_files) && limit(RLIMIT_SIGPENDING, kPendingSignals) &&
           limit(RLIMIT_CORE, kNoCoreDump) && limit(RLIMIT_MSGQUEUE, 0) &&
           limit(RLIMIT_MEMLOCK, 0) && limit(RLIMIT_NICE, 0) && limit(RLIMIT_RTPRIO, 0);
}

bool apply_build_limits() {
    constexpr std::uint64_t kAddressSpace = std::uint64_t{4} << 30,
                            kFile = std::uint64_t{512} << 20;
    constexpr std::uint64_t kSeconds = 100, kOpenFiles = 256, kPendingSignals = 512;
    constexpr std::uint64_t kProcesses = 512;  // of the user; root has no such limit
    constexpr int kNice = 10;                  // games come first
    return limit(RLIMIT_AS, kAddressSpace) && limit(RLIMIT_FSIZE, kFile) &&
           limit(RLIMIT_CPU, kSeconds) && limit(RLIMIT_NOFILE, kOpenFiles) &&
           limit(RLIMIT_NPROC, kProcesses) && limit(RLIMIT_SIGPENDING, kPendingSignals) &&
           limit(RLIMIT_CORE, 1) && limit(RLIMIT_MSGQUEUE, 0) && limit(RLIMIT_MEMLOCK, 0) &&
           limit(RLIMIT_NICE, 0) && limit(RLIMIT_RTPRIO, 0) && lower_priority(kNice);
}

bool limit_folder(const char* folder, std::uint64_t bytes, std::uint64_t inodes) {
    const std::string options =
        "size=" + std::to_string(bytes) + ",nr_inodes=" + std::to_string(inodes);
    return ::mount("tmpfs", folder, "tmpfs", MS_REMOUNT | MS_NOSUID | MS_NODEV, options.c_str()) ==
           0;
}

bool protect_devices() {
    constexpr unsigned long kReadOnly = MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NOEXEC;
    for (const char* device : {"/dev/null", "/dev/full", "/dev/random", "/dev/urandom"})
        if (::mount(nullptr, device, nullptr, kReadOnly, nullptr) != 0 && errno != ENOENT)
            return false;
    return true;
}

bool drop_capabilities() {
    __user_cap_header_struct header{.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
    const __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {};
    return ::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) == 0 &&
           ::syscall(SYS_capset, &header, none) == 0;
}

}  // namespace xttt
