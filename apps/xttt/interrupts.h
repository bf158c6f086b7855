#pragma once

#include <array>
#include <atomic>
#include <csignal>

namespace xttt {

// Counts Ctrl-C and polite requests to end while it lives. One at a time.
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

}  // namespace xttt
