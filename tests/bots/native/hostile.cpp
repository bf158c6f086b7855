// A program that misbehaves in the way its first argument names. It answers each line it reads with
// "bestmove a1" where the misbehaviour leaves it time to. With the argument "ugi" before the others
// it completes the UGI handshake and misbehaves at its first move.

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <iostream>
#include <map>
#include <string>
#include <vector>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hostile_calls.h"

namespace {

using Act = std::function<void(const std::string& argument)>;

void say(const char* text) {
    std::fputs(text, stdout);
    std::fflush(stdout);
}

[[noreturn]] void sleep_for_ever() {
    for (;;) ::pause();
}

void spin(const std::string&) {
    volatile bool for_ever = true;
    while (for_ever) {
    }
}

void allocate_without_end(const std::string&) {
    constexpr std::size_t kChunk = 16 << 20;
    [[maybe_unused]] static char* volatile latest =
        nullptr;  // so that no compiler finds the memory unused
    for (;;) {
        char* chunk = static_cast<char*>(std::malloc(kChunk));
        if (chunk == nullptr) std::abort();
        std::memset(chunk, 1, kChunk);
        latest = chunk;
    }
}

void fork_bomb(const std::string&) {
    for (;;) ::fork();
}

void double_fork(const std::string&) {
    if (::fork() == 0) {
        if (::fork() == 0) {
            ::setsid();
            sleep_for_ever();
        }
        ::_exit(0);
    }
    ::wait(nullptr);
}

void start_thread(const std::string&) {
    pthread_t thread;
    ::pthread_create(&thread, nullptr, [](void*) -> void* { return nullptr; }, nullptr);
    ::pthread_join(thread, nullptr);
}

// Threads that compute until the process ends.
void start_spinning_threads(int count) {
    pthread_attr_t small;
    ::pthread_attr_init(&small);
    ::pthread_attr_setstacksize(&small, 64 << 10);
    for (int i = 0; i < count; ++i) {
        pthread_t thread;
        const auto work = [](void*) -> void* {
            spin({});
            return nullptr;
        };
        if (::pthread_create(&thread, &small, work, nullptr) != 0) return;
    }
}

// The kernel shows no memory of a process whose first thread has ended.
void leave_to_a_thread(const std::string&) {
    pthread_t thread;
    const auto work = [](void*) -> void* {
        allocate_without_end({});
        return nullptr;
    };
    ::pthread_create(&thread, nullptr, work, nullptr);
    ::syscall(SYS_exit, 0);
}

void open_connection(const std::string&) {
    const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(9);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    ::connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address);
}

// getpid as 32-bit programs ask for it.
void foreign_call(const std::string&) {
#if defined(__x86_64__)
    long result = 20;
    asm volatile("int $0x80" : "+a"(result) : : "memory");
#else
    std::raise(SIGSYS);
#endif
}

// Which descriptors it has.
void list_descriptors(const std::string&) {
    std::string text = "info string";
    for (int fd = 0; fd < 64; ++fd)
        if (::fcntl(fd, F_GETFD) >= 0) text += ' ' + std::to_string(fd);
    say((text + "\n").c_str());
}

void read_file(const std::string& path) {
    const int fd = ::open(path.c_str(), O_RDONLY);
    say(fd < 0 ? "info string cannot read\n" : "info string can read\n");
}

void write_file(const std::string& path) {
    const int fd = ::open(path.c_str(), O_WRONLY | O_CREAT, 0600);
    say(fd >= 0 && ::write(fd, "x", 1) == 1 ? "info string written\n" : "info string refused\n");
}

// Answers, then works on in the opponent's time, woken by a timer that sends SIGCONT.
void wake_by_timer(const std::string&) {
    sigevent event{};
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SIGCONT;
    timer_t timer;
    if (::timer_create(CLOCK_MONOTONIC, &event, &timer) != 0) {
        say("bestmove z1\n");  // refused
        return;
    }
    const itimerspec often{.it_interval = {0, 1'000'000}, .it_value = {0, 1'000'000}};
    ::timer_settime(timer, 0, &often, nullptr);
    say("bestmove a1\n");
    spin({});
}

// Answers and continues to compute: it must be stopped.
void answer_and_spin(const std::string&) {
    say("bestmove a1\n");
    const auto begin = std::clock();
    while (std::clock() - begin < 3 * CLOCKS_PER_SEC) {
    }
}

// Memory that is no longer resident but still held. Answers z2 when it cannot get it.
void hold_shared(void* memory, std::size_t size) {
    for (std::size_t at = 0; at < size; at += 4096) static_cast<volatile char*>(memory)[at] = 1;
    ::madvise(memory, size, MADV_DONTNEED);
}
void hold_shared_memory(const std::string& how) {
    constexpr std::size_t kChunk = 64 << 20;
    for (int i = 0; i < 16; ++i) {
        int flags = MAP_SHARED, fd = -1, protection = PROT_READ | PROT_WRITE;
        if (how == "zero") fd = ::open("/dev/zero", O_RDWR);
        if (how == "read-only") fd = ::open("/dev/zero", O_RDONLY), protection = PROT_READ;
        if (how == "validate") flags = MAP_SHARED_VALIDATE;
        if (fd < 0) flags |= MAP_ANONYMOUS;
        if (how == "late") protection = PROT_READ;
        void* memory = ::mmap(nullptr, kChunk, protection, flags, fd, 0);
        if (memory == MAP_FAILED) {
            say("bestmove z2\n");
            return;
        }
        if (how == "late") ::mprotect(memory, kChunk, PROT_READ | PROT_WRITE);
        hold_shared(memory, kChunk);
    }
    say("bestmove a1\n");
}

// Makes a call that hostile_calls.cpp knows and answers with its error, as the move error<number>;
// a call that succeeds gives error0.
void try_call(const std::string& name) {
    const int error = error_of_call(name);
    say(("bestmove error" + std::to_string(error) + "\n").c_str());
}

void flood(const char* text) {
    for (;;) std::fputs(text, stdout);
}

void flood_errors(const std::string&) {
    for (int i = 0; i < 100'000; ++i) std::fprintf(stderr, "complaint number %d\n", i);
}

void answer_late(const std::string& milliseconds) {
    ::usleep(static_cast<useconds_t>(std::stoi(milliseconds) * 1000));
}

// What happens when a line has been read and before it is answered.
const std::map<std::string, Act> kActs = {
    {"answer", [](const std::string&) {}},
    {"sleep", [](const std::string&) { sleep_for_ever(); }},
    {"spin", spin},
    {"late", answer_late},
    {"garbage", [](const std::string&) { say("\x1b[2J\xff\xfe no move \x01\n"); }},
    {"endless-lines", [](const std::string&) { flood("info string still thinking\n"); }},
    {"endless-bytes", [](const std::string&) { flood("xxxxxxxxxxxxxxxx"); }},
    {"errors", flood_errors},
    {"move", [](const std::string& move) { say(("bestmove " + move + "\n").c_str()); }},
    {"escape-codes", [](const std::string&) { say("bestmove \x1b[2J\xff\xfe\n"); }},
    {"exit", [](const std::string& code) { std::exit(std::stoi(code)); }},
    {"answer-then-exit",
     [](const std::string&) {
         say("bestmove a1\n");
         std::exit(0);
     }},
    {"segfault", [](const std::string&) { std::raise(SIGSEGV); }},
    {"allocate", allocate_without_end},
    {"late-allocate",
     [](const std::string& milliseconds) {
         answer_late(milliseconds);
         allocate_without_end({});
     }},
    {"wake-by-timer", wake_by_timer},
    {"answer-and-spin", answer_and_spin},
    {"hold-shared", hold_shared_memory},
    {"try", try_call},
    // Takes all it can of something and keeps it.
    {"hold", [](const std::string& name) { error_of_call(name); }},
    {"use",
     [](const std::string&) {
         const int error = error_of_ordinary_use();
         say(error == 0 ? "bestmove fine\n"
                        : ("bestmove failed" + std::to_string(error) + "\n").c_str());
     }},
    {"answer-and-call",
     [](const std::string& name) {
         say("bestmove a1\n");
         const auto begin = std::clock();
         while (std::clock() - begin < 3 * CLOCKS_PER_SEC) error_of_call(name);
     }},
    {"tell-readable",
     [](const std::string& path) {
         say(::access(path.c_str(), R_OK) == 0 ? "bestmove readable\n" : "bestmove hidden\n");
     }},
    {"quick-exit", [](const std::string& code) { ::_exit(std::stoi(code)); }},
    {"fork-bomb", fork_bomb},
    {"double-fork", double_fork},
    {"thread", start_thread},
    {"threads", [](const std::string& count) { start_spinning_threads(std::stoi(count)); }},
    // Its first thread, too, computes: it waits for the others most of the time.
    {"spin-with-threads",
     [](const std::string& count) {
         start_spinning_threads(std::stoi(count));
         say("info string spinning\n");
         spin({});
     }},
    {"sleep-and-spin-with-threads",
     [](const std::string& count) {
         const timespec pause{.tv_sec = 0, .tv_nsec = 300'000'000};
         ::nanosleep(&pause, nullptr);
         start_spinning_threads(std::stoi(count));
         say("info string spinning\n");
         spin({});
     }},
    // An absolute link below /tmp, which leads to a read-only folder of its own.
    {"write-through-link",
     [](const std::string&) {
         ::symlink("/usr/lib", "/tmp/own/l");
         ::open("/tmp/own/l/x", O_WRONLY | O_CREAT, 0600);
         say("bestmove z1\n");
     }},
    {"answer-and-leave-threads",
     [](const std::string& count) {
         start_spinning_threads(std::stoi(count));
         say("bestmove a1\n");
         sleep_for_ever();
     }},
    {"leave-to-a-thread", leave_to_a_thread},
    {"forge",
     [](const std::string& reason) { say(("forfeit " + reason + " not my fault\n").c_str()); }},
    {"raise", [](const std::string& number) { std::raise(std::stoi(number)); }},
    // Answers to questions that have not been asked, complete and half.
    {"answer-ahead",
     [](const std::string&) { say("bestmove a1\nbestmove b2\nbestmove c3\nbestmo"); }},
    {"half-line",
     [](const std::string&) {
         say("bestmove a1");
         sleep_for_ever();
     }},
    {"zeros", [](const std::string&) { ::write(1, "bestmove a\0001\n\0\0\n", 16); }},
    {"giant-number",
     [](const std::string&) {
         say(("info depth " + std::string(5000, '9') + " nodes -1 score 1e999\nbestmove " +
              std::string(300, '1') + "\n")
                 .c_str());
     }},
    {"escape-note",
     [](const std::string&) { say("info string note \x1b[2J\xc2\x9b note\nbestmove z9\n"); }},
    {"execute", [](const std::string& path) { ::execl(path.c_str(), path.c_str(), nullptr); }},
    {"socket", open_connection},
    {"descriptors", list_descriptors},
    {"read", read_file},
    {"write", write_file},
    {"signal-referee", [](const std::string&) { ::kill(::getppid(), SIGKILL); }},
    {"signal-self",
     [](const std::string&) {
         std::signal(SIGUSR1, SIG_IGN);
         std::raise(SIGUSR1);
     }},
    {"ptrace", [](const std::string&) { ::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr); }},
    {"foreign-call", foreign_call},
    {"stop", [](const std::string&) { std::raise(SIGSTOP); }},
    {"shared-memory", [](const std::string&) { ::shmget(4711, 4096, IPC_CREAT | 0600); }},
    {"close-descriptors",
     [](const std::string&) {
         ::close(0);
         ::close(1);
         ::close(2);
         sleep_for_ever();
     }},
};

// The UGI handshake. True if the command was part of it.
bool greet(const std::string& text_line) {
    if (text_line == "ugi") say("id name hostile\nugiok\n");
    if (text_line == "isready") say("readyok\n");
    return !text_line.starts_with("go");
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<std::string> arguments(argv + 1, argv + argc);
    const bool polite = !arguments.empty() && arguments[0] == "ugi";
    if (polite) arguments.erase(arguments.begin());
    arguments.resize(2);
    const std::string what = arguments[0].empty() ? "answer" : arguments[0];
    if (what == "never-read") {
        if (polite) say("ugiok\nreadyok\n");
        sleep_for_ever();
    }
    if (what == "exit-at-once") return 3;
    const auto act = kActs.find(what);
    if (act == kActs.end()) {
        std::fprintf(stderr, "hostile: no such misbehaviour: %s\n", what.c_str());
        return 2;
    }
    std::string text_line;
    while (std::getline(std::cin, text_line)) {
        if (polite && greet(text_line)) continue;
        act->second(arguments[1]);
        say("bestmove a1\n");
    }
    return 0;
}
