#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "base/clock.h"

namespace xttt {

// Notices when this process as a whole stood still: stopped by a signal, a suspended machine, a
// frozen container. The kernel's run queue statistics do not show that. A thread wakes up at short
// intervals; how much later than planned it wakes up is a gap. Any thread may read.
class ClockGaps {
public:
    ClockGaps();
    ~ClockGaps();
    ClockGaps(const ClockGaps&) = delete;
    ClockGaps& operator=(const ClockGaps&) = delete;

    // The gaps so far, added up, with one that is just ending.
    std::chrono::nanoseconds total() const;

private:
    void run();

    std::mutex mutex_;
    std::condition_variable wake_;
    bool closing_ = false;
    std::atomic<std::int64_t> recorded_{0};  // nanoseconds
    std::atomic<Clock::rep> last_tick_;
    std::thread thread_;
};

}  // namespace xttt
