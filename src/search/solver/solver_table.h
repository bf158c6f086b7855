#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "rules/zobrist.h"

namespace xttt {

// A table of fixed size, four entries to a cache line; a new entry takes the place of the one of
// its line that took the least work to find. An Entry has a `key` and the `work`, 0 while unused.
template <class Entry>
class SolverTable {
public:
    explicit SolverTable(std::size_t megabytes)
        : buckets_(
              std::bit_floor(std::max<std::size_t>(megabytes << 20, 1 << 16) / sizeof(Bucket))) {}

    const Entry* find(Key key) const {
        for (const auto& entry : bucket(key).entries)
            if (entry.key == key && entry.work != 0) return &entry;
        return nullptr;
    }
    void store(const Entry& entry) {
        auto& entries = bucket(entry.key).entries;
        auto* slot = &entries[0];
        for (auto& candidate : entries) {
            if (candidate.key == entry.key || candidate.work == 0) {
                slot = &candidate;
                break;
            }
            if (candidate.work < slot->work) slot = &candidate;
        }
        if (slot->work == 0) ++used_;
        *slot = entry;
    }
    void prefetch(Key key) const { __builtin_prefetch(&bucket(key)); }
    void clear() {
        std::fill(buckets_.begin(), buckets_.end(), Bucket{});
        used_ = 0;
    }
    // Entries in use, per mille.
    int fill() const { return static_cast<int>(used_ * 1000 / (buckets_.size() * 4)); }

private:
    struct alignas(64) Bucket {
        std::array<Entry, 4> entries;
    };
    static_assert(sizeof(Bucket) == 64);

    const Bucket& bucket(Key key) const { return buckets_[key & (buckets_.size() - 1)]; }
    Bucket& bucket(Key key) { return buckets_[key & (buckets_.size() - 1)]; }

    std::vector<Bucket> buckets_;
    std::size_t used_ = 0;
};

}  // namespace xttt
