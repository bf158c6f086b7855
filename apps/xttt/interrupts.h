#pragma once

#include <array>
#include <atomic>
#include <csignal>
#include <functional>
#include <thread>

namespace xttt {

// Counts SIGINT and SIGTERM during its lifetime. One instance at a time.
class InterruptGuard {
public:
    InterruptGuard();
    ~InterruptGuard();
    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;
    const std::atomic<int>& count() const;

private:
    static constexpr std::array kSignals{SIGINT, SIGTERM};
    std::array<struct sigaction, 2> before_{};
};

// Calls `first` once after the first interrupt and `second`, which ends the program, after another.
std::jthread watch_interrupts(const InterruptGuard& guard, std::function<void()> first,
                              std::function<void()> second);

}  // namespace xttt
