#pragma once

#include <atomic>
#include <functional>

namespace xttt {

// In WebAssembly only the host can start a thread: it instantiates the module again on the same
// memory, in a Web Worker, and calls xttt_thread_run there, which waits for work and never returns.
// A HelperThread hands a function to such a thread; without a free one the function is never
// called.
class HelperThread {
public:
    explicit HelperThread(std::function<void()> work);
    ~HelperThread();  // waits until the function has returned
    HelperThread(HelperThread&& other) noexcept;
    HelperThread(const HelperThread&) = delete;
    HelperThread& operator=(const HelperThread&) = delete;

private:
    int thread_;  // -1: none
};

// The threads that the host has started and that have no work.
int free_threads();

// Blocks while the number has this value. May also return earlier.
void wait_while(const std::atomic<unsigned>& number, unsigned value);
// Wakes all threads that wait for a change of the number.
void wake_all(std::atomic<unsigned>& number);
void yield_thread();
inline void pause_thread() {}

}  // namespace xttt
