#include "process/reported_call.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string_view>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/openat2.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "process/unique_fd.h"

namespace xttt {
namespace {

// The memory of the caller, valid while it waits.
class CallerMemory {
public:
    explicit CallerMemory(pid_t pid)
        : file_(::open(fmt::format("/proc/{}/mem", pid).c_str(), O_RDONLY | O_CLOEXEC)) {}

    // The string at an address, at most 4 KiB; empty if it cannot be read.
    std::string text_at(std::uint64_t address) const {
        std::string text;
        // Page by page, because the next page may not be mapped.
        constexpr std::uint64_t kPage = 4096;
        while (text.size() < kPage) {
            char bytes[kPage];
            const std::uint64_t from = address + text.size();
            const auto got =
                ::pread(file_.get(), bytes, kPage - from % kPage, static_cast<off_t>(from));
            if (got <= 0) return {};
            const std::string_view part(bytes, static_cast<std::size_t>(got));
            const auto end = part.find('\0');
            text.append(part.substr(0, end));
            if (end != std::string_view::npos) break;
        }
        return text;
    }
    bool read_at(std::uint64_t address, void* target, std::size_t size) const {
        const auto got = ::pread(file_.get(), target, size, static_cast<off_t>(address));
        return got == static_cast<ssize_t>(size);
    }
    std::uint64_t word_at(std::uint64_t address) const {
        std::uint64_t word = 0;
        return read_at(address, &word, sizeof word) ? word : 0;
    }

private:
    UniqueFd file_;
};

std::string call_name(const seccomp_notif& call) {
    const std::unique_ptr<char, decltype(&std::free)> name(
        ::seccomp_syscall_resolve_num_arch(call.data.arch, call.data.nr), &std::free);
    return name ? name.get() : std::string();
}

bool is_x32_call(const seccomp_notif& call) {
    constexpr int kX32 = 0x40000000;
    return call.data.arch == SCMP_ARCH_X86_64 && call.data.nr >= kX32;
}

// The absolute path of a file argument, without following links.
std::string absolute_path(pid_t pid, int folder, const std::string& path) {
    namespace fs = std::filesystem;
    if (path.starts_with('/')) return fs::path(path).lexically_normal().string();
    std::error_code failed;
    const std::string base = folder == AT_FDCWD ? fmt::format("/proc/{}/cwd", pid)
                                                : fmt::format("/proc/{}/fd/{}", pid, folder);
    return (fs::read_symlink(base, failed) / path).lexically_normal().string();
}

// A path as the caller sees it: its links, also absolute ones, lead to its own files and never to
// those of the host. Empty if there is none.
UniqueFd open_inside(pid_t pid, const std::string& path) {
    const UniqueFd root(
        ::open(fmt::format("/proc/{}/root", pid).c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
    open_how how{};
    how.flags = O_PATH | O_CLOEXEC;
    how.resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS;
    return UniqueFd(
        static_cast<int>(::syscall(SYS_openat2, root.get(), path.c_str(), &how, sizeof how)));
}

// The paths a bot may write to, besides the name service and terminals. Read-only mounts prevent
// other writes; this decides only whether the attempt is a violation.
bool may_write(pid_t pid, const std::string& path) {
    if (path == "/dev/null" || path == "/dev/full") return true;
    if (path != "/tmp" && !path.starts_with("/tmp/")) return false;
    // A program below /tmp sees its own folder there, mounted read-only.
    const std::string folder = std::filesystem::path(path).parent_path().string();
    const UniqueFd place = open_inside(pid, folder);
    struct statvfs mount{};
    if (!place || ::fstatvfs(place.get(), &mount) != 0) return true;  // the kernel decides
    return path == "/tmp" || (mount.f_flag & ST_RDONLY) == 0;
}

// Files that the C library opens for writing: the terminal (getpass), named semaphores, the user
// database, the clock of uuid.
bool is_opened_by_libraries(std::string_view path) {
    constexpr std::array<std::string_view, 6> kFolders = {
        "/dev/", "/proc/", "/sys/", "/run/", "/var/run/", "/var/lib/libuuid/"};
    for (const auto folder : kFolders)
        if (path.starts_with(folder)) return true;
    return false;
}

std::string open_flags(std::uint64_t flags) {
    std::string text = (flags & O_ACCMODE) == O_RDONLY   ? "O_RDONLY"
                       : (flags & O_ACCMODE) == O_WRONLY ? "O_WRONLY"
                                                         : "O_RDWR";
    if (flags & O_CREAT) text += "|O_CREAT";
    if (flags & O_TRUNC) text += "|O_TRUNC";
    if (flags & O_APPEND) text += "|O_APPEND";
    return text;
}

Decision violation(Violation::Kind kind, std::string evidence) {
    return {.answer = Decision::Answer::Kill,
            .violation = Violation{.kind = kind, .evidence = std::move(evidence)}};
}

Decision refuse(int error) {
    return {.answer = Decision::Answer::Refuse, .error = error};
}

Decision proceed() {
    return {.answer = Decision::Answer::Allow};
}

Decision decide_on_open(const seccomp_notif& call, const std::string& name) {
    const auto& args = call.data.args;
    const bool relative_to_folder = name == "openat";
    const int folder = relative_to_folder ? static_cast<int>(args[0]) : AT_FDCWD;
    const std::uint64_t address = relative_to_folder ? args[1] : args[0];
    const std::uint64_t flags = name == "creat"      ? O_WRONLY | O_CREAT | O_TRUNC
                                : relative_to_folder ? args[2]
                                                     : args[1];
    if ((flags & O_DIRECT) != 0) return refuse(EINVAL);  // as file systems without it do
    const auto pid = static_cast<pid_t>(call.pid);
    const std::string path = CallerMemory(pid).text_at(address);
    const std::string absolute = absolute_path(pid, folder, path);
    if (path.empty() || may_write(pid, absolute)) return proceed();
    if (is_opened_by_libraries(absolute)) return refuse(EACCES);
    return violation(Violation::Kind::SystemCall,
                     fmt::format("{}(\"{}\", {})", name, path, open_flags(flags)));
}

bool starts_process(std::string_view name) {
    constexpr std::array kNames = {"clone", "clone3", "fork", "vfork", "execve", "execveat"};
    for (const std::string_view known : kNames)
        if (name == known) return true;
    return false;
}

std::string process_evidence(const seccomp_notif& call, const std::string& name) {
    const CallerMemory memory(static_cast<pid_t>(call.pid));
    if (name == "execve") return fmt::format("execve(\"{}\")", memory.text_at(call.data.args[0]));
    if (name == "clone" || name == "clone3") {
        const std::uint64_t flags =
            name == "clone" ? call.data.args[0] : memory.word_at(call.data.args[0]);
        return fmt::format("{} ({})", name, flags & CLONE_THREAD ? "a thread" : "a process");
    }
    return name;
}

// A thread of the program itself: shares memory, files and signals, and enters no other namespace.
// The flags of clone are in a register, which no other thread can change.
bool is_plain_thread(const seccomp_notif& call, const std::string& name) {
    constexpr std::uint64_t kShared =
        CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM;
    constexpr std::uint64_t kHarmless = CLONE_SETTLS | CLONE_PARENT_SETTID | CLONE_CHILD_SETTID |
                                        CLONE_CHILD_CLEARTID | CLONE_DETACHED;
    const std::uint64_t flags = call.data.args[0];
    return name == "clone" && (flags & kShared) == kShared && (flags & ~(kShared | kHarmless)) == 0;
}

std::string family_name(std::uint64_t family) {
    switch (family) {
        case AF_INET:
            return "AF_INET";
        case AF_INET6:
            return "AF_INET6";
        case AF_NETLINK:
            return "AF_NETLINK";
        default:
            return std::to_string(family);
    }
}

std::string call_evidence(const seccomp_notif& call, const std::string& name) {
    const auto& args = call.data.args;
    if (name == "socket") return fmt::format("socket({})", family_name(args[0]));
    if (name == "kill")
        return fmt::format("kill({}, {})", static_cast<int>(args[0]), static_cast<int>(args[1]));
    return name;
}

// A timer that sends SIGCONT would continue the program while it is stopped. Where the caller is
// the program's only thread and waits, the kernel will use the values read here.
Decision decide_on_timer(const seccomp_notif& call, bool may_have_threads) {
    const std::uint64_t address = call.data.args[1];
    if (address == 0) return proceed();
    if (may_have_threads) return refuse(EPERM);
    const CallerMemory memory(static_cast<pid_t>(call.pid));
    sigevent event{};
    if (!memory.read_at(address, &event, sizeof event)) return refuse(EFAULT);
    const bool signals = event.sigev_notify != SIGEV_NONE;
    return signals && event.sigev_signo == SIGCONT ? refuse(EINVAL) : proceed();
}

// The process id in the innermost namespace.
std::uint64_t own_id(pid_t pid) {
    std::ifstream file(fmt::format("/proc/{}/status", pid));
    std::uint64_t id = 0;
    for (std::string entry; std::getline(file, entry);)
        if (entry.starts_with("NStgid:")) {  // one id per namespace, the innermost last
            std::istringstream ids(entry.substr(7));
            while (ids >> id) continue;
        }
    return id;
}

// It may lower its own limits. The core dump limit is silently kept: with 1 the kernel starts no
// crash handler of the host, with 0 it would.
Decision decide_on_limit(const seccomp_notif& call, const std::string& name) {
    const auto& args = call.data.args;
    const bool names_process = name == "prlimit64";
    const auto process = args[0] & 0xffffffff;
    if (names_process && process != 0 && process != own_id(static_cast<pid_t>(call.pid)))
        return violation(Violation::Kind::SystemCall, name);
    const auto resource = static_cast<int>(args[names_process ? 1 : 0]);
    return resource == RLIMIT_CORE ? refuse(0) : proceed();
}

// Called without harm by the C library, libffi or interpreters; they get EPERM.
// clang-format off
constexpr std::string_view kRefused[] = {
    "prctl", "memfd_create", "openat2", "sched_setaffinity", "sched_setparam",
    "sched_setscheduler", "sched_setattr", "setpriority", "setsid", "setpgid", "chown", "fchown",
    "lchown", "fchownat", "set_mempolicy", "mbind", "personality", "inotify_init",
    "inotify_init1",
    // A lock on a file that two bots can both read would be a channel between them; so would the
    // page cache and the host's free memory and disk space.
    "flock", "mincore", "sysinfo", "statfs", "fstatfs",
    // Populates memory inside one system call, which no stop signal interrupts.
    "mlock", "mlock2", "mlockall", "munlock", "munlockall",
    // Interrupts every other processor.
    "membarrier",
    // Calls that standard libraries try: changing users, attributes, special files, local sockets
    // of event loops, seccomp filters.
    "setuid", "setgid", "setreuid", "setregid", "setresuid", "setresgid", "setgroups", "setfsuid",
    "setfsgid", "setxattr", "lsetxattr", "fsetxattr", "removexattr", "lremovexattr",
    "fremovexattr", "mknod", "mknodat", "socketpair", "seccomp", "kcmp", "name_to_handle_at",
    "pidfd_open", "syslog",
};
// clang-format on

// Calls that libraries try without harm, and the error they get.
std::optional<int> harmless_error(std::string_view name) {
    constexpr std::array<std::pair<std::string_view, int>, 9> kErrors = {{
        {"ioctl", ENOTTY},
        {"fcntl", EPERM},
        {"mmap", EPERM},
        {"madvise", EINVAL},
        {"futex", EINVAL},
        {"preadv2", EOPNOTSUPP},
        {"pwritev2", EOPNOTSUPP},
        {"io_uring_setup", ENOSYS},
        {"landlock_create_ruleset", ENOSYS},
    }};
    for (const auto& [known, error] : kErrors)
        if (name == known) return error;
    if (std::ranges::find(kRefused, name) != std::end(kRefused)) return EPERM;
    return std::nullopt;
}

}  // namespace

Decision decide_on(const seccomp_notif& call, ProgramThreads& threads) {
    const std::string name = call_name(call);
    // The numbers of 32-bit and x32 calls mean something else.
    if (call.data.arch != ::seccomp_arch_native() || is_x32_call(call))
        return violation(Violation::Kind::SystemCall, "a system call of another architecture");
    // Newer than our libseccomp: libraries that probe for it expect this error.
    if (name.empty()) return refuse(ENOSYS);
    if (const auto error = harmless_error(name)) return refuse(*error);
    if (name == "setrlimit" || name == "prlimit64") return decide_on_limit(call, name);
    if (name == "timer_create") return decide_on_timer(call, threads.allowed);
    if (name == "exit" || name == "exit_group") {
        // Without its first thread, the kernel shows no memory of the program.
        if (name == "exit" && threads.allowed && static_cast<pid_t>(call.pid) == threads.main)
            return violation(Violation::Kind::SystemCall, "exit (of the first thread alone)");
        Decision decision = proceed();
        decision.exit_code = static_cast<int>(call.data.args[0] & 0xff);
        return decision;
    }
    if (name == "open" || name == "openat" || name == "creat") return decide_on_open(call, name);
    // The C library then uses clone, whose flags can be judged.
    if (name == "clone3" && threads.allowed) return refuse(ENOSYS);
    if (threads.left > 0 && is_plain_thread(call, name)) {
        --threads.left;
        return proceed();
    }
    if (starts_process(name))
        return violation(Violation::Kind::ProcessOrThread, process_evidence(call, name));
    return violation(Violation::Kind::SystemCall, call_evidence(call, name));
}

}  // namespace xttt
