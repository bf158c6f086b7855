#include "search/pvs/wasm_threads.h"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <utility>

namespace xttt {
namespace {

constexpr std::int64_t kForever = -1;
// In nanoseconds: as short as a host's timers allow.
constexpr std::int64_t kYield = 20'000;

static_assert(sizeof(std::atomic<unsigned>) == sizeof(int));
int* address(const std::atomic<unsigned>& number) {
    return reinterpret_cast<int*>(const_cast<std::atomic<unsigned>*>(&number));
}
void wake_one(std::atomic<unsigned>& number) {
    __builtin_wasm_memory_atomic_notify(address(number), 1);
}

// A lock that costs two atomic exchanges while only one thread uses it (U. Drepper, "Futexes are
// tricky", 2011, the second mutex).
class Mutex {
public:
    void lock() {
        unsigned found = kFree;
        if (state_.compare_exchange_strong(found, kLocked)) return;
        while (state_.exchange(kContended) != kFree) wait_while(state_, kContended);
    }
    void unlock() {
        if (state_.exchange(kFree) == kContended) wake_one(state_);
    }

private:
    enum : unsigned { kFree, kLocked, kContended };
    std::atomic<unsigned> state_{kFree};
};

// A thread of the host.
struct Thread {
    enum : unsigned { kAbsent, kFree, kBusy };
    std::atomic<unsigned> state{kAbsent};
    std::function<void()> work;
};
constexpr int kMostThreads = 64;
std::array<Thread, kMostThreads> the_threads;

Thread& thread_at(int number) {
    return the_threads[static_cast<std::size_t>(number)];
}

// The allocator of wasi-libc is made for one thread: the linker replaces it by the functions below
// (option --wrap).
constinit Mutex allocator_mutex;  // used by the constructors of other globals
template <class F>
auto allocate(F&& call) {
    allocator_mutex.lock();
    auto memory = call();
    allocator_mutex.unlock();
    return memory;
}

}  // namespace

void wait_while(const std::atomic<unsigned>& number, unsigned value) {
    __builtin_wasm_memory_atomic_wait32(address(number), static_cast<int>(value), kForever);
}

void wake_all(std::atomic<unsigned>& number) {
    __builtin_wasm_memory_atomic_notify(address(number), ~0u);
}

void yield_thread() {
    int never = 0;
    __builtin_wasm_memory_atomic_wait32(&never, 0, kYield);
}

int free_threads() {
    int count = 0;
    for (const Thread& thread : the_threads) count += thread.state.load() == Thread::kFree;
    return count;
}

HelperThread::HelperThread(std::function<void()> work) : thread_(-1) {
    for (int i = 0; i < kMostThreads; ++i) {
        Thread& thread = thread_at(i);
        if (thread.state.load() != Thread::kFree) continue;
        thread_ = i;
        thread.work = std::move(work);
        thread.state.store(Thread::kBusy);
        wake_all(thread.state);
        break;
    }
}

HelperThread::HelperThread(HelperThread&& other) noexcept
    : thread_(std::exchange(other.thread_, -1)) {}

HelperThread::~HelperThread() {
    if (thread_ < 0) return;
    const auto& state = thread_at(thread_).state;
    while (state.load() == Thread::kBusy) wait_while(state, Thread::kBusy);
}

}  // namespace xttt

using namespace xttt;

#define XTTT_EXPORT(name) extern "C" __attribute__((export_name(#name)))

// The host calls this first, in the thread that will use the searcher: the end of a new stack,
// which grows downwards. The host makes it the stack pointer of the new instance.
XTTT_EXPORT(xttt_thread_stack) char* xttt_thread_stack(int bytes) {
    constexpr std::size_t kAlignment = 16;
    const auto size = static_cast<std::size_t>(bytes) / kAlignment * kAlignment;
    auto* stack = static_cast<char*>(std::aligned_alloc(kAlignment, size));
    return stack == nullptr ? nullptr : stack + size;
}

// From now on searches use this thread, which is about to call xttt_thread_run.
XTTT_EXPORT(xttt_thread_ready) void xttt_thread_ready(int number) {
    thread_at(number).state.store(Thread::kFree);
}

// The most numbers of threads.
XTTT_EXPORT(xttt_most_threads) int xttt_most_threads() {
    return kMostThreads;
}

// Waits for work and does it, for ever.
XTTT_EXPORT(xttt_thread_run) void xttt_thread_run(int number) {
    Thread& thread = thread_at(number);
    for (;;) {
        while (thread.state.load() == Thread::kFree) wait_while(thread.state, Thread::kFree);
        thread.work();
        thread.work = nullptr;
        thread.state.store(Thread::kFree);
        wake_all(thread.state);
    }
}

// The thread has failed: searches continue without it.
XTTT_EXPORT(xttt_thread_failed) void xttt_thread_failed(int number) {
    thread_at(number).state.store(Thread::kAbsent);
    wake_all(thread_at(number).state);
}

extern "C" {
void* __real_malloc(std::size_t size);
void* __real_calloc(std::size_t count, std::size_t size);
void* __real_realloc(void* memory, std::size_t size);
void* __real_aligned_alloc(std::size_t alignment, std::size_t size);
int __real_posix_memalign(void** memory, std::size_t alignment, std::size_t size);
void __real_free(void* memory);

void* __wrap_malloc(std::size_t size) {
    return allocate([=] { return __real_malloc(size); });
}
void* __wrap_calloc(std::size_t count, std::size_t size) {
    return allocate([=] { return __real_calloc(count, size); });
}
void* __wrap_realloc(void* memory, std::size_t size) {
    return allocate([=] { return __real_realloc(memory, size); });
}
void* __wrap_aligned_alloc(std::size_t alignment, std::size_t size) {
    return allocate([=] { return __real_aligned_alloc(alignment, size); });
}
int __wrap_posix_memalign(void** memory, std::size_t alignment, std::size_t size) {
    return allocate([=] { return __real_posix_memalign(memory, alignment, size); });
}
void __wrap_free(void* memory) {
    allocate([=] {
        __real_free(memory);
        return nullptr;
    });
}
}
