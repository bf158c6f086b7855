#include "search/pvs/thread_coordinator.h"

#include <algorithm>
#include <thread>
#include <utility>

namespace xttt {
#if defined(__cpp_lib_jthread)
namespace {

// Lets the other thread of the core run, and costs less energy than an empty loop.
void pause() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

}  // namespace
#endif

ThreadCoordinator::ThreadCoordinator(int threads)
    : states_(static_cast<std::size_t>(threads)), depths_(threads > 1), active_nodes_(threads) {}

unsigned ThreadCoordinator::set_task(RootTask task) {
    unsigned number = 0;
    {
        auto shared = std::make_shared<const RootTask>(std::move(task));
        const Lock lock(lock_);
        task_.swap(shared);
        number = task_number_.fetch_add(1) + 1;
    }
#if defined(__cpp_lib_jthread)
    task_number_.notify_all();
#endif
    for (int helper = 1; helper < size(); ++helper) signal(helper, 0);
    return number;
}

unsigned ThreadCoordinator::get_task(RootTask& task) {
    std::shared_ptr<const RootTask> latest;
    unsigned number = 0;
    {
        const Lock lock(lock_);
        latest = task_;
        number = task_number();
    }
    task = *latest;
    return number;
}

void ThreadCoordinator::await_task([[maybe_unused]] unsigned number) const {
#if defined(__cpp_lib_jthread)
    // The next task mostly comes within microseconds, faster than the system wakes a thread.
    constexpr int kSpins = 1000;
    for (int i = 0; i < kSpins; ++i) {
        if (task_number() != number) return;
        pause();
    }
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
    signal(0, 0);
    return true;
}

void ThreadCoordinator::publish(unsigned number, int ply, Key node, const TableEntry& found,
                                std::vector<Move> pv) {
    const Lock lock(lock_);
    if (number != task_number()) return;
    PvUpdate& update = pv_updates_[static_cast<std::size_t>(ply)];
    const TableEntry& previous = update.found;
    const Key id = pv_node(number, node);
    const bool same =
        update.node.load(std::memory_order_relaxed) == id && previous.depth == found.depth;
    // A worse move must not replace a better one of another thread.
    if (same && found.bound == Bound::Lower &&
        (previous.bound == Bound::Exact ||
         (previous.bound == Bound::Lower && previous.score >= found.score)))
        return;
    update.found = found;
    update.pv = std::move(pv);
    update.version.fetch_add(1, std::memory_order_relaxed);
    update.node.store(id, std::memory_order_relaxed);
}

TableEntry ThreadCoordinator::latest(unsigned number, int ply, Key node, std::vector<Move>& pv) {
    unsigned seen = pv_updates_[static_cast<std::size_t>(ply)].version - 1;
    return news(number, ply, node, pv, seen);
}

TableEntry ThreadCoordinator::news(unsigned number, int ply, Key node, std::vector<Move>& pv,
                                   unsigned& seen) {
    const PvUpdate& update = pv_updates_[static_cast<std::size_t>(ply)];
    const auto is_news = [&] {
        return update.node.load(std::memory_order_relaxed) == pv_node(number, node) &&
               update.version.load(std::memory_order_relaxed) != seen;
    };
    if (!is_news()) return {};
    const Lock lock(lock_);
    if (!is_news()) return {};
    seen = update.version.load(std::memory_order_relaxed);
    pv = update.pv;
    return update.found;
}

void ThreadCoordinator::signal(int thread, int ply) {
    const std::uint64_t bit = std::uint64_t{1} << std::min(ply, 63);
    state(thread).signals.fetch_or(bit, std::memory_order_release);
}

RootResult ThreadCoordinator::result() {
    const Lock lock(lock_);
    return std::move(result_);
}

}  // namespace xttt
