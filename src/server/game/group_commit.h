#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "base/result.h"
#include "tournament/store/database.h"

namespace xttt {

// A thread that owns a database and does work on it in batches: whatever has gathered while the
// last batch went to the disk becomes one transaction. So a commit costs the disk once for all who
// wait, and the busier the server, the larger the batches.
class GroupCommit {
public:
    using Work = std::function<Result<void>(Database&)>;
    // How it went: known only once the whole batch is on the disk, or none of it.
    using Done = std::function<void(const Result<void>&)>;
    // Hands a function to the thread that shall run it.
    using Post = std::function<void(std::function<void()>)>;

    GroupCommit(std::unique_ptr<Database> database, Post post);
    ~GroupCommit();  // finishes what was given, then ends the thread

    // Work of one batch runs in the order given. Where one fails, all of the batch fail: they may
    // depend on each other. `done` runs where `post` puts it.
    void add(Work work, Done done);

    // Whether the last batch reached the disk.
    bool is_healthy() const { return healthy_.load(std::memory_order_relaxed); }
    std::uint64_t batches() const { return batches_.load(std::memory_order_relaxed); }

private:
    struct Task {
        Work work;
        Done done;
    };
    void run();
    Result<void> commit(std::vector<Task>& batch);

    std::unique_ptr<Database> database_;
    Post post_;
    std::mutex mutex_;
    std::condition_variable gathered_;
    std::vector<Task> waiting_;
    bool stopping_ = false;
    std::atomic<std::uint64_t> batches_ = 0;
    std::atomic<bool> healthy_ = true;
    std::thread thread_;  // last: it uses the rest
};

}  // namespace xttt
