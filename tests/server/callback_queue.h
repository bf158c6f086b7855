#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <vector>

#include <gtest/gtest.h>

namespace xttt::test {

// Runs in the test's thread what a journal's thread hands over.
class CallbackQueue {
public:
    std::function<void(std::function<void()>)> post() {
        return [this](std::function<void()> function) {
            const std::lock_guard lock(mutex_);
            waiting_.push_back(std::move(function));
            changed_.notify_one();
        };
    }

    // Runs what comes until the condition holds; fails the test if it does not come.
    void run_until(const std::function<bool()>& done) {
        const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(60);
        while (!done()) {
            std::vector<std::function<void()>> batch;
            {
                std::unique_lock lock(mutex_);
                if (!changed_.wait_until(lock, until, [&] { return !waiting_.empty(); })) {
                    FAIL() << "nothing happened for a minute";
                }
                batch.swap(waiting_);
            }
            for (const auto& function : batch) function();
        }
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::function<void()>> waiting_;
};

}  // namespace xttt::test
