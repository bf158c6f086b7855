#pragma once

#include <optional>

#include "process/child.h"
#include "process/jail_supervisor.h"
#include "process/line_channel.h"
#include "process/process_handle.h"

namespace xttt {

class Child::Impl {
public:
    // A started process. pid is what we reap: the program itself, or the wrapper around it.
    Impl(pid_t pid, LineChannel channel, std::size_t line_limit);
    Impl(const Impl&) = delete;
    Impl& operator=(const Impl&) = delete;
    ~Impl();

    // The program runs in this jail, which pid wraps.
    void enter(JailSupervisor jail, std::uint64_t memory_limit);

    LineEvent await_line(Deadline until);
    void signal(int number);
    ExitStatus stop(Deadline until);
    ExitStatus kill();

    LineChannel& channel() { return channel_; }
    UsageReader& usage() { return usage_; }
    const std::optional<Violation>& violation() const { return violation_; }
    pid_t program() const { return jail_ ? jail_->program() : pid_; }

private:
    void wait(Deadline until);
    void await_exit(Deadline until);
    void handle_jail(short events);
    void check_memory();
    void convict(Violation found);
    void judge_end();
    void kill_all();
    int jail_descriptor() const { return jail_ && !program_ended_ ? jail_->descriptor() : -1; }

    pid_t pid_;
    ProcessHandle exit_handle_;  // readable when pid_ can be reaped
    LineChannel channel_;
    std::size_t line_limit_;
    UsageReader usage_;
    std::optional<JailSupervisor> jail_;
    bool program_ended_ = false;  // in a jail: the wrapper may still be there
    std::uint64_t memory_limit_ = 0;
    Clock::time_point next_memory_check_{};
    std::optional<Violation> violation_;
    std::optional<ExitStatus> status_;
};

}  // namespace xttt
