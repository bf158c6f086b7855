#include "interrupts.h"

namespace xttt {
namespace {

std::atomic<int> interrupts = 0;  // what a signal handler may touch must be global
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

}  // namespace xttt
