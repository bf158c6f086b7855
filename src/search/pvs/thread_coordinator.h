#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "search/deepening.h"
#include "search/pvs/active_nodes.h"
#include "search/pvs/shared_depths.h"
#include "search/transposition_table.h"

namespace xttt {

// A search of the root in one window, shared by all threads.
struct RootTask {
    std::vector<RootMove> moves;
    Score alpha = 0, beta = 0;
    int depth = 0;  // 0: no task
};

// The result of a task, from the first thread to finish it.
struct RootResult {
    std::vector<RootMove> moves;
    Score score = 0;
    bool depth_limited = false;
};

// State that the threads of one search share beside the transposition table: the current root task
// and the path of each thread. Thread 0 is the main thread, which sets the tasks. All functions are
// thread-safe.
class ThreadCoordinator {
public:
    explicit ThreadCoordinator(int threads);
    int size() const { return static_cast<int>(states_.size()); }

    // Starts a new task; all threads abandon the previous one. Returns its number.
    unsigned set_task(RootTask task);
    unsigned task_number() const { return task_number_.load(std::memory_order_relaxed); }
    // The number of the latest task; `task` becomes a copy of it.
    unsigned get_task(RootTask& task);
    // Blocks until the task has another number than this one.
    void await_task(unsigned number) const;
    // False if the task is not the current one or already has a result.
    bool finish_task(unsigned number, RootResult result);
    bool task_finished() const {
        return finished_.load(std::memory_order_relaxed) == task_number();
    }
    RootResult result();

    // Publishes a result in a PV node: a better move (Bound::Lower) or the value, with the
    // variation from there.
    void publish(unsigned number, int ply, Key node, const TableEntry& found, std::vector<Move> pv);
    // The latest result published at that ply, if it belongs to this node and task.
    TableEntry latest(unsigned number, int ply, Key node, std::vector<Move>& pv);
    // The same, if its version is not `seen`, which becomes its version.
    TableEntry news(unsigned number, int ply, Key node, std::vector<Move>& pv, unsigned& seen);

    SharedDepths& depths() { return depths_; }

    ActiveNodes& active_nodes() { return active_nodes_; }

    // Tells the other threads in a node at `ply` that it is finished.
    void signal_others(const ActiveNodes::Entry& node, int ply) {
        active_nodes_.for_each_other(node, [&](int thread) { signal(thread, ply); });
    }
    bool signalled(int thread) const {
        return state(thread).signals.load(std::memory_order_relaxed) != 0;
    }
    // The signalled plies as a bit set, in which the last bit means its own and all later
    // plies; clears them. Acquires: writes made before a signal are visible afterwards.
    std::uint64_t take_signals(int thread) {
        return state(thread).signals.exchange(0, std::memory_order_acq_rel);
    }

private:
    // One cache line each, to avoid false sharing.
    struct alignas(64) ThreadState {
        std::atomic<std::uint64_t> signals{0};
    };

    ThreadState& state(int thread) { return states_[static_cast<std::size_t>(thread)]; }
    const ThreadState& state(int thread) const { return states_[static_cast<std::size_t>(thread)]; }
    // Ply 0 stands for the root task: it has changed, or it has a result.
    void signal(int thread, int ply);
    // Identifies a PV node of a task.
    static Key pv_node(unsigned number, Key node) { return node ^ number * 0x9e37'79b9'7f4a'7c15; }

    struct alignas(64) PvUpdate {
        // Read without the lock only to detect that nothing is new.
        std::atomic<Key> node{0};
        std::atomic<unsigned> version{0};
        TableEntry found;
        std::vector<Move> pv;
    };

    // A spin lock for tasks, results and PV updates: held briefly and rarely contended.
    class Lock {
    public:
        explicit Lock(std::atomic_flag& flag) : flag_(flag) {
            while (flag_.test_and_set(std::memory_order_acquire)) yield();
        }
        ~Lock() { flag_.clear(std::memory_order_release); }
        Lock(const Lock&) = delete;
        Lock& operator=(const Lock&) = delete;

    private:
        static void yield();
        std::atomic_flag& flag_;
    };

    std::vector<ThreadState> states_;
    SharedDepths depths_;
    ActiveNodes active_nodes_;
    std::atomic_flag lock_;
    std::shared_ptr<const RootTask> task_ = std::make_shared<RootTask>();
    RootResult result_;
    std::array<PvUpdate, kMaxPly + 2> pv_updates_;  // by ply
    std::atomic<unsigned> task_number_{0};
    std::atomic<unsigned> finished_{0};  // the latest task with a result
};

}  // namespace xttt
