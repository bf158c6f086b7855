#pragma once

#include <atomic>

// The threads of a search. XTTT_THREADS is defined where there are any: in native programs those of
// the standard library, in WebAssembly with shared memory those that the host has started
// (wasm_threads.h), because its standard library has none.

#if defined(__wasm_atomics__)
#define XTTT_THREADS
#include "search/pvs/wasm_threads.h"
#else
#include <thread>
#if defined(__cpp_lib_jthread)
#define XTTT_THREADS

namespace xttt {

// Runs a function; the destructor waits for its end.
using HelperThread = std::jthread;

// Blocks while the number has this value. May also return earlier.
inline void wait_while(const std::atomic<unsigned>& number, unsigned value) {
    number.wait(value);
}
// Wakes all threads that wait for a change of the number.
inline void wake_all(std::atomic<unsigned>& number) {
    number.notify_all();
}
inline void yield_thread() {
    std::this_thread::yield();
}
// Lets the other thread of the core run, and costs less energy than an empty loop.
inline void pause_thread() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

}  // namespace xttt
#endif
#endif
