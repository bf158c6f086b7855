#include "search/pvs/thread_coordinator.h"

#include <thread>
#include <utility>

namespace xttt {

ThreadCoordinator::ThreadCoordinator(int threads) : depths_(threads > 1) {
    for (int i = 0; i < threads; ++i) states_.push_back(std::make_unique<ThreadState>());
}

unsigned ThreadCoordinator::set_task(RootTask task) {
    unsigned number = 0;
    {
        const Lock lock(lock_);
        task_ = std::move(task);
        for (PvUpdate& update : pv_updates_) update.node.store(0, std::memory_order_relaxed);
        number = task_number_.fetch_add(1) + 1;
    }
#if defined(__cpp_lib_jthread)
    task_number_.notify_all();
#endif
    for (int helper = 1; helper < size(); ++helper) signal(helper);
    return number;
}

unsigned ThreadCoordinator::get_task(RootTask& task) {
    const Lock lock(lock_);
    task = task_;
    return task_number();
}

void ThreadCoordinator::await_task([[maybe_unused]] unsigned number) const {
#if defined(__cpp_lib_jthread)
    task_number_.wait(number);
#endif
}

void ThreadCoordinator::Lock::yield() {
#if defined(__cpp_lib_jthread)
    std::this_thread::yield();
#endif
}

bool ThreadCoordinator::finish_task(unsigned number, RootResult result) {
    {
        const Lock lock(lock_);
        if (number != task_number() || task_finished()) return false;
        result_ = std::move(result);
        finished_.store(number);
    }
    signal(0);
    return true;
}

void ThreadCoordinator::publish(unsigned number, int ply, Key node, const TableEntry& found,
                                std::vector<Move> pv) {
    const Lock lock(lock_);
    if (number != task_number()) return;
    PvUpdate& update = pv_updates_[static_cast<std::size_t>(ply)];
    const TableEntry& previous = update.found;
    const bool same =
        update.node.load(std::memory_order_relaxed) == node && previous.depth == found.depth;
    // A worse move must not replace a better one of another thread.
    if (same && found.bound == Bound::Lower &&
        (previous.bound == Bound::Exact ||
         (previous.bound == Bound::Lower && previous.score >= found.score)))
        return;
    update.found = found;
    update.pv = std::move(pv);
    update.node.store(node, std::memory_order_relaxed);
}

TableEntry ThreadCoordinator::latest(unsigned number, int ply, Key node, std::vector<Move>& pv) {
    const PvUpdate& update = pv_updates_[static_cast<std::size_t>(ply)];
    const auto is_current = [&] { return update.node.load(std::memory_order_relaxed) == node; };
    if (!is_current()) return {};
    const Lock lock(lock_);
    if (!is_current() || number != task_number()) return {};
    pv = update.pv;
    return update.found;
}

RootResult ThreadCoordinator::result() {
    const Lock lock(lock_);
    return std::move(result_);
}

}  // namespace xttt
