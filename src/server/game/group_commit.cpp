#include "server/game/group_commit.h"

#include <utility>

#include <fmt/format.h>

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

GroupCommit::GroupCommit(std::unique_ptr<Database> database, Post post,
                         std::chrono::milliseconds retry)
    : database_(std::move(database)),
      post_(std::move(post)),
      retry_(retry),
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
    Clock::time_point retry_at{};  // after a failure
    for (;;) {
        std::vector<Task> batch;
        {
            std::unique_lock lock(mutex_);
            const auto ready = [&] { return stopping_ || !queue_.empty(); };
            if (is_healthy())
                queued_.wait(lock, ready);
            else
                queued_.wait_until(lock, retry_at, ready);
            if (stopping_ && queue_.empty()) return;
            batch.swap(queue_);
        }
        const auto changes = [&] {
            return database_->number("SELECT total_changes()").value_or(0);
        };
        const std::int64_t changes_before = is_healthy() ? 0 : changes();
        auto outcome = commit(batch);
        const auto now = Clock::now();
        bool healthy = outcome.has_value();
        if (healthy && !is_healthy())
            healthy = changes() != changes_before || (now >= retry_at && can_write());
        if (!healthy && (!outcome || now >= retry_at)) retry_at = now + retry_;
        batches_.fetch_add(1, std::memory_order_relaxed);
        used_bytes_.store(used_bytes_of(*database_), std::memory_order_relaxed);
        healthy_.store(healthy, std::memory_order_relaxed);
        post_([tasks = std::make_shared<std::vector<Task>>(std::move(batch)),
               outcome = std::move(outcome)] {
            for (Task& task : *tasks) task.done(outcome);
        });
    }
}

bool GroupCommit::can_write() {
    const auto version = database_->number("PRAGMA user_version");
    return version && database_->execute(fmt::format("PRAGMA user_version = {}", *version));
}

Result<void> GroupCommit::commit(std::vector<Task>& batch) {
    TRY(auto transaction, Transaction::begin(*database_));
    for (Task& task : batch) TRY_VOID(task.work(*database_));
    return transaction.commit();
}

}  // namespace xttt
