#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "tournament/store/database.h"

namespace xttt {

// A thread that owns a database and executes work in batches: everything queued during the last
// commit becomes one transaction, so batches grow with the load.
class GroupCommit {
public:
    using Work = std::function<Result<void>(Database&)>;
    // Called after the commit of the whole batch, or its rollback.
    using Done = std::function<void(const Result<void>&)>;
    // Runs a function in the thread of the callbacks.
    using Post = std::function<void(std::function<void()>)>;

    // After a failure a small write is tried every `retry` until something can be written.
    GroupCommit(std::unique_ptr<Database> database, Post post,
                std::chrono::milliseconds retry = std::chrono::seconds(10));
    ~GroupCommit();  // finishes queued work, then joins the thread

    // Work runs in the order added. If one item fails, the whole batch fails. `done` is posted.
    void add(Work work, Done done);

    // Whether the last write was committed. Reads do not affect it.
    bool is_healthy() const { return healthy_.load(std::memory_order_relaxed); }
    std::uint64_t batches() const { return batches_.load(std::memory_order_relaxed); }
    // The bytes in use in the database, without the space of removed rows.
    std::int64_t used_bytes() const { return used_bytes_.load(std::memory_order_relaxed); }

private:
    struct Task {
        Work work;
        Done done;
    };
    void run();
    Result<void> commit(std::vector<Task>& batch);
    bool can_write();

    std::unique_ptr<Database> database_;
    Post post_;
    const std::chrono::milliseconds retry_;
    std::mutex mutex_;
    std::condition_variable queued_;
    std::vector<Task> queue_;
    bool stopping_ = false;
    std::atomic<std::uint64_t> batches_ = 0;
    std::atomic<std::int64_t> used_bytes_;
    std::atomic<bool> healthy_ = true;
    std::thread thread_;  // last member: uses all others
};

}  // namespace xttt
