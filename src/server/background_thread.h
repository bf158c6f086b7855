#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>
#include <queue>
#include <thread>
#include <utility>

namespace xttt {

// A thread that calls functions one after another, in the order of run(). Thread-safe. Declared as
// the last member of a class, so that its functions may use all others. A callback that owns
// objects of the network thread must be moved out of its function: `reply = reply`, not `reply`,
// since a captured reference to a constant is copied again.
class BackgroundThread {
public:
    BackgroundThread() : thread_([this](const std::stop_token& stop) { work(stop); }) {}
    // Waits for the running call, and discards the functions that have not been called.
    ~BackgroundThread() = default;

    void run(std::function<void()> function) {
        {
            const std::lock_guard lock(mutex_);
            queue_.push(std::move(function));
        }
        queued_.notify_one();
    }
    // Functions that have not been called yet.
    std::size_t waiting() const {
        const std::lock_guard lock(mutex_);
        return queue_.size();
    }

private:
    void work(const std::stop_token& stop) {
        for (;;) {
            std::unique_lock lock(mutex_);
            if (!queued_.wait(lock, stop, [this] { return !queue_.empty(); })) return;
            if (stop.stop_requested()) return;
            const auto function = std::move(queue_.front());
            queue_.pop();
            lock.unlock();
            function();
        }
    }

    mutable std::mutex mutex_;
    std::condition_variable_any queued_;
    std::queue<std::function<void()>> queue_;
    std::jthread thread_;  // last member: uses all others
};

}  // namespace xttt
