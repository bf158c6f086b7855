#include "process/memory_watch.h"

#include <atomic>
#include <csignal>
#include <vector>

#include "process/usage.h"

namespace xttt {

struct MemoryWatch::Program {
    UsageReader usage;
    ProcessHandle init;
    std::uint64_t limit;
    std::atomic<std::uint64_t> excess = 0;

    void look() {
        const std::uint64_t held = usage.resident_memory();
        if (held <= limit || excess != 0) return;
        excess = held;
        init.signal(SIGKILL);
    }
};

namespace {

// Weak: a child may be resumed or end in another thread than the one that paused it.
template <class Program>
std::vector<std::weak_ptr<Program>>& paused_programs() {
    thread_local std::vector<std::weak_ptr<Program>> programs;
    return programs;
}

}  // namespace

MemoryWatch::MemoryWatch(pid_t program, ProcessHandle init, std::uint64_t limit)
    : program_(new Program{UsageReader(program), std::move(init), limit}) {}

void MemoryWatch::set_paused(bool paused) {
    if (!program_) return;
    auto& programs = paused_programs<Program>();
    std::erase_if(programs, [&](const std::weak_ptr<Program>& entry) {
        const auto other = entry.lock();
        return !other || other == program_;
    });
    if (paused) programs.push_back(program_);
}

std::uint64_t MemoryWatch::excess() const {
    return program_ ? program_->excess.load() : 0;
}

void MemoryWatch::look_at_paused() {
    for (const auto& entry : paused_programs<Program>())
        if (const auto program = entry.lock()) program->look();
}

}  // namespace xttt
