#include "search/transposition_table.h"

#include <algorithm>
#include <cstdlib>
#include <new>

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

TranspositionTable::TranspositionTable(std::size_t megabytes)
    : count_(std::max<std::size_t>(1, megabytes * 1024 * 1024 / sizeof(Bucket))) {
    const std::size_t bytes = (count_ * sizeof(Bucket) + kHugePage - 1) / kHugePage * kHugePage;
    void* memory = std::aligned_alloc(kHugePage, bytes);
    if (memory == nullptr) out_of_memory();
#if defined(__linux__)
    // Probes are random accesses: with 4 KiB pages nearly every one would also miss the TLB. Only a
    // hint; the table works without huge pages.
    madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    buckets_.reset(static_cast<Bucket*>(memory));
    std::uninitialized_value_construct_n(buckets_.get(), count_);
}

void TranspositionTable::Release::operator()(Bucket* memory) const {
    std::free(memory);
}

void TranspositionTable::clear() {
    for (std::size_t i = 0; i < count_; ++i) {
        for (Slot& slot : buckets_[i].slots) {
            slot.check.store(0, std::memory_order_relaxed);
            slot.data.store(0, std::memory_order_relaxed);
        }
    }
    age_ = 0;
}

void TranspositionTable::store(Key key, const TableEntry& entry) {
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
