// System calls that a sandboxed bot must not get through, by name: tests/referee/hostile_test.cpp
// says what becomes of each. They are made directly, so that no library stands between.

#include "hostile_calls.h"

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <map>
#include <vector>

#include <fcntl.h>
#include <linux/aio_abi.h>
#include <sched.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/uio.h>
#include <unistd.h>

namespace {

using Attempt = std::function<long()>;

alignas(4096) char page[4096];

// Numbers that the headers of an older system do not have; the same on all 64-bit instruction sets.
constexpr long kMemfdSecret = 447, kCachestat = 451, kFutexWake = 454, kSetxattrat = 463;

template <class... Arguments>
Attempt raw(long number, Arguments... arguments) {
    return [=] { return ::syscall(number, arguments...); };
}

// A private anonymous mapping of 1 GiB with these flags in addition.
Attempt map_with(int flags) {
    return [=] {
        void* memory = ::mmap(nullptr, std::size_t{1} << 30, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0);
        return memory == MAP_FAILED ? -1L : 0L;
    };
}
Attempt advise(int advice) {
    return [=] { return ::madvise(page, sizeof page, advice); };
}
Attempt control(int request, long argument) {
    return [=] { return ::fcntl(0, request, argument); };
}

// Repeats a call until it fails, `most` times at most.
Attempt until_it_fails(int most, std::function<long(int)> call) {
    return [=] {
        for (int i = 0; i < most; ++i)
            if (call(i) < 0) return -1L;
        return 0L;
    };
}

// A timer that sends SIGCONT.
Attempt waking_timer(int notify) {
    return [=] {
        sigevent event{};
        event.sigev_notify = notify;
        event.sigev_signo = SIGCONT;
        event._sigev_un._tid = static_cast<pid_t>(::syscall(SYS_gettid));
        int timer = 0;
        return ::syscall(SYS_timer_create, CLOCK_MONOTONIC, &event, &timer);
    };
}

long queue_signals() {
    sigset_t set;
    ::sigemptyset(&set);
    ::sigaddset(&set, SIGRTMIN);
    ::sigprocmask(SIG_BLOCK, &set, nullptr);
    return until_it_fails(5000, [](int) { return ::sigqueue(::getpid(), SIGRTMIN, {}); })();
}

long raise_limit(int resource, rlim_t wanted) {
    const rlimit limit{.rlim_cur = wanted, .rlim_max = wanted};
    return ::setrlimit(static_cast<__rlimit_resource>(resource), &limit);
}

// The core dump limit after an attempt to change it: 1 is the value with which the kernel starts no
// crash handler either. Fails with EPERM where it is 1.
long core_limit_after(const Attempt& change) {
    change();
    rlimit limit{};
    ::getrlimit(RLIMIT_CORE, &limit);
    errno = EPERM;
    return limit.rlim_cur == 1 && limit.rlim_max == 1 ? -1 : 0;
}

long fill_temporary_folder() {
    const int file = ::open("/tmp/full", O_RDWR | O_CREAT, 0600);
    return until_it_fails(
        1 << 20, [&](int) { return ::write(file, page, sizeof page) == sizeof page ? 0L : -1L; })();
}

long nest_folders() {
    return until_it_fails(
        100'000, [](int) { return ::mkdir("d", 0700) != 0 || ::chdir("d") != 0 ? -1L : 0L; })();
}

// What a read-only file can be used for to slow the host's disk down; 0 though nothing happens.
long flush_disk(const Attempt& flush) {
    const auto begin = std::clock();
    for (int i = 0; i < 1000; ++i)
        if (flush() != 0) return -1;
    return std::clock() - begin < CLOCKS_PER_SEC ? 0 : -1;
}

// Calls that take long; a stop signal does not interrupt them at every point.
long send_zeros() {
    static const int from = ::open("/dev/full", O_RDONLY), to = ::open("/dev/null", O_WRONLY);
    return ::sendfile(to, from, nullptr, std::size_t{1} << 31);
}
long read_zeros() {
    static const int from = ::open("/dev/full", O_RDONLY);
    static char* buffer = new char[64 << 20];
    return ::read(from, buffer, 64 << 20);
}
long fill_and_free() {
    constexpr std::size_t kSize = 64 << 20;
    void* memory =
        ::mmap(nullptr, kSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (std::size_t at = 0; at < kSize; at += 4096) static_cast<volatile char*>(memory)[at] = 1;
    return ::munmap(memory, kSize);
}
long random_bytes() {
    static char* buffer = new char[32 << 20];
    return ::syscall(SYS_getrandom, buffer, 32 << 20, 0);
}

// A file of the host, open for reading.
int host_file() {
    static const int file = ::open("/etc/ld.so.cache", O_RDONLY);
    return file;
}

const std::map<std::string, Attempt>& attempts() {
    static iovec part{page, sizeof page};
    static epoll_event event{.events = EPOLLIN, .data = {}};
    static rlimit zero{};
    static const std::map<std::string, Attempt> kAttempts = {
        // Memory that fills inside one call, or that no resident size shows.
        {"populate", map_with(MAP_POPULATE)},
        {"map-locked", map_with(MAP_LOCKED)},
        {"map-huge", map_with(MAP_HUGETLB)},
        {"map-huge-1g", map_with(MAP_HUGETLB | (30 << MAP_HUGE_SHIFT))},
        {"madvise-populate", advise(23)},
        {"madvise-populate-read", advise(22)},
        {"madvise-collapse", advise(25)},
        {"madvise-merge", advise(MADV_MERGEABLE)},
        {"madvise-cold", advise(20)},
        {"madvise-pageout", advise(21)},
        {"madvise-willneed", advise(MADV_WILLNEED)},
        {"mlock", [] { return ::mlock(page, sizeof page); }},
        {"mlock2", raw(SYS_mlock2, page, sizeof page, 0)},
        {"mlockall", [] { return ::mlockall(MCL_CURRENT | MCL_FUTURE); }},
        {"remap-file-pages", raw(SYS_remap_file_pages, page, sizeof page, 0, 0, 0)},
        {"memfd", raw(SYS_memfd_create, "bot", 0)},
        {"memfd-huge", raw(SYS_memfd_create, "bot", MFD_HUGETLB)},
        {"memfd-secret", raw(kMemfdSecret, 0)},
        {"userfaultfd", raw(SYS_userfaultfd, 0)},
        {"process-madvise", raw(SYS_process_madvise, 0, &part, 1, MADV_NORMAL, 0)},
        {"process-read", raw(SYS_process_vm_readv, 1, &part, 1, &part, 1, 0)},
        {"process-write", raw(SYS_process_vm_writev, 1, &part, 1, &part, 1, 0)},
        {"move-pages", raw(SYS_move_pages, 0, 0, nullptr, nullptr, nullptr, 0)},
        {"migrate-pages", raw(SYS_migrate_pages, 0, 0, nullptr, nullptr)},
        // Signals that end its stop, or reach others.
        {"timer-thread", waking_timer(SIGEV_THREAD)},
        {"timer-thread-id", waking_timer(SIGEV_THREAD_ID)},
        {"timer-signal", waking_timer(SIGEV_SIGNAL)},
        {"set-signal", control(F_SETSIG, SIGCONT)},
        {"set-owner", control(F_SETOWN, ::getpid())},
        {"parent-death", [] { return ::prctl(PR_SET_PDEATHSIG, SIGCONT); }},
        {"kill-group", raw(SYS_kill, 0, 0)},
        {"kill-all", raw(SYS_kill, -1, 0)},
        {"kill-init", raw(SYS_kill, 1, SIGKILL)},
        {"tkill-init", raw(SYS_tkill, 1, SIGKILL)},
        {"queue-to-init", raw(SYS_rt_sigqueueinfo, 1, SIGTERM, page)},
        {"pidfd-open", raw(434, 1, 0)},
        {"pidfd-signal", raw(424, 0, SIGKILL, nullptr, 0)},
        {"pidfd-getfd", raw(438, 0, 0, 0)},
        // Channels between bots, and what the host shares.
        {"mincore", [] { return ::mincore(page, 0, reinterpret_cast<unsigned char*>(page)); }},
        {"nowait", [] { return ::preadv2(host_file(), &part, 1, 0, RWF_NOWAIT); }},
        {"cachestat", raw(kCachestat, 0, page, page, 0)},
        {"shared-futex", raw(SYS_futex, page, 1 /* WAKE */, 1)},
        {"futex-wake", raw(kFutexWake, page, 1, 1, 2 /* 32 bits, not private */)},
        {"chmod-device", raw(SYS_fchmodat, AT_FDCWD, "/dev/full", 0600)},
        {"touch-device", raw(SYS_utimensat, AT_FDCWD, "/dev/full", nullptr, 0)},
        {"disk-space", raw(SYS_statfs, "/usr/lib", page)},
        {"disk-space-2", raw(SYS_fstatfs, 0, page)},
        {"sysinfo", [] { struct sysinfo info; return ::sysinfo(&info); }},
        {"flock", [] { return ::flock(host_file(), LOCK_SH); }},
        {"lock", [] { struct flock all{}; return ::fcntl(host_file(), F_SETLK, &all); }},
        {"lock-description", [] { struct flock all{}; return ::fcntl(host_file(), F_OFD_SETLK, &all); }},
        {"lease", [] { return ::fcntl(host_file(), F_SETLEASE, F_RDLCK); }},
        {"notify", [] { return ::fcntl(host_file(), F_NOTIFY, DN_ACCESS); }},
        {"inotify", raw(SYS_inotify_init1, 0)},
        {"fanotify", raw(SYS_fanotify_init, 0, 0)},
        {"abstract-socket", [] { return ::socket(AF_UNIX, SOCK_STREAM, 0); }},
        {"socketpair", [] { int ends[2]; return ::socketpair(AF_UNIX, SOCK_STREAM, 0, ends); }},
        {"netlink", [] { return ::socket(AF_NETLINK, SOCK_RAW, 0); }},
        {"raw-socket", [] { return ::socket(AF_INET, SOCK_RAW, 1); }},
        {"packet-socket", [] { return ::socket(AF_PACKET, SOCK_RAW, 0); }},
        {"vsock", [] { return ::socket(AF_VSOCK, SOCK_STREAM, 0); }},
        {"crypto-socket", [] { return ::socket(AF_ALG, SOCK_SEQPACKET, 0); }},
        {"semaphores", raw(SYS_semget, 4711, 1, 01600)},
        {"messages", raw(SYS_msgget, 4711, 01600)},
        {"message-queue", raw(SYS_mq_open, "bot", O_RDWR | O_CREAT, 0600, nullptr)},
        {"vmsplice", raw(SYS_vmsplice, 1, &part, 1, 0)},
        {"splice", raw(SYS_splice, 0, nullptr, 1, nullptr, 1, 0)},
        {"tee", raw(SYS_tee, 0, 1, 1, 0)},
        {"pipe-size", [] { return ::fcntl(1, F_SETPIPE_SZ, 1 << 20); }},
        {"sync-file-system", [] { return ::syncfs(host_file()); }},
        {"fsync-host-file", [] { return flush_disk([] { return ::fsync(host_file()); }); }},
        {"msync-host-file",
         [] {
             void* memory = ::mmap(nullptr, 4096, PROT_READ, MAP_SHARED, host_file(), 0);
             return flush_disk([=] { return ::msync(memory, 4096, MS_SYNC); });
         }},
        {"direct-read", [] { return ::open("/etc/ld.so.cache", O_RDONLY | O_DIRECT); }},
        {"set-direct", [] { return ::fcntl(host_file(), F_SETFL, O_DIRECT); }},
        // The kernel's other doors.
        {"x32-call", raw(0x40000000 | SYS_getpid)},
        {"landlock", raw(444, nullptr, 0, 1)},
        {"reap-memory", raw(448, 0, 0)},
        {"list-mounts", raw(458, page, page, 1, 0)},
        {"stat-mount", raw(457, page, page, sizeof page, 0)},
        {"seal-memory", raw(462, page, sizeof page, 0)},
        {"map-droppable",
         [] {
             void* memory = ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE,
                                   MAP_ANONYMOUS | 8 /* MAP_DROPPABLE */, -1, 0);
             return memory == MAP_FAILED ? -1L : 0L;
         }},
        {"quota", raw(SYS_quotactl, 0, nullptr, 0, nullptr)},
        {"accounting", raw(SYS_acct, nullptr)},
        {"io-priority-2", raw(SYS_ioprio_get, 1, 0)},
        {"deadline-scheduling", raw(SYS_sched_setattr, 0, page, 0)},
        {"adjust-clock", raw(SYS_adjtimex, page)},
        {"hang-up", raw(SYS_vhangup)},
        {"kernel-image", raw(SYS_kexec_load, 0, 0, nullptr, 0)},
        {"file-systems", raw(SYS_sysfs, 3)},
        {"mount-attributes", raw(442, AT_FDCWD, "/", 0, page, 32)},
        {"open-how", raw(437, AT_FDCWD, "/tmp/x", page, 24)},
        {"file-handle", raw(SYS_name_to_handle_at, AT_FDCWD, "/", page, page, 0)},
        {"trace-me", raw(SYS_ptrace, 0, 0, 0, 0)},
        {"filter-calls", [] { return ::prctl(PR_SET_SECCOMP, 2, nullptr); }},
        {"unkillable-name", [] { return ::prctl(PR_SET_DUMPABLE, 0); }},
        {"reap-others", [] { return ::prctl(PR_SET_CHILD_SUBREAPER, 1); }},
        {"slow-timers", [] { return ::prctl(PR_SET_TIMERSLACK, 1); }},
        {"aio", raw(SYS_io_setup, 1, page)},
        {"io-uring", raw(425, 1, page)},
        {"add-key", raw(SYS_add_key, "user", "bot", "x", 1, -2)},
        {"keyctl", raw(SYS_keyctl, 0, -3, 1)},
        {"request-key", raw(SYS_request_key, "user", "bot", nullptr, -2)},
        {"bpf", raw(SYS_bpf, 0, page, sizeof page)},
        {"perf", raw(SYS_perf_event_open, page, 0, -1, -1, 0)},
        {"mount", [] { return ::mount("none", "/tmp", "tmpfs", 0, nullptr); }},
        {"new-mount", raw(430, "tmpfs", 0)},
        {"open-tree", raw(428, AT_FDCWD, "/", 1)},
        {"unmount", [] { return ::umount2("/tmp", MNT_DETACH); }},
        {"pivot-root", raw(SYS_pivot_root, ".", ".")},
        {"chroot", [] { return ::chroot("/tmp"); }},
        {"unshare", [] { return ::unshare(CLONE_NEWUSER); }},
        {"setns", [] { return ::setns(0, 0); }},
        {"personality", raw(SYS_personality, 0x0040000)},
        {"seccomp", raw(SYS_seccomp, 0, 0, nullptr)},
        {"ldt", raw(SYS_modify_ldt, 0, page, sizeof page)},
        {"ports", raw(SYS_iopl, 3)},
        {"set-clock", raw(SYS_clock_settime, CLOCK_REALTIME, page)},
        {"host-name", [] { return ::sethostname("bot", 3); }},
        {"reboot", raw(SYS_reboot, 0, 0, 0, nullptr)},
        {"module", raw(SYS_init_module, page, 1, "")},
        {"swap", raw(SYS_swapon, "/tmp/swap", 0)},
        {"io-priority", raw(SYS_ioprio_set, 1, 0, 0)},
        {"priority", raw(SYS_setpriority, 0, 0, -20)},
        {"real-time", [] { sched_param p{.sched_priority = 1}; return ::sched_setscheduler(0, SCHED_FIFO, &p); }},
        {"affinity", [] { cpu_set_t all; CPU_ZERO(&all); CPU_SET(0, &all); return ::sched_setaffinity(0, sizeof all, &all); }},
        {"barrier", raw(SYS_membarrier, 1, 0, 0)},
        {"handle", raw(SYS_open_by_handle_at, AT_FDCWD, page, 0)},
        {"type-into-terminal", [] { return ::ioctl(0, TIOCSTI, "x"); }},
        {"async-signals", [] { int on = 1; return ::ioctl(0, FIOASYNC, &on); }},
        {"clone-file", [] { return ::ioctl(1, 0x40049409 /* FICLONE */, host_file()); }},
        {"attributes-at", raw(kSetxattrat, AT_FDCWD, "/tmp", 0, "user.x", page, 16)},
        {"attributes", raw(SYS_setxattr, "/tmp", "user.x", page, 1, 0)},
        {"device", [] { return ::mknod("/tmp/zero", S_IFCHR | 0600, 0x105); }},
        {"clone-with-signal", raw(SYS_clone, SIGCONT, nullptr, nullptr, nullptr, nullptr)},
        {"clone3", raw(435, page, 88)},
        {"vfork", raw(SYS_vfork)},
        {"execute-descriptor", raw(SYS_execveat, 0, "", nullptr, nullptr, AT_EMPTY_PATH)},
        {"execute-setuid", [] { char* none[] = {nullptr}; return ::execve("/bin/su", none, none); }},
        {"long-send", send_zeros},
        {"long-read", read_zeros},
        {"long-free", fill_and_free},
        {"long-random", random_bytes},
        // Limits of its own.
        {"raise-memory", [] { return raise_limit(RLIMIT_AS, RLIM_INFINITY); }},
        {"raise-files", [] { return raise_limit(RLIMIT_NOFILE, 4096); }},
        {"raise-signals", [] { return raise_limit(RLIMIT_SIGPENDING, 100'000); }},
        {"raise-locked", [] { return raise_limit(RLIMIT_MEMLOCK, RLIM_INFINITY); }},
        {"others-limits", raw(SYS_prlimit64, 1, RLIMIT_AS, page, nullptr)},
        {"core-limit", [] { return core_limit_after([] { return raise_limit(RLIMIT_CORE, 0); }); }},
        {"core-limit-2", [] { return core_limit_after(raw(SYS_prlimit64, 0, RLIMIT_CORE, &zero, nullptr)); }},
        {"many-timers", until_it_fails(1000, [](int) { timer_t timer; return ::timer_create(CLOCK_MONOTONIC, nullptr, &timer); })},
        {"many-timer-files", until_it_fails(1000, [](int) { return ::syscall(SYS_timerfd_create, CLOCK_MONOTONIC, 0); })},
        {"many-pipes", until_it_fails(1000, [](int) { int ends[2]; return ::pipe(ends); })},
        {"many-epolls", until_it_fails(1000, [](int) { const int set = ::epoll_create1(0); return set < 0 ? -1 : ::epoll_ctl(set, EPOLL_CTL_ADD, 0, &event); })},
        {"many-eventfds", until_it_fails(1000, [](int) { return ::eventfd(0, 0); })},
        {"many-files", until_it_fails(1000, [](int) { return ::open("/dev/null", O_RDONLY); })},
        {"pending-signals", queue_signals},
        {"many-folders", until_it_fails(5000, [](int i) { return ::mkdir(("/tmp/" + std::to_string(i)).c_str(), 0700); })},
        {"many-links", [] { ::close(::open("/tmp/file", O_CREAT | O_WRONLY, 0600)); return until_it_fails(5000, [](int i) { return ::link("/tmp/file", ("/tmp/" + std::to_string(i)).c_str()); })(); }},
        {"many-symbolic-links", until_it_fails(5000, [](int i) { return ::symlink(std::string(4000, 'x').c_str(), ("/tmp/" + std::to_string(i)).c_str()); })},
        {"full-folder", fill_temporary_folder},
        {"allocated-file", [] { const int file = ::open("/tmp/big", O_RDWR | O_CREAT, 0600); return until_it_fails(100, [=](int i) { return ::fallocate(file, FALLOC_FL_KEEP_SIZE, i * (1L << 20), 1 << 20); })(); }},
        {"deep-folders", [] { ::chdir("/tmp"); return nest_folders(); }},
        {"long-name", [] { return ::mkdir(("/tmp/" + std::string(5000, 'x')).c_str(), 0700); }},
        {"link-loop", [] { ::symlink("/tmp/b", "/tmp/a"); ::symlink("/tmp/a", "/tmp/b"); return ::open("/tmp/a", O_RDONLY); }},
        {"link-to-host", [] { ::symlink("/usr/lib/xttt-notes", "/tmp/link"); return ::open("/tmp/link", O_WRONLY | O_CREAT, 0600); }},
        {"change-library", [] { return ::unlink("/etc/ld.so.cache"); }},
        {"read-proc", [] { return ::open("/proc/1/environ", O_RDONLY); }},
        {"read-sys", [] { return ::open("/sys/kernel/notes", O_RDONLY); }},
        {"read-shared-memory", [] { return ::open("/dev/shm", O_RDONLY); }},
        {"read-terminal", [] { return ::open("/dev/tty", O_RDONLY); }},
    };
    return kAttempts;
}

}  // namespace

int error_of_call(const std::string& name) {
    const auto found = attempts().find(name);
    if (found == attempts().end()) return -1;
    return found->second() < 0 ? errno : 0;
}

int error_of_ordinary_use() {
    static const std::map<std::string, Attempt> kUses = {
        {"timer",
         [] {
             timer_t timer;
             const itimerspec later{.it_interval = {}, .it_value = {.tv_sec = 60, .tv_nsec = 0}};
             return ::timer_create(CLOCK_MONOTONIC, nullptr, &timer) != 0
                        ? -1
                        : ::timer_settime(timer, 0, &later, nullptr);
         }},
        {"signals",
         [] {
             sigset_t set;
             ::sigemptyset(&set);
             ::sigaddset(&set, SIGRTMIN);
             ::sigprocmask(SIG_BLOCK, &set, nullptr);
             return until_it_fails(20, [](int) { return ::sigqueue(::getpid(), SIGRTMIN, {}); })();
         }},
        {"pipes", until_it_fails(10,
                                 [](int) {
                                     int ends[2];
                                     if (::pipe2(ends, O_NONBLOCK) != 0) return -1L;
                                     return ::write(ends[1], page, sizeof page) > 0 ? 0L : -1L;
                                 })},
        {"descriptors", until_it_fails(10,
                                       [](int) {
                                           return ::eventfd(0, 0) < 0 || ::epoll_create1(0) < 0 ||
                                                          ::open("/dev/null", O_RDONLY) < 0
                                                      ? -1L
                                                      : 0L;
                                       })},
        {"files",
         [] {
             const int file = ::open("/tmp/own/mine", O_RDWR | O_CREAT, 0600);
             if (file < 0 || ::mkdir("/tmp/own/folder", 0700) != 0) return -1L;
             return until_it_fails(256, [=](int) {
                 return ::write(file, page, sizeof page) == sizeof page ? 0L : -1L;
             })();
         }},
        {"memory", fill_and_free},
    };
    for (const auto& [name, use] : kUses)
        if (use() < 0) return errno;
    return 0;
}
