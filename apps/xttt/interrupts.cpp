#include "interrupts.h"

#include <chrono>
#include <utility>

namespace xttt {
namespace {

std::atomic<int> interrupts = 0;  // global, because a signal handler uses it
static_assert(std::atomic<int>::is_always_lock_free);

}  // namespace

InterruptGuard::InterruptGuard() {
    interrupts = 0;
    struct sigaction action{};
    action.sa_handler = [](int) { interrupts.fetch_add(1); };
    for (std::size_t i = 0; i < kSignals.size(); ++i)
        ::sigaction(kSignals[i], &action, &before_[i]);
}

InterruptGuard::~InterruptGuard() {
    for (std::size_t i = 0; i < kSignals.size(); ++i)
        ::sigaction(kSignals[i], &before_[i], nullptr);
}

const std::atomic<int>& InterruptGuard::count() const {
    return interrupts;
}

std::jthread watch_interrupts(const InterruptGuard& guard, std::function<void()> first,
                              std::function<void()> second) {
    return std::jthread([&count = guard.count(), first = std::move(first),
                         second = std::move(second)](const std::stop_token& done) {
        for (bool told = false; !done.stop_requested();) {
            if (count > 0 && !std::exchange(told, true)) first();
            if (count > 1) return second();
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
    });
}

}  // namespace xttt
