#include "process/spawn.h"

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include <fcntl.h>
#include <fmt/format.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace xttt {
namespace {

std::vector<char*> pointers(const std::vector<std::string>& texts) {
    std::vector<char*> result;
    result.reserve(texts.size() + 1);
    for (const auto& text : texts) result.push_back(const_cast<char*>(text.c_str()));
    result.push_back(nullptr);
    return result;
}

constexpr std::size_t kMostDescriptors = 8;

// Everything the child needs, prepared before vfork: the child must not allocate.
struct Plan {
    const char* program;
    char* const* argv;
    char* const* environment;
    const char* cwd;
    const std::pair<int, int>* descriptors;
    std::size_t descriptor_count;
    int first_free;  // above every descriptor of the child
    pid_t parent;
    bool ends_with_parent;
};

void reset_signals() {
    for (int number = 1; number < NSIG; ++number) {
        struct sigaction action{};
        action.sa_handler = SIG_DFL;
        ::sigaction(number, &action, nullptr);
    }
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

// Runs in the child, which shares the parent's memory until execve. Returns errno on failure.
int become(const Plan& plan) {
    ::setpgid(0, 0);
    if (plan.ends_with_parent) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (::getppid() != plan.parent) return ESRCH;  // it died before the line above
    }
    reset_signals();
    if (plan.cwd != nullptr && ::chdir(plan.cwd) != 0) return errno;
    // First moves all descriptors above the targets, then to the targets, so that no step
    // overwrites a source.
    int moved[kMostDescriptors];
    for (std::size_t i = 0; i < plan.descriptor_count; ++i) {
        moved[i] = ::fcntl(plan.descriptors[i].first, F_DUPFD, plan.first_free);
        if (moved[i] < 0) return errno;
    }
    for (std::size_t i = 0; i < plan.descriptor_count; ++i)
        if (::dup2(moved[i], plan.descriptors[i].second) < 0) return errno;
    ::syscall(SYS_close_range, plan.first_free, ~0U, 0);
    ::execve(plan.program, plan.argv, plan.environment);
    return errno;
}

// vfork, because copying the page tables of a parent with a large hash table takes longer than
// starting the program.
[[gnu::noinline]] pid_t launch(const Plan& plan, volatile int& error) {
    const pid_t pid = ::vfork();
    if (pid == 0) {
        error = become(plan);
        ::_exit(127);
    }
    return pid;
}

// Whether an error of the kernel is a lack of this machine, whatever the program.
bool is_exhausted(int error) {
    return error == EAGAIN || error == ENOMEM || error == EMFILE || error == ENFILE;
}

bool make_pipe(UniqueFd& reader, UniqueFd& writer, UniqueFd& ours) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return false;
    reader.reset(ends[0]);
    writer.reset(ends[1]);
    return ::fcntl(ours.get(), F_SETFL, O_NONBLOCK) == 0;
}

}  // namespace

std::vector<std::string> current_environment() {
    std::vector<std::string> result;
    for (char** entry = ::environ; *entry != nullptr; ++entry) result.emplace_back(*entry);
    return result;
}

Result<std::string> find_program(const std::string& name) {
    namespace fs = std::filesystem;
    const auto runnable = [](const fs::path& path) {
        std::error_code ignored;
        return fs::is_regular_file(path, ignored) && ::access(path.c_str(), X_OK) == 0;
    };
    if (name.empty()) return fail(Errc::Process, "the program is missing");
    std::error_code ignored;
    if (name.find('/') != std::string::npos) {
        if (runnable(name)) return fs::absolute(name, ignored).lexically_normal().string();
        return fail(
            Errc::Process,
            fs::exists(name, ignored)
                ? fmt::format("'{}' is not an executable file (chmod +x makes it one)", name)
                : fmt::format("no such program: '{}'", name));
    }
    const char* path = std::getenv("PATH");
    std::string_view rest = path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin";
    while (!rest.empty()) {
        const auto colon = rest.find(':');
        const fs::path candidate = fs::path(rest.substr(0, colon)) / name;
        if (runnable(candidate)) return fs::absolute(candidate, ignored).string();
        rest.remove_prefix(colon == std::string_view::npos ? rest.size() : colon + 1);
    }
    return fail(Errc::Process, fmt::format("program '{}' not found in PATH", name));
}

Result<pid_t> spawn(const SpawnRequest& request) {
    TRY(auto program, find_program(request.argv.empty() ? std::string() : request.argv.front()));
    assert(request.descriptors.size() <= kMostDescriptors);
    const auto argv = pointers(request.argv);
    const auto environment = pointers(request.environment);
    int first_free = 3;
    for (const auto& [ours, theirs] : request.descriptors)
        first_free = std::max(first_free, theirs + 1);
    const Plan plan{
        .program = program.c_str(),
        .argv = argv.data(),
        .environment = environment.data(),
        .cwd = request.cwd.empty() ? nullptr : request.cwd.c_str(),
        .descriptors = request.descriptors.data(),
        .descriptor_count = request.descriptors.size(),
        .first_free = first_free,
        .parent = ::getpid(),
        .ends_with_parent = request.ends_with_caller,
    };

    // No signal handler may run in the child while it shares our memory.
    sigset_t all, before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);
    volatile int error = 0;
    const pid_t pid = launch(plan, error);
    const int fork_error = errno;
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);

    if (pid < 0)
        return fail(Errc::Unsupported,
                    fmt::format("cannot start a process: {}", ::strerror(fork_error)));
    if (error != 0) {
        ::waitpid(pid, nullptr, 0);
        return fail(is_exhausted(error) ? Errc::Unsupported : Errc::Process,
                    fmt::format("cannot run '{}': {}", request.argv.front(), ::strerror(error)));
    }
    return pid;
}

Result<Pipes> make_pipes() {
    Pipes pipes;
    if (!make_pipe(pipes.child_input, pipes.input, pipes.input) ||
        !make_pipe(pipes.output, pipes.child_output, pipes.output) ||
        !make_pipe(pipes.error, pipes.child_error, pipes.error))
        return fail(Errc::Unsupported, fmt::format("cannot create a pipe: {}", ::strerror(errno)));
    return pipes;
}

void ignore_broken_pipes() {
    struct sigaction action{};
    ::sigaction(SIGPIPE, nullptr, &action);
    if (action.sa_handler == SIG_DFL) ::signal(SIGPIPE, SIG_IGN);
}

ExitStatus ExitStatus::from_wait(int status) {
    if (WIFSIGNALED(status)) return {.signaled = true, .value = WTERMSIG(status)};
    return {.signaled = false, .value = WEXITSTATUS(status)};
}

ExitStatus ExitStatus::from_wrapper(int status) {
    const ExitStatus direct = from_wait(status);
    constexpr int kSignalBase = 128;
    if (direct.signaled || direct.value <= kSignalBase || direct.value >= kSignalBase + NSIG)
        return direct;
    return {.signaled = true, .value = direct.value - kSignalBase};
}

std::string to_text(ExitStatus status) {
    if (!status.signaled) return fmt::format("exit code {}", status.value);
    const char* name = ::sigdescr_np(status.value);
    return fmt::format("signal {} ({})", status.value, name != nullptr ? name : "unknown");
}

}  // namespace xttt
