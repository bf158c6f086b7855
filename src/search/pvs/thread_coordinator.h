#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <vector>

#include "search/deepening.h"
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
    // The latest task and its number.
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

    SharedDepths& depths() { return depths_; }

    // Sets the node that a thread searches at a ply, by its position key; 0 for none. Every move
    // adds a mark, so equal positions are at equal plies, except after transpositions of bonus
    // moves, which are not detected as shared.
    void set_node(int thread, int ply, Key node) {
        state(thread).path[static_cast<std::size_t>(ply)].node.store(node,
                                                                     std::memory_order_relaxed);
    }
    // Whether another thread searches that node.
    bool other_at(int thread, int ply, Key node) const {
        for (int other = 0; node != 0 && other < size(); ++other)
            if (other != thread && state(other).at(ply) == node) return true;
        return false;
    }
    bool other_at(int thread, int ply) const {
        return other_at(thread, ply, state(thread).at(ply));
    }
    // Signals the threads that search the same node as this one at `ply`.
    void signal_threads_at(int thread, int ply) {
        const Key node = state(thread).at(ply);
        for (int other = 0; node != 0 && other < size(); ++other)
            if (other != thread && state(other).at(ply) == node) signal(other);
    }
    bool signalled(int thread) const {
        return state(thread).signalled.load(std::memory_order_relaxed);
    }
    // Acquires: writes made before the signal are visible afterwards.
    void clear_signal(int thread) {
        state(thread).signalled.exchange(false, std::memory_order_acq_rel);
    }

private:
    // One cache line each, to avoid false sharing.
    struct alignas(64) PathSlot {
        std::atomic<Key> node{0};
    };
    struct ThreadState {
        std::array<PathSlot, kMaxPly + 2> path;
        alignas(64) std::atomic<bool> signalled{false};

        Key at(int ply) const {
            return path[static_cast<std::size_t>(ply)].node.load(std::memory_order_relaxed);
        }
    };

    ThreadState& state(int thread) { return *states_[static_cast<std::size_t>(thread)]; }
    const ThreadState& state(int thread) const {
        return *states_[static_cast<std::size_t>(thread)];
    }
    void signal(int thread) { state(thread).signalled.store(true, std::memory_order_release); }

    struct PvUpdate {
        std::atomic<Key> node{0};  // read without the lock only to detect that nothing is new
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

    std::vector<std::unique_ptr<ThreadState>> states_;
    SharedDepths depths_;
    std::atomic_flag lock_;
    RootTask task_;
    RootResult result_;
    std::array<PvUpdate, kMaxPly + 2> pv_updates_;  // by ply
    std::atomic<unsigned> task_number_{0};
    std::atomic<unsigned> finished_{0};  // the latest task with a result
};

}  // namespace xttt
