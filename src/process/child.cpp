#include "process/child.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <memory>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>

namespace xttt {
namespace {

// Interval of the memory check of a sandboxed program during its turns, however short they are. A
// core fills at most about 10 MB per millisecond, which bounds how far a program exceeds its limit.
constexpr auto kMemoryCheckInterval = std::chrono::milliseconds(5);
// Time for a process whose output has ended to exit on its own, so that its own exit status is
// reported rather than our signal. The wrapper of a sandboxed program that has ended gets the time
// that a busy host may need.
constexpr auto kExitGrace = std::chrono::milliseconds(50);
constexpr auto kWrapperExitGrace = std::chrono::seconds(2);
// Time for a sandbox to end after its lifeline is closed during its start.
constexpr auto kWrapperEndLimit = std::chrono::seconds(10);
// CPU time until a program must have stopped (freeing a large table is one system call), and wall
// time that a busy host may need for it.
constexpr auto kStopCpuLimit = std::chrono::milliseconds(500);
constexpr auto kStopPatience = std::chrono::seconds(5);
// CPU time that a stopped program may be charged with: its way to the stop, in the kernel.
constexpr auto kPausedCpuLimit = std::chrono::milliseconds(5);

pollfd readable(int descriptor) {
    return {.fd = descriptor, .events = POLLIN, .revents = 0};
}

// poll with a deadline in nanoseconds.
int poll_until(std::span<pollfd> entries, Deadline until) {
    const auto left = std::max(until - Clock::now(), Clock::duration::zero());
    const auto seconds = std::chrono::floor<std::chrono::seconds>(left);
    const timespec timeout{.tv_sec = seconds.count(), .tv_nsec = (left - seconds).count()};
    return ::ppoll(entries.data(), entries.size(), &timeout, nullptr);
}

}  // namespace

Child::Child(pid_t pid, ChildPipes channel, std::size_t text_line_limit)
    : pid_(pid),
      exit_handle_(pid),
      channel_(std::move(channel)),
      text_line_limit_(text_line_limit) {}

Child::Child(Child&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      exit_handle_(std::move(other.exit_handle_)),
      lifeline_(std::move(other.lifeline_)),
      channel_(std::move(other.channel_)),
      text_line_limit_(other.text_line_limit_),
      usage_(std::move(other.usage_)),
      sandbox_(std::move(other.sandbox_)),
      cgroup_(std::move(other.cgroup_)),
      program_ended_(other.program_ended_),
      memory_limit_(other.memory_limit_),
      paused_memory_(std::move(other.paused_memory_)),
      next_memory_check_(other.next_memory_check_),
      memory_of_turn_(other.memory_of_turn_),
      paused_(other.paused_),
      stopped_by_signal_(other.stopped_by_signal_),
      cpu_at_pause_(other.cpu_at_pause_),
      violation_(std::move(other.violation_)),
      status_(other.status_) {}

Child& Child::operator=(Child&& other) noexcept {
    if (this != &other) {
        std::destroy_at(this);
        std::construct_at(this, std::move(other));
    }
    return *this;
}

Child::~Child() {
    if (pid_ >= 0) stop(Clock::now());
}

void Child::attach(SandboxSupervisor sandbox, std::optional<Cgroup> cgroup,
                   std::uint64_t memory_limit) {
    usage_ = UsageReader(sandbox.program(), sandbox.may_have_threads());
    paused_memory_ = MemoryWatch(sandbox.program(), sandbox.init(), memory_limit);
    sandbox_ = std::move(sandbox);
    if (cgroup) cgroup_.emplace(std::move(*cgroup));
    memory_limit_ = memory_limit;
}

OutputEvent Child::await_text_line(Deadline until) {
    const auto event = [](OutputEvent::Kind kind, std::string_view text_line = {}) {
        return OutputEvent{.kind = kind, .text_line = text_line, .at = Clock::now()};
    };
    using Kind = OutputEvent::Kind;
    for (;;) {
        const auto text_line = channel_.next_text_line();
        if (text_line && text_line->size() <= text_line_limit_)
            return event(Kind::TextLine, *text_line);
        if (const auto oversized = text_line ? text_line : channel_.oversized())
            return event(Kind::TooLong, oversized->substr(0, text_line_limit_));
        if (violation_) return event(Kind::Violated);
        if (!channel_.output_open()) {
            check_end();
            return event(violation_ ? Kind::Violated : Kind::Closed);
        }
        if (Clock::now() >= until) return event(Kind::TimedOut);
        wait(until);
    }
}

// Waits for an event or the deadline, and handles the event.
void Child::wait(Deadline until) {
    if (program_ended_) {  // all its output is already in the pipes
        channel_.receive(true);
        channel_.receive_error();
        return;
    }
    enum Slot { Output, ErrorText, Input, Sandbox, kSlots };
    std::array<pollfd, kSlots> entries;
    entries[Output] = readable(channel_.output());
    entries[ErrorText] = readable(channel_.error());
    entries[Input] = {
        .fd = channel_.has_unsent() ? channel_.input() : -1, .events = POLLOUT, .revents = 0};
    entries[Sandbox] = readable(notifications());
    if (sandbox_) {
        check_memory_if_due();
        if (violation_) return;
        until = std::min(until, next_memory_check_);
    }
    if (poll_until(entries, until) <= 0) return;
    if (entries[Output].revents != 0) channel_.receive(false);
    if (entries[ErrorText].revents != 0) channel_.receive_error();
    if (entries[Input].revents != 0) channel_.send_more();
    handle_notification(entries[Sandbox].revents);
}

void Child::handle_notification(short events) {
    if ((events & POLLIN) != 0) {
        if (auto found = sandbox_->decide()) kill_for(std::move(*found));
    } else if (events != 0) {
        program_ended_ = true;
    }
}

void Child::check_memory() {
    const std::uint64_t held = usage_.resident_memory();
    memory_of_turn_ = std::max(memory_of_turn_, held);
    if (held > memory_limit_) kill_for_memory(held);
}

std::uint64_t Child::memory_of_turn() {
    memory_of_turn_ = std::max(memory_of_turn_, usage_.resident_memory());
    return memory_of_turn_;
}

void Child::check_memory_if_due() {
    const auto now = Clock::now();
    if (now < next_memory_check_) return;
    next_memory_check_ = now + kMemoryCheckInterval;
    check_memory();
    MemoryWatch::look_at_paused();
}

void Child::kill_for_memory(std::uint64_t held) {
    kill_for(
        {.kind = Violation::Kind::Memory,
         .evidence = fmt::format("used {} bytes of memory; the limit is {}", held, memory_limit_)});
}

void Child::kill_for(Violation found) {
    usage_.read();
    violation_ = std::move(found);
    kill_all();
}

// A violation that shows only after the end: the control group was out of memory, and the kernel
// killed the program.
void Child::check_end() {
    if (!sandbox_) return;
    const ExitStatus status = kill();
    if (status == ExitStatus{.signaled = true, .value = SIGKILL} && out_of_memory_)
        violation_ = {.kind = Violation::Kind::Memory,
                      .evidence = fmt::format("used more than the limit of {} bytes of memory "
                                              "(including shared memory and temporary files)",
                                              memory_limit_)};
}

void Child::kill_all() {
    const bool has_lifeline = static_cast<bool>(lifeline_);
    lifeline_.reset();
    if (sandbox_) {
        sandbox_->kill();
        if (cgroup_) cgroup_->thaw();  // v1: a frozen process cannot be killed
        return;
    }
    if (has_lifeline) {
        // Bubblewrap may be at its start, and the first process of the sandbox wait for it: it must
        // not be killed before. Soon that process finds the lifeline closed.
        std::array entries{readable(exit_handle_.descriptor())};
        const Deadline until = after(kWrapperEndLimit);
        while (Clock::now() < until && poll_until(entries, until) <= 0) continue;
        if (entries.front().revents != 0) return;
    }
    ::kill(-pid_, SIGKILL);
}

void Child::signal(int number) {
    if (status_) return;
    if (sandbox_)
        sandbox_->signal(number);
    else
        ::kill(-pid_, number);
}

void Child::await_exit(Deadline until) {
    while (!violation_ && Clock::now() < until) {
        enum Slot { Exit, Output, ErrorText, Sandbox, kSlots };
        std::array<pollfd, kSlots> entries{readable(exit_handle_.descriptor()),
                                           readable(channel_.output()), readable(channel_.error()),
                                           readable(notifications())};
        if (poll_until(entries, until) <= 0) continue;
        if (entries[Exit].revents != 0) return;
        if (entries[Output].revents != 0) {
            channel_.receive(program_ended_);
            channel_.forget_received();
        }
        if (entries[ErrorText].revents != 0) channel_.receive_error();
        handle_notification(entries[Sandbox].revents);
    }
}

ExitStatus Child::stop(Deadline until) {
    if (status_) return *status_;
    channel_.close_input();
    await_exit(until);
    usage_.read();
    kill_all();
    int status = 0;
    rusage total{};
    while (::wait4(pid_, &status, 0, &total) < 0 && errno == EINTR) {
    }
    usage_.finish(total);
    // Asked for only by check_end, whose program has closed its output.
    out_of_memory_ = cgroup_ && !channel_.output_open() && cgroup_->is_out_of_memory();
    cgroup_.reset();
    channel_.receive_error();
    status_ = sandbox_ ? ExitStatus::from_wrapper(status) : ExitStatus::from_wait(status);
    // The wrapper reports a signal as 128 + its number, but a program may also exit with such a
    // code.
    if (sandbox_ && sandbox_->exit_code() && status_->signaled &&
        status_->value + 128 == *sandbox_->exit_code())
        status_ = ExitStatus{.signaled = false, .value = *sandbox_->exit_code()};
    return *status_;
}

ExitStatus Child::kill() {
    if (program_ended_) return stop(after(kWrapperExitGrace));
    return stop(channel_.output_open() ? Clock::now() : after(kExitGrace));
}

void Child::pause() {
    if (status_ || violation_ || paused_) return;
    // A program that waits for input stops at once. Another one may be in the middle of a long
    // system call; no clock runs while we wait for it.
    const bool waiting = !sandbox_ || usage_.is_waiting();
    stopped_by_signal_ = !cgroup_ || !cgroup_->freeze();
    if (stopped_by_signal_) signal(SIGSTOP);
    paused_ = true;
    paused_memory_.set_paused(true);
    if (!waiting) await_stopped();
    cpu_at_pause_ = usage_.cpu_time();
}

void Child::await_stopped() {
    const auto cpu_before = usage_.cpu_time();
    const Deadline until = after(kStopPatience);
    while (!usage_.is_stopped() && !(cgroup_ && cgroup_->is_frozen()) && Clock::now() < until) {
        const auto used = usage_.cpu_time() - cpu_before;
        if (used > kStopCpuLimit)
            return kill_for(
                {.kind = Violation::Kind::OpponentTime,
                 .evidence = fmt::format("used {} ms of CPU time after the end of its turn",
                                         used / std::chrono::milliseconds(1))});
        std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
}

void Child::resume() {
    if (status_ || violation_ || !std::exchange(paused_, false)) return;
    memory_of_turn_ = 0;
    paused_memory_.set_paused(false);
    if (sandbox_) {
        if (paused_memory_.excess() != 0) return kill_for_memory(paused_memory_.excess());
        check_memory_if_due();
        if (violation_) return;
        const auto used = usage_.cpu_time() - cpu_at_pause_;
        if (used > kPausedCpuLimit)
            return kill_for({.kind = Violation::Kind::OpponentTime,
                             .evidence = fmt::format(
                                 "used {} ms of CPU time while it was stopped between its turns",
                                 used / std::chrono::milliseconds(1))});
    }
    if (cgroup_) cgroup_->thaw();
    if (stopped_by_signal_) signal(SIGCONT);
}

std::string Child::error_tail() {
    channel_.receive_error();
    return channel_.error_tail();
}

}  // namespace xttt
