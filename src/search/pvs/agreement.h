#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "rules/zobrist.h"

namespace xttt {

// How deep a move is searched: `full` plies, at first `less` fewer.
struct MoveDepth {
    int full = 0;
    int less = 0;
};

// What threads agree on: a move that several come to is searched as deep as the first of them
// decided. Reductions and extensions depend on what a thread has seen, and a value for another
// depth is of no use to who waited for it. A small table without locks, in which later moves take
// the place of earlier ones.
class Agreement {
public:
    explicit Agreement(bool needed) : words_(needed ? kWords : 0) {}

    // A name for a move, by the key of the position after it, of a node searched in one task with
    // some depth and window.
    static Key name(Key after, unsigned task, int depth, bool pv) {
        const auto visit = static_cast<Key>(task) << 16 | static_cast<Key>(depth) << 1 | Key{pv};
        return after ^ visit * 0x9e37'79b9'7f4a'7c15;
    }
    std::optional<MoveDepth> find(Key name) const {
        const std::uint64_t word = slot(name).load(std::memory_order_relaxed);
        if ((word ^ name) >> kDepthBits != 0) return std::nullopt;
        return MoveDepth{static_cast<int>(word >> 8 & 0xff), static_cast<int>(word & 0xff)};
    }
    // What was decided, which is `proposed` if nobody came first.
    MoveDepth decide(Key name, MoveDepth proposed) {
        if (const auto decided = find(name)) return *decided;
        const auto depths = static_cast<std::uint64_t>(proposed.full << 8 | proposed.less);
        slot(name).store(name >> kDepthBits << kDepthBits | depths, std::memory_order_relaxed);
        return proposed;
    }

private:
    static constexpr int kDepthBits = 16;  // what they take of a word; the name has the rest
    static constexpr std::size_t kWords = std::size_t{1} << kDepthBits;

    // The bits of the name that are not in the word say where it is.
    const std::atomic<std::uint64_t>& slot(Key name) const { return words_[name % kWords]; }
    std::atomic<std::uint64_t>& slot(Key name) { return words_[name % kWords]; }

    std::vector<std::atomic<std::uint64_t>> words_;
};

}  // namespace xttt
