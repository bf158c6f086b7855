#include "process/syscall_policy.h"

#include <cerrno>
#include <cstdint>
#include <initializer_list>

#include <asm/termbits.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <linux/prctl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

namespace xttt {
namespace {

// clang-format off
constexpr const char* kAllowed[] = {
    // Descriptors it has, and reading the file system it sees.
    "read", "readv", "pread64", "preadv", "write", "writev", "pwrite64", "pwritev", "close", "close_range", "lseek", "dup", "dup2", "dup3", "pipe", "pipe2",
    "poll", "ppoll", "select", "pselect6", "epoll_create", "epoll_create1", "epoll_ctl",
    "epoll_wait", "epoll_pwait", "epoll_pwait2", "eventfd", "eventfd2", "timerfd_create",
    "timerfd_settime", "timerfd_gettime", "signalfd", "signalfd4", "stat", "lstat", "fstat",
    "newfstatat", "statx", "access", "faccessat", "faccessat2", "readlink",
    "readlinkat", "getdents", "getdents64", "getcwd", "chdir", "fchdir", "getxattr", "lgetxattr",
    "fgetxattr", "listxattr", "llistxattr", "flistxattr", "sendfile", "copy_file_range",
    // Changes to the file system: everything but its /tmp is mounted read-only.
    "ftruncate", "truncate", "fallocate", "mkdir", "mkdirat", "rmdir",
    "unlink", "unlinkat", "rename", "renameat", "renameat2", "link", "linkat", "symlink",
    "symlinkat", "chmod", "fchmod", "fchmodat", "utime", "utimes", "utimensat", "futimesat",
    "umask",
    // Memory.
    "brk", "munmap", "mprotect", "mremap", "get_mempolicy", "pkey_alloc", "pkey_free",
    "pkey_mprotect", "map_shadow_stack",
    // Its own signals, alarms and timers.
    "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "rt_sigsuspend", "rt_sigpending",
    "rt_sigtimedwait", "sigaltstack", "pause", "alarm", "getitimer", "setitimer",
    "timer_settime", "timer_gettime", "timer_getoverrun", "timer_delete", "nanosleep",
    "clock_nanosleep", "restart_syscall",
    // The clock, random numbers, and process identity.
    "clock_gettime", "clock_getres", "gettimeofday", "time", "times", "getrusage", "getrandom",
    "getpid", "gettid", "getppid", "getuid", "geteuid", "getgid", "getegid", "getresuid",
    "getresgid", "getgroups", "getpgrp", "getpgid", "getsid", "getpriority", "getrlimit", "uname", "getcpu", "capget", "sched_yield", "sched_getaffinity",
    "sched_getparam", "sched_getscheduler", "sched_getattr", "sched_get_priority_min",
    "sched_get_priority_max", "sched_rr_get_interval",
    // The single thread it has, and its end.
    "set_tid_address", "set_robust_list", "get_robust_list", "rseq", "arch_prctl", "wait4",
    "waitid",
};

// They succeed without effect. Advice would change the page cache that all bots share. Flushing a
// file that is open for reading would make the host's disk write; /tmp is memory and needs none.
constexpr const char* kIgnored[] = {"fadvise64", "readahead", "sync", "fsync", "fdatasync", "msync",
    "sync_file_range"};
// clang-format on

// System calls that no build needs; they fail with EPERM.
// clang-format off
constexpr const char* kRefusedInBuilds[] = {
    "add_key", "request_key", "keyctl", "bpf", "perf_event_open", "userfaultfd", "io_uring_setup",
    "io_uring_enter", "io_uring_register", "mq_open", "mq_unlink", "shmget", "semget", "msgget",
    "memfd_create", "memfd_secret", "mount", "umount2", "pivot_root", "move_mount", "open_tree", "fsopen",
    "fsconfig", "fsmount", "fspick", "mount_setattr", "unshare", "setns", "chroot", "ptrace",
    "process_vm_readv", "process_vm_writev", "process_madvise", "kexec_load", "kexec_file_load",
    "init_module", "finit_module", "delete_module", "name_to_handle_at", "open_by_handle_at",
    "swapon", "swapoff", "reboot", "quotactl", "quotactl_fd", "acct", "syslog", "settimeofday", "clock_settime",
    "clock_adjtime", "adjtimex", "sethostname", "setdomainname", "inotify_init", "inotify_init1",
    "fanotify_init", "fanotify_mark", "io_setup", "mlock", "mlock2", "mlockall", "lookup_dcookie", "nfsservctl",
    "vhangup", "iopl", "ioperm", "modify_ldt", "landlock_create_ruleset", "sync", "syncfs",
    // Also local ones: the kernel holds what is sent and not received, and no resident size shows it.
    "socket", "socketpair",
};
// clang-format on

// Conditions on one argument. The kernel takes these arguments as 32-bit numbers and ignores the
// rest of the register, and so do we.
scmp_arg_cmp masked(unsigned argument, scmp_datum_t mask, scmp_datum_t value) {
    return {.arg = argument, .op = SCMP_CMP_MASKED_EQ, .datum_a = mask, .datum_b = value};
}
scmp_arg_cmp equals(unsigned argument, scmp_datum_t value) {
    return masked(argument, 0xffffffff, value);
}

class Filter {
public:
    // `otherwise` is for the calls without a rule.
    explicit Filter(std::uint32_t otherwise) : context_(::seccomp_init(otherwise)) {
        if (context_ == nullptr) error_ = ENOMEM;
        // Calls of another architecture are not in the lists below.
        const bool reports = otherwise == SCMP_ACT_NOTIFY;
        note(::seccomp_attr_set(context_, SCMP_FLTATR_ACT_BADARCH,
                                reports ? SCMP_ACT_NOTIFY : SCMP_ACT_KILL_PROCESS));
        // A binary tree instead of a list of comparisons.
        note(::seccomp_attr_set(context_, SCMP_FLTATR_CTL_OPTIMIZE, 2));
    }
    Filter(const Filter&) = delete;
    Filter& operator=(const Filter&) = delete;
    ~Filter() { ::seccomp_release(context_); }

    void rule(std::uint32_t action, const char* name,
              std::initializer_list<scmp_arg_cmp> conditions = {}) {
        const int number = ::seccomp_syscall_resolve_name(name);
        if (number == __NR_SCMP_ERROR) return;  // an older libseccomp that lacks it reports it
        note(::seccomp_rule_add_array(context_, action, number,
                                      static_cast<unsigned>(conditions.size()),
                                      conditions.begin()));
    }

    bool load() {
        if (error_ == 0) note(::seccomp_load(context_));
        errno = error_;
        return error_ == 0;
    }
    // Takes the notification descriptor, of which the library keeps none then. Requires load().
    UniqueFd take_notifications() {
        const int librarys = ::seccomp_notify_fd(context_);
        UniqueFd ours(::dup(librarys));
        ::seccomp_release(context_);
        context_ = nullptr;
        ::close(librarys);  // not every version of the library closes it
        return ours;
    }

private:
    void note(int result) {
        if (result < 0 && error_ == 0) error_ = -result;
    }

    scmp_filter_ctx context_;
    int error_ = 0;
};

void allow_own_process(Filter& filter) {
    const auto self = static_cast<scmp_datum_t>(::getpid());
    for (const char* name : {"kill", "tgkill", "tkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo"})
        filter.rule(SCMP_ACT_ALLOW, name, {equals(0, self)});
}

// It may read its own limits; the supervisor decides on changes.
void allow_asking_for_limits(Filter& filter) {
    const scmp_arg_cmp no_new_value{.arg = 2, .op = SCMP_CMP_EQ, .datum_a = 0, .datum_b = 0};
    for (const auto pid : {scmp_datum_t{0}, static_cast<scmp_datum_t>(::getpid())})
        filter.rule(SCMP_ACT_ALLOW, "prlimit64", {equals(0, pid), no_new_value});
}

// O_DIRECT would read from the host's disk each time.
void allow_reading_files(Filter& filter) {
    constexpr scmp_datum_t kReported = O_ACCMODE | O_CREAT | O_TRUNC | O_DIRECT;
    filter.rule(SCMP_ACT_ALLOW, "open", {masked(1, kReported, O_RDONLY)});
    filter.rule(SCMP_ACT_ALLOW, "openat", {masked(2, kReported, O_RDONLY)});
}

// Memory that is private, or a file's and read-only. Shared writable memory stays held after
// MADV_DONTNEED, and huge pages come from a pool of the host: no resident size shows either.
// Populating at once is one long system call, which no stop signal interrupts.
void allow_memory(Filter& filter) {
    constexpr scmp_datum_t kFlags = MAP_TYPE | MAP_POPULATE | MAP_LOCKED | MAP_HUGETLB;
    filter.rule(SCMP_ACT_ALLOW, "mmap", {masked(3, kFlags, MAP_PRIVATE)});
    filter.rule(SCMP_ACT_ALLOW, "mmap",
                {masked(3, kFlags | MAP_ANONYMOUS, MAP_SHARED), masked(2, PROT_WRITE, 0)});
    for (const int advice :
         {MADV_NORMAL, MADV_RANDOM, MADV_SEQUENTIAL, MADV_DONTNEED, MADV_FREE, MADV_DONTFORK,
          MADV_DOFORK, MADV_HUGEPAGE, MADV_NOHUGEPAGE, MADV_DONTDUMP, MADV_DODUMP})
        filter.rule(SCMP_ACT_ALLOW, "madvise", {equals(2, static_cast<scmp_datum_t>(advice))});
    // Flags such as RWF_NOWAIT tell what is in the page cache.
    for (const char* name : {"preadv2", "pwritev2"})
        filter.rule(SCMP_ACT_ALLOW, name, {equals(5, 0)});
}

// Futexes of its own memory only: one on a page of a file is seen by every process that maps it.
void allow_private_futexes(Filter& filter) {
    filter.rule(SCMP_ACT_ALLOW, "futex", {masked(1, FUTEX_PRIVATE_FLAG, FUTEX_PRIVATE_FLAG)});
}

// Exit codes from 128 are reported, because the wrapper's exit code cannot distinguish them from
// signals; with threads, so is the end of each, because the first must not end alone.
void allow_exit(Filter& filter, bool may_have_threads) {
    filter.rule(SCMP_ACT_ALLOW, "exit_group", {masked(0, 0x80, 0)});
    if (!may_have_threads) filter.rule(SCMP_ACT_ALLOW, "exit", {masked(0, 0x80, 0)});
}

// The C library opens these sockets for harmless lookups: the user (a local socket), the addresses
// of the host (uuid, getaddrinfo). They get an error; a connection is a violation.
void refuse_library_sockets(Filter& filter) {
    filter.rule(SCMP_ACT_ERRNO(EACCES), "socket", {equals(0, AF_UNIX)});
    filter.rule(SCMP_ACT_ERRNO(EACCES), "socket", {equals(0, AF_NETLINK)});
    constexpr scmp_datum_t kType = 0xf;  // the rest are SOCK_CLOEXEC and SOCK_NONBLOCK
    for (const scmp_datum_t family : {AF_INET, AF_INET6})
        filter.rule(SCMP_ACT_ERRNO(EACCES), "socket",
                    {equals(0, family), masked(1, kType, SOCK_DGRAM)});
}

// ioctl and fcntl are many calls each; the supervisor refuses the rest of them.
void allow_harmless_requests(Filter& filter) {
    for (const scmp_datum_t request : {TCGETS, TIOCGWINSZ, FIONREAD, FIOCLEX, FIONCLEX, FIONBIO})
        filter.rule(SCMP_ACT_ALLOW, "ioctl", {equals(1, request)});
    for (const scmp_datum_t request :
         {F_DUPFD, F_DUPFD_CLOEXEC, F_GETFD, F_SETFD, F_GETFL, F_GETPIPE_SZ})
        filter.rule(SCMP_ACT_ALLOW, "fcntl", {equals(1, request)});
    filter.rule(SCMP_ACT_ALLOW, "fcntl", {equals(1, F_SETFL), masked(2, O_DIRECT | O_ASYNC, 0)});
}

}  // namespace

UniqueFd install_syscall_policy(int control, bool may_have_threads) {
    Filter filter(SCMP_ACT_NOTIFY);
    for (const char* name : kAllowed) filter.rule(SCMP_ACT_ALLOW, name);
    for (const char* name : kIgnored) filter.rule(SCMP_ACT_ERRNO(0), name);
    allow_own_process(filter);
    allow_asking_for_limits(filter);
    allow_memory(filter);
    allow_private_futexes(filter);
    allow_exit(filter, may_have_threads);
    allow_reading_files(filter);
    allow_harmless_requests(filter);
    refuse_library_sockets(filter);
    filter.rule(SCMP_ACT_ALLOW, "sendmsg", {equals(0, static_cast<scmp_datum_t>(control))});
    return filter.load() ? filter.take_notifications() : UniqueFd();
}

bool install_build_policy() {
    Filter filter(SCMP_ACT_ALLOW);
    for (const char* name : kRefusedInBuilds) filter.rule(SCMP_ACT_ERRNO(EPERM), name);
    // The C library then uses clone, whose flags can be judged.
    filter.rule(SCMP_ACT_ERRNO(ENOSYS), "clone3");
    for (const scmp_datum_t flag : {CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET,
                                    CLONE_NEWIPC, CLONE_NEWUTS, CLONE_NEWCGROUP})
        filter.rule(SCMP_ACT_ERRNO(EPERM), "clone", {masked(0, flag, flag)});
    filter.rule(SCMP_ACT_ERRNO(EPERM), "ioctl", {equals(1, TIOCSTI)});
    // Shared memory without a file stays held when it is no longer resident.
    for (const scmp_datum_t sharing : {MAP_SHARED, MAP_SHARED_VALIDATE})
        filter.rule(SCMP_ACT_ERRNO(EPERM), "mmap",
                    {masked(3, MAP_TYPE | MAP_ANONYMOUS, sharing | MAP_ANONYMOUS)});
    // The kernel lets root enlarge each pipe to a megabyte.
    filter.rule(SCMP_ACT_ERRNO(EPERM), "fcntl", {equals(1, F_SETPIPE_SZ)});
    return filter.load();
}

}  // namespace xttt
