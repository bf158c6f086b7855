#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "rules/move.h"
#include "rules/zobrist.h"

namespace xttt {

// The depth of a move and the reduction of its zero-window search.
struct MoveDepth {
    int depth = 0;
    int reduction = 0;
};

// The depths at which threads search the moves of shared nodes. Reductions and extensions depend on
// the history of each thread, but a thread that deferred a move can only use a value of its own
// depth. So all threads use the depth of the first one. A small lock-free hash table with
// always-replace; the moves of a node share a cache line, so that a node costs one cache miss.
class SharedDepths {
public:
    // The largest variant supported.
    static constexpr int kCells = 16, kBoards = 32;

    explicit SharedDepths(bool needed) : cache_lines_(needed ? kCacheLines : 0) {}

    // Identifies the search of a node by task, depth and window.
    class Visit {
    public:
        Visit(Key node, unsigned task, int depth, bool pv)
            : cache_line_(static_cast<std::size_t>(node % kCacheLines)), depth_(depth) {
            const auto what = static_cast<Key>(task) << 16 | static_cast<Key>(depth) << 1 | Key{pv};
            signature_ = static_cast<std::uint32_t>((node ^ what * 0x9e37'79b9'7f4a'7c15) >> 32) >>
                         kSignatureShift << kSignatureShift;
        }

    private:
        friend class SharedDepths;
        std::size_t cache_line_;
        std::uint32_t signature_;  // in the bits above those of move and depths
        int depth_;
    };

    std::optional<MoveDepth> find(const Visit& visit, Move m) const {
        const std::uint32_t word = at(visit, m).load(std::memory_order_relaxed);
        if (word >> kDepthBits != signature(visit, m) >> kDepthBits) return std::nullopt;
        return MoveDepth{visit.depth_ - kShallower + static_cast<int>(word >> 5 & 7),
                         static_cast<int>(word & 31)};
    }
    // The depth stored for the move; stores `proposed` if there is none.
    MoveDepth find_or_insert(const Visit& visit, Move m, MoveDepth proposed) {
        if (const auto stored = find(visit, m)) return *stored;
        // Depths that do not fit a word are not shared.
        const int full = proposed.depth - visit.depth_ + kShallower;
        if (full < 0 || full > 7 || proposed.reduction > 31) return proposed;
        at(visit, m).store(
            signature(visit, m) | static_cast<std::uint32_t>(full << 5 | proposed.reduction),
            std::memory_order_relaxed);
        return proposed;
    }
    // The number of moves whose search has begun.
    int count(const Visit& visit) const {
        int count = 0;
        for (const auto& word : cache_lines_[visit.cache_line_].words)
            count +=
                (word.load(std::memory_order_relaxed) ^ visit.signature_) >> kSignatureShift == 0;
        return count;
    }
    void prefetch(Key node) const { __builtin_prefetch(&cache_lines_[node % kCacheLines]); }

private:
    // A word holds the depths, above them the small board and above that the signature of the
    // visit. After an open move, moves to the same cell of several boards share a word.
    static constexpr int kDepthBits = 8, kSignatureShift = kDepthBits + 5;
    static_assert(1 << (kSignatureShift - kDepthBits) == kBoards);
    static constexpr int kShallower = 2;  // lowest new depth, below the depth of the node
    static constexpr std::size_t kCacheLines = std::size_t{1} << 13;

    struct alignas(64) CacheLine {
        std::array<std::atomic<std::uint32_t>, kCells> words{};  // by cell
    };
    static std::uint32_t signature(const Visit& visit, Move m) {
        return visit.signature_ | static_cast<std::uint32_t>(m.board) << kDepthBits;
    }
    const std::atomic<std::uint32_t>& at(const Visit& visit, Move m) const {
        return cache_lines_[visit.cache_line_].words[m.cell % kCells];
    }
    std::atomic<std::uint32_t>& at(const Visit& visit, Move m) {
        return cache_lines_[visit.cache_line_].words[m.cell % kCells];
    }

    std::vector<CacheLine> cache_lines_;
};

}  // namespace xttt
