#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <vector>

#include "rules/zobrist.h"

namespace xttt {

// The nodes that threads are searching right now: a small hash table from the key of a node to the
// threads inside it, as in T. Kerrigan's "Simplified ABDADA". An entry is one word with the number
// of one thread, written by plain stores, which do not stall the writer. If two threads write to
// the same slot at once, one entry is lost, and a full bucket drops one. Then threads divide their
// work less well; results stay correct.
class ActiveNodes {
public:
    static constexpr int kMaxThreads = 256;

    explicit ActiveNodes(int threads)
        : buckets_(threads > 1
                       ? std::bit_ceil(static_cast<std::size_t>(threads)) * kBucketsPerThread
                       : 0) {}

    // A node registered for one thread. An empty one stands for a node that is not registered.
    class Entry {
    public:
        Entry() = default;

    private:
        friend class ActiveNodes;
        std::atomic<std::uint64_t>* slot_ = nullptr;
        std::uint64_t word_ = 0;
        std::size_t bucket_ = 0;
    };

    Entry enter(Key node, int thread) {
        Entry entry;
        entry.bucket_ = index_of(node);
        entry.word_ = signature_of(node) | static_cast<std::uint64_t>(thread);
        for (auto& slot : buckets_[entry.bucket_].slots) {
            if (slot.load(std::memory_order_relaxed) != 0) continue;
            slot.store(entry.word_, std::memory_order_relaxed);
            entry.slot_ = &slot;
            break;
        }
        return entry;
    }
    void leave(Entry& entry) {
        if (entry.slot_ != nullptr && entry.slot_->load(std::memory_order_relaxed) == entry.word_)
            entry.slot_->store(0, std::memory_order_relaxed);
        entry = {};
    }
    // Calls f(thread) for every other thread in the node of the entry.
    template <class F>
    void for_each_other(const Entry& entry, F&& f) const {
        if (entry.word_ == 0) return;
        for (const auto& slot : buckets_[entry.bucket_].slots) {
            const std::uint64_t word = slot.load(std::memory_order_relaxed);
            if (signature_of(word) == signature_of(entry.word_) && word != entry.word_)
                f(static_cast<int>(word & kThreadMask));
        }
    }
    bool shared(const Entry& entry) const {
        bool found = false;
        for_each_other(entry, [&](int) { found = true; });
        return found;
    }
    // Whether a thread other than this one is in the node.
    bool other_in(Key node, int thread) const {
        const std::uint64_t own = signature_of(node) | static_cast<std::uint64_t>(thread);
        for (const auto& slot : buckets_[index_of(node)].slots) {
            const std::uint64_t word = slot.load(std::memory_order_relaxed);
            if (signature_of(word) == signature_of(node) && word != own) return true;
        }
        return false;
    }
    void prefetch(Key node) const { __builtin_prefetch(&buckets_[index_of(node)]); }

private:
    static constexpr std::uint64_t kThreadMask = kMaxThreads - 1;
    // A thread is in about 20 nodes at a time, so nearly every bucket has a free slot.
    static constexpr std::size_t kBucketsPerThread = 256;

    static std::uint64_t signature_of(std::uint64_t word) { return word & ~kThreadMask; }
    std::size_t index_of(Key node) const {
        return static_cast<std::size_t>(node >> 32) & (buckets_.size() - 1);
    }

    struct alignas(64) Bucket {
        std::array<std::atomic<std::uint64_t>, 8> slots{};  // 0: free
    };
    std::vector<Bucket> buckets_;
};

}  // namespace xttt
