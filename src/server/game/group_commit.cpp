#include "server/game/group_commit.h"

#include <utility>

namespace xttt {
namespace {

std::int64_t used_bytes_of(Database& database) {
    return database
        .number(
            "SELECT (page_count - freelist_count) * page_size"
            " FROM pragma_page_count(), pragma_freelist_count(), pragma_page_size()")
        .value_or(0);
}

}  // namespace

GroupCommit::GroupCommit(std::unique_ptr<Database> database, Post post)
    : database_(std::move(database)),
      post_(std::move(post)),
      used_bytes_(used_bytes_of(*database_)),
      thread_([this] { run(); }) {}

GroupCommit::~GroupCommit() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    queued_.notify_one();
    thread_.join();
}

void GroupCommit::add(Work work, Done done) {
    {
        const std::lock_guard lock(mutex_);
        queue_.push_back({std::move(work), std::move(done)});
    }
    queued_.notify_one();
}

void GroupCommit::run() {
    for (;;) {
        std::vector<Task> batch;
        {
            std::unique_lock lock(mutex_);
            queued_.wait(lock, [&] { return stopping_ || !queue_.empty(); });
            if (queue_.empty()) return;
            batch.swap(queue_);
        }
        auto outcome = commit(batch);
        batches_.fetch_add(1, std::memory_order_relaxed);
        used_bytes_.store(used_bytes_of(*database_), std::memory_order_relaxed);
        healthy_.store(outcome.has_value(), std::memory_order_relaxed);
        post_([tasks = std::make_shared<std::vector<Task>>(std::move(batch)),
               outcome = std::move(outcome)] {
            for (Task& task : *tasks) task.done(outcome);
        });
    }
}

Result<void> GroupCommit::commit(std::vector<Task>& batch) {
    TRY(auto transaction, Transaction::begin(*database_));
    for (Task& task : batch) TRY_VOID(task.work(*database_));
    return transaction.commit();
}

}  // namespace xttt
