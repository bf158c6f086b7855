#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "eval/score.h"
#include "rules/move.h"
#include "rules/zobrist.h"

namespace xttt {

enum class Bound : std::uint8_t { None = 0, Upper = 1, Lower = 2, Exact = 3 };

// The result of an earlier search of a position.
struct TableEntry {
    Score score = 0;  // line scores count from this position, not from the root
    Move move = kNoMove;
    int depth = 0;  // stored in the range from 0 to 255
    Bound bound = Bound::None;

    bool found() const { return bound != Bound::None; }
};

// Line scores are stored relative to the position, like mate scores in chess: the same position can
// occur at different plies.
constexpr Score score_to_table(Score score, int ply) {
    if (!is_line_score(score)) return score;
    return score > 0 ? score + ply : score - ply;
}
constexpr Score score_from_table(Score score, int ply) {
    if (!is_line_score(score)) return score;
    return score > 0 ? score - ply : score + ply;
}

// A hash table of positions shared by all threads without locks: each entry is two words, the key
// exclusive-or'ed with the data, so that a torn write shows as a key that does not match (Hyatt &
// Mann, "A lock-less transposition-table implementation", 2002). Four entries share a cache line;
// a new entry replaces the shallowest and oldest of them.
class TranspositionTable {
public:
    explicit TranspositionTable(std::size_t megabytes);

    TableEntry probe(Key key) const {
        for (const Slot& slot : bucket(key).slots) {
            const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
            if ((slot.check.load(std::memory_order_relaxed) ^ data) == key) return unpack(data);
        }
        return {};
    }
    void store(Key key, const TableEntry& entry);
    void prefetch(Key key) const { __builtin_prefetch(&bucket(key)); }

    // Large tables are cleared by several threads. Requires that no other thread uses the table.
    void clear();
    // Call once per search: entries of earlier searches become the first to be replaced.
    void new_search() { age_ = (age_ + 1) & kAgeMask; }
    // Per mille of the entries written by the current search, from a sample.
    int permille_used() const;

private:
    struct Slot {
        std::atomic<std::uint64_t> check{0};
        std::atomic<std::uint64_t> data{0};
    };
    struct alignas(64) Bucket {
        std::array<Slot, 4> slots;
    };
    static constexpr unsigned kAgeMask = 63;

    // Bits of `data`, from the top: score 32, move 16, depth 8 (0 to kMaxDepth), bound 2, age 6.
    static constexpr int kMaxDepth = 255;
    static_assert(kMaxDepth >= kMaxPly - 1, "every depth of a search without extensions");
    static TableEntry unpack(std::uint64_t data) {
        return {static_cast<Score>(static_cast<std::uint32_t>(data >> 32)),
                Move::at(static_cast<int>(data >> 24 & 0xff), static_cast<int>(data >> 16 & 0xff)),
                static_cast<std::uint8_t>(data >> 8), static_cast<Bound>(data >> 6 & 3)};
    }
    static unsigned age_of(std::uint64_t data) { return data & kAgeMask; }

    const Bucket& bucket(Key key) const { return buckets_[index_of(key)]; }
    // The high half of key * buckets: any size works, not only powers of two.
    std::size_t index_of(Key key) const {
        if constexpr (sizeof(std::size_t) == 4) {
            // Half the key is enough for a table that fits into 32 bits of address space, where
            // 128-bit products are slow.
            return static_cast<std::size_t>(((key >> 32) * count_) >> 32);
        } else {
            __extension__ using Wide = unsigned __int128;
            return static_cast<std::size_t>((static_cast<Wide>(key) * count_) >> 64);
        }
    }

    struct Release {
        std::size_t bytes;
        void operator()(void* memory) const;
    };

    std::size_t count_;
    std::unique_ptr<void, Release> memory_;
    Bucket* buckets_;
    unsigned age_ = 0;
    std::atomic<bool> used_{false};  // an entry was stored since the latest clear
};

}  // namespace xttt
