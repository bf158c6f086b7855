#include "tournament/runner/local_executor.h"

#include <algorithm>

#include <fmt/format.h>
#include <sched.h>

#include "base/count_text.h"
#include "tournament/runner/task_runner.h"

namespace xttt {
namespace {

// Queued tasks in addition to the running ones: enough that no thread is idle while games are
// stored, even if games take microseconds.
constexpr std::size_t kWaitingPerJob = 512;

void bind_to(const std::vector<int>& cores) {
    cpu_set_t set;
    CPU_ZERO(&set);
    for (const int core : cores)
        if (core < CPU_SETSIZE) CPU_SET(static_cast<std::size_t>(core), &set);
    // Pinning only improves speed, so a failure is ignored.
    ::sched_setaffinity(0, sizeof set, &set);
}

}  // namespace

LocalExecutor::LocalExecutor(const ConcurrencyPlan& plan, std::unique_ptr<LiveGames> live,
                             MakeListener listen, MakePlayer make)
    : jobs_(static_cast<std::size_t>(plan.jobs)),
      capacity_(jobs_ * (1 + kWaitingPerJob)),
      live_(std::move(live)),
      listen_(std::move(listen)),
      make_(std::move(make)) {
    try {
        for (std::size_t job = 0; job < jobs_; ++job)
            threads_.emplace_back([this, cores = plan.cores[job]] { work(cores); });
    } catch (...) {
        close();
        throw;
    }
}

LocalExecutor::~LocalExecutor() {
    close();
}

void LocalExecutor::close() {
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
        waiting_.clear();
    }
    work_added_.notify_all();
}

void LocalExecutor::work(const std::vector<int>& cores) {
    bind_to(cores);
    TaskRunner runner(stopped_, live_.get(), listen_, make_);
    for (;;) {
        GameTask task;
        {
            std::unique_lock lock(mutex_);
            work_added_.wait(lock, [&] { return closing_ || !waiting_.empty(); });
            if (closing_) return;
            task = std::move(waiting_.front());
            waiting_.pop_front();
        }
        FinishedGame done{task.id, runner.play(task)};
        const std::lock_guard lock(mutex_);
        if (stopped_) continue;  // it may have been abandoned
        finished_.push_back(std::move(done));
        game_ended_.notify_one();
    }
}

std::size_t LocalExecutor::free_slots() const {
    const std::lock_guard lock(mutex_);
    return stopped_ ? 0 : capacity_ - std::min(capacity_, unfinished_);
}

void LocalExecutor::submit(GameTask task) {
    {
        const std::lock_guard lock(mutex_);
        waiting_.push_back(std::move(task));
        ++unfinished_;
    }
    work_added_.notify_one();
}

Result<void> LocalExecutor::collect(std::vector<FinishedGame>& finished, Deadline until) {
    std::unique_lock lock(mutex_);
    game_ended_.wait_until(lock, until, [&] { return !finished_.empty(); });
    unfinished_ -= finished_.size();
    std::ranges::move(finished_, std::back_inserter(finished));
    finished_.clear();
    return {};
}

std::size_t LocalExecutor::unfinished() const {
    const std::lock_guard lock(mutex_);
    return unfinished_;
}

std::vector<std::uint64_t> LocalExecutor::cancel_pending() {
    const std::lock_guard lock(mutex_);
    std::vector<std::uint64_t> ids;
    for (const GameTask& task : waiting_) ids.push_back(task.id);
    unfinished_ -= waiting_.size();
    waiting_.clear();
    return ids;
}

void LocalExecutor::stop() {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    waiting_.clear();
    finished_.clear();
    unfinished_ = 0;
}

std::string LocalExecutor::description() const {
    return count_text(jobs_, "game") + " at a time on this machine";
}

}  // namespace xttt
