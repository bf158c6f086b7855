#include "search/transposition_table.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <thread>
#include <vector>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace xttt {
namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;

[[noreturn]] void out_of_memory() {
#if defined(__cpp_exceptions)
    throw std::bad_alloc();
#else
    std::abort();  // WebAssembly: the host gets an error
#endif
}

}  // namespace

// The system provides zeroed pages when they are first touched, by the thread that touches them, so
// a table of any size is there at once.
TranspositionTable::TranspositionTable(std::size_t megabytes)
    : count_(std::max<std::size_t>(1, megabytes * 1024 * 1024 / sizeof(Bucket))),
      memory_(nullptr, Release{0}) {
    const std::size_t bytes = (count_ * sizeof(Bucket) + kHugePage - 1) / kHugePage * kHugePage;
#if defined(__linux__)
    const std::size_t mapped = bytes + kHugePage;  // space for the alignment
    void* memory = mmap(nullptr, mapped, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) out_of_memory();
    memory_ = {memory, Release{mapped}};
    const auto address = reinterpret_cast<std::uintptr_t>(memory);
    buckets_ = reinterpret_cast<Bucket*>((address + kHugePage - 1) / kHugePage * kHugePage);
    // Probes are random accesses: with 4 KiB pages nearly every one would also miss the TLB. Only a
    // hint; the table works without huge pages.
    madvise(buckets_, bytes, MADV_HUGEPAGE);
#else
    void* memory = std::aligned_alloc(kHugePage, bytes);
    if (memory == nullptr) out_of_memory();
    memory_ = {memory, Release{bytes}};
    buckets_ = static_cast<Bucket*>(memory);
    std::memset(memory, 0, bytes);
#endif
}

void TranspositionTable::Release::operator()(void* memory) const {
#if defined(__linux__)
    munmap(memory, bytes);
#else
    std::free(memory);
#endif
}

void TranspositionTable::clear() {
    age_ = 0;
    if (!used_.exchange(false)) return;
    // No other thread uses the table, so plain writes are enough.
    const auto clear_part = [this](std::size_t begin, std::size_t end) {
        std::memset(static_cast<void*>(buckets_ + begin), 0, (end - begin) * sizeof(Bucket));
    };
#if defined(__cpp_lib_jthread)
    constexpr std::size_t kPart = (std::size_t{32} << 20) / sizeof(Bucket);
    const std::size_t cores = std::max(1u, std::thread::hardware_concurrency());
    const std::size_t parts = std::clamp<std::size_t>(count_ / kPart, 1, cores);
    std::vector<std::jthread> threads;
    for (std::size_t i = 1; i < parts; ++i)
        threads.emplace_back([=, this] {
            clear_part(count_ / parts * i, i + 1 == parts ? count_ : count_ / parts * (i + 1));
        });
    clear_part(0, parts == 1 ? count_ : count_ / parts);
#else
    clear_part(0, count_);
#endif
}

void TranspositionTable::store(Key key, const TableEntry& entry) {
    if (!used_.load(std::memory_order_relaxed)) used_.store(true, std::memory_order_relaxed);
    Bucket& bucket = buckets_[index_of(key)];
    Slot* victim = nullptr;
    int lowest = 0;
    Move move = entry.move;
    for (Slot& slot : bucket.slots) {
        const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
        const TableEntry old = unpack(data);
        if ((slot.check.load(std::memory_order_relaxed) ^ data) == key) {
            // Keep the move of the previous entry if the new one has none.
            if (move.is_none()) move = old.move;
            victim = &slot;
            break;
        }
        const int age = static_cast<int>((age_ - age_of(data)) & kAgeMask);
        const int worth = old.found() ? old.depth - 8 * age : -1000;
        if (victim == nullptr || worth < lowest) {
            victim = &slot;
            lowest = worth;
        }
    }
    const int depth = std::clamp(entry.depth, 0, kMaxDepth);
    const std::uint64_t data =
        static_cast<std::uint64_t>(static_cast<std::uint32_t>(entry.score)) << 32 |
        static_cast<std::uint64_t>(move.board) << 24 | static_cast<std::uint64_t>(move.cell) << 16 |
        static_cast<std::uint64_t>(depth) << 8 | static_cast<std::uint64_t>(entry.bound) << 6 |
        age_;
    victim->check.store(key ^ data, std::memory_order_relaxed);
    victim->data.store(data, std::memory_order_relaxed);
}

int TranspositionTable::permille_used() const {
    const std::size_t sample = std::min<std::size_t>(count_, 250);
    std::size_t used = 0;
    for (std::size_t i = 0; i < sample; ++i) {
        for (const Slot& slot : buckets_[i].slots) {
            const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
            used += unpack(data).found() && age_of(data) == age_;
        }
    }
    return static_cast<int>(used * 1000 / (sample * 4));
}

}  // namespace xttt
