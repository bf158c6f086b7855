#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <span>
#include <vector>

#include "search/deepening.h"
#include "search/pvs/agreement.h"
#include "search/table.h"

namespace xttt {

// One search of the root, at which all threads work together.
struct RootTask {
    std::vector<RootMove> moves;
    Score alpha = 0, beta = 0;
    int depth = 0;  // 0: nothing to do
};

// What came of it, as the first thread to finish it says.
struct RootResult {
    std::vector<RootMove> moves;
    Score score = 0;
    bool horizon_seen = false;
};

// What the threads of one search tell each other beside the table: which search of the root they
// are at, and where in the tree each of them is. Thread 0 is the main one, which sets the tasks.
class Team {
public:
    explicit Team(int threads);
    int size() const { return static_cast<int>(members_.size()); }

    // A new task, for all to leave what they are at. Returns its number.
    unsigned set_task(RootTask task);
    unsigned task_number() const { return task_number_.load(std::memory_order_relaxed); }
    // The latest task and its number.
    unsigned get_task(RootTask& task);
    // Waits for another task than this one.
    void await_task(unsigned number) const;
    // False if the task is an old one or somebody else was first.
    bool finish_task(unsigned number, RootResult result);
    bool task_finished() const {
        return finished_.load(std::memory_order_relaxed) == task_number();
    }
    RootResult result();

    // Tells what a thread at this task found in a node of the principal variation, with the line
    // from there: a better move (Bound::Lower) or the value. The table holds no lines, and others
    // may have written there.
    void tell(unsigned number, int ply, Key node, const TableEntry& found, std::vector<Move> line);
    // The latest that was told at that ply, if it is about this node and task.
    TableEntry hear(unsigned number, int ply, Key node, std::vector<Move>& line);

    Agreement& agreement() { return agreement_; }

    // The node at which a thread is at one ply, by a key that all threads give it; 0: none that it
    // tells. Every move adds a mark, so that threads in one position are almost always at one ply:
    // where they are not they do not meet.
    void enter(int thread, int ply, Key node) {
        member(thread).path[static_cast<std::size_t>(ply)].node.store(node,
                                                                      std::memory_order_relaxed);
    }
    // Whether another thread is at that node.
    bool met(int thread, int ply, Key node) const {
        for (int other = 0; node != 0 && other < size(); ++other)
            if (other != thread && member(other).at(ply) == node) return true;
        return false;
    }
    bool met(int thread, int ply) const { return met(thread, ply, member(thread).at(ply)); }
    // Has the threads that are at the node of this one look around.
    void call_there(int thread, int ply) {
        const Key node = member(thread).at(ply);
        for (int other = 0; node != 0 && other < size(); ++other)
            if (other != thread && member(other).at(ply) == node) call(other);
    }
    bool called(int thread) const { return member(thread).called.load(std::memory_order_relaxed); }
    // What was true when the call came can be read after this.
    void answer(int thread) { member(thread).called.exchange(false, std::memory_order_acq_rel); }

private:
    // A cache line to each: a thread's steps must not slow down those who look elsewhere.
    struct alignas(64) Place {
        std::atomic<Key> node{0};
    };
    struct Member {
        std::array<Place, kMaxPly + 2> path;
        alignas(64) std::atomic<bool> called{false};

        Key at(int ply) const {
            return path[static_cast<std::size_t>(ply)].node.load(std::memory_order_relaxed);
        }
    };

    Member& member(int thread) { return *members_[static_cast<std::size_t>(thread)]; }
    const Member& member(int thread) const { return *members_[static_cast<std::size_t>(thread)]; }
    void call(int thread) { member(thread).called.store(true, std::memory_order_release); }

    struct News {
        std::atomic<Key> node{0};  // read without the lock only to see that there is nothing new
        TableEntry found;
        std::vector<Move> line;
    };

    // For tasks, results and news; held for a copy of some moves, seldom in a search.
    class Lock {
    public:
        explicit Lock(std::atomic_flag& flag) : flag_(flag) {
            while (flag_.test_and_set(std::memory_order_acquire)) give_way();
        }
        ~Lock() { flag_.clear(std::memory_order_release); }
        Lock(const Lock&) = delete;
        Lock& operator=(const Lock&) = delete;

    private:
        static void give_way();
        std::atomic_flag& flag_;
    };

    std::vector<std::unique_ptr<Member>> members_;
    Agreement agreement_;
    std::atomic_flag lock_;
    RootTask task_;
    RootResult result_;
    std::array<News, kMaxPly + 2> news_;  // by ply
    std::atomic<unsigned> task_number_{0};
    std::atomic<unsigned> finished_{0};  // the latest task with a result
};

}  // namespace xttt
