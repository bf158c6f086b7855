#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

#include "base/clock.h"
#include "base/result.h"
#include "process/cgroup.h"
#include "process/child_pipes.h"
#include "process/memory_watch.h"
#include "process/sandbox.h"
#include "process/sandbox_supervisor.h"
#include "process/spawn.h"
#include "process/usage.h"

namespace xttt {

struct ChildOptions {
    std::vector<std::string> argv;  // argv[0] is looked up in PATH when it has no slash
    std::string cwd = {};           // empty: the caller's; in a sandbox the program's own folder
    // NAME=value, complete. Not set: the caller's environment, or in a sandbox
    // sandbox_environment().
    std::optional<std::vector<std::string>> environment = std::nullopt;
    std::optional<SandboxConfig> sandbox = std::nullopt;  // empty: runs without a sandbox
    // A wrapper with a sandbox of its own, which gets a lifeline as kSandboxLifeline: it ends,
    // with everything inside, when the lifeline is closed. The kernel does not kill it.
    bool has_lifeline = false;
    std::size_t text_line_limit = 64 * 1024;
    std::size_t unsent_limit = 1024 * 1024;  // limit of unsent input for a child that does not read
    std::size_t error_tail = 8 * 1024;       // bytes of its standard error that are kept
    // Called with its standard error, piece by piece, whenever it is waited for.
    std::function<void(std::string_view)> error_sink = {};
    // Time limit for setting up the sandbox.
    Clock::duration start_limit = std::chrono::seconds(10);
};

// The result of await_text_line.
struct OutputEvent {
    enum class Kind {
        TextLine,  // `text_line` is the next one of its output
        TimedOut,  // the deadline passed without one
        Closed,    // its output has ended: it exited, or closed it. See Child::stop.
        TooLong,   // it sent text_line_limit bytes without a newline; `text_line` has the first
        Violated,  // sandboxed only: see Child::violation. It has been killed.
    };
    Kind kind;
    std::string_view text_line;  // valid until the next call of any member
    Clock::time_point at;        // time of arrival
};

// A child process with line-based communication over standard input and output. A round trip is one
// write, one poll and one read, without threads and signals. Not thread-safe; destroy it before the
// thread that started it ends, because the kernel then kills the child.
//
// Standard error is read during every wait, and its last bytes are kept. The child cannot block the
// caller past the deadline or make it use more memory than the limits above. SIGPIPE is ignored
// from the first start on, unless the program handles it.
//
// The child has its own process group; in a sandbox also a PID namespace, which ends with it. The
// destructor kills the group (in a sandbox: every process inside) and reaps it.
class Child {
public:
    static Result<Child> start(const ChildOptions& options);

    Child(Child&& other) noexcept;
    Child& operator=(Child&& other) noexcept;
    ~Child();

    // Sends text, which contains its line ends; keeps what does not fit into the pipe and sends it
    // during later waits. Returns false if it cannot arrive: the input is closed or unsent_limit is
    // exceeded; the next await_text_line then reports the state of the child.
    bool send(std::string_view text) { return channel_.send(text); }
    // The next text line, or why there is none. Text already received is returned even after the
    // deadline; nothing more is read after it.
    OutputEvent await_text_line(Deadline until);
    // Discards received output that has not been read. Does not block.
    void discard_received() { channel_.discard_received(); }

    // Stops the program so that it cannot search on its opponent's time, and continues it. In a
    // sandbox pause() returns when the program has stopped, and resume() kills it if it has run in
    // between (see violation). Outside a sandbox these are signals to the process group.
    void pause();
    void resume();

    // Usage of the program itself (not of its wrapper); final values after its end.
    std::chrono::nanoseconds cpu_time() { return usage_.cpu_time(); }
    // The same; while it is paused, the value that pause() read.
    std::chrono::nanoseconds cpu_time_of_turns() { return paused_ ? cpu_at_pause_ : cpu_time(); }
    Usage usage() { return usage_.read(); }
    // In a sandbox: the most resident bytes seen since the last resume(), now included.
    std::uint64_t memory_of_turn();
    // In a sandbox: its violation. Kept after its end.
    const std::optional<Violation>& violation() const { return violation_; }
    // The last bytes of its standard error, raw.
    std::string error_tail();
    void set_error_sink(std::function<void(std::string_view)> sink) {
        channel_.set_error_sink(std::move(sink));
    }
    // The process id of the program in this PID namespace.
    pid_t pid() const { return sandbox_ ? sandbox_->program() : pid_; }

    // Closes its input and gives it until the deadline to exit; then kills and reaps it. Returns
    // the exit status; later calls return the same.
    ExitStatus stop(Deadline until);
    // The same without a wait.
    ExitStatus kill();

private:
    Child(pid_t pid, ChildPipes channel, std::size_t text_line_limit);
    // The sandbox of the program; pid_ is its wrapper.
    void attach(SandboxSupervisor sandbox, std::optional<Cgroup> cgroup,
                std::uint64_t memory_limit);

    void wait(Deadline until);
    void await_exit(Deadline until);
    void handle_notification(short events);
    void check_memory();
    void check_memory_if_due();
    void kill_for_memory(std::uint64_t held);
    void kill_for(Violation found);
    void check_end();
    void await_stopped();
    void kill_all();
    void signal(int number);
    int notifications() const { return sandbox_ && !program_ended_ ? sandbox_->descriptor() : -1; }

    pid_t pid_;  // the process to reap: the program, or its wrapper; -1 in a moved-from object
    ProcessHandle exit_handle_;  // readable when pid_ can be reaped
    UniqueFd lifeline_;          // of a sandbox: everything inside ends when it is closed
    ChildPipes channel_;
    std::size_t text_line_limit_;
    UsageReader usage_;
    std::optional<SandboxSupervisor> sandbox_;
    std::optional<Cgroup> cgroup_;
    bool program_ended_ = false;  // in a sandbox: the wrapper may still exist
    std::uint64_t memory_limit_ = 0;
    MemoryWatch paused_memory_;
    Clock::time_point next_memory_check_{};
    std::uint64_t memory_of_turn_ = 0;
    bool paused_ = false;
    bool stopped_by_signal_ = false;  // and not by the freezer of its control group
    bool out_of_memory_ = false;
    std::chrono::nanoseconds cpu_at_pause_{};
    std::optional<Violation> violation_;
    std::optional<ExitStatus> status_;
};

}  // namespace xttt
