#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "rules/move.h"
#include "rules/zobrist.h"

namespace xttt {

// How deep a move is searched: `full` plies, at first `less` fewer.
struct MoveDepth {
    int full = 0;
    int less = 0;
};

// What threads agree on: a move that several come to is searched as deep as the first of them
// decided. Reductions and extensions depend on what a thread has seen, and a value for another
// depth is of no use to who waited for it. A small table without locks, in which later nodes take
// the place of earlier ones. The moves of a node share a cache line, so that memory is waited for
// once in a node and not for each move.
class Agreement {
public:
    // What a variant may have.
    static constexpr int kCells = 16, kBoards = 32;

    explicit Agreement(bool needed) : lines_(needed ? kLines : 0) {}

    // A search of a node, in one task with some depth and window.
    class Visit {
    public:
        Visit(Key node, unsigned task, int depth, bool pv)
            : line_(static_cast<std::size_t>(node % kLines)), depth_(depth) {
            const auto what = static_cast<Key>(task) << 16 | static_cast<Key>(depth) << 1 | Key{pv};
            name_ = static_cast<std::uint32_t>((node ^ what * 0x9e37'79b9'7f4a'7c15) >> 32) >>
                    kNameShift << kNameShift;
        }

    private:
        friend class Agreement;
        std::size_t line_;
        std::uint32_t name_;  // in the bits above those of move and depths
        int depth_;
    };

    std::optional<MoveDepth> find(const Visit& visit, Move m) const {
        const std::uint32_t word = at(visit, m).load(std::memory_order_relaxed);
        if (word >> kDepthBits != name(visit, m) >> kDepthBits) return std::nullopt;
        return MoveDepth{visit.depth_ - kShallower + static_cast<int>(word >> 5 & 7),
                         static_cast<int>(word & 31)};
    }
    // What was decided, which is `proposed` if nobody came first.
    MoveDepth decide(const Visit& visit, Move m, MoveDepth proposed) {
        if (const auto decided = find(visit, m)) return *decided;
        // A depth of no usual kind is nobody else's business.
        const int full = proposed.full - visit.depth_ + kShallower;
        if (full < 0 || full > 7 || proposed.less > 31) return proposed;
        at(visit, m).store(name(visit, m) | static_cast<std::uint32_t>(full << 5 | proposed.less),
                           std::memory_order_relaxed);
        return proposed;
    }
    // On how many moves threads have decided.
    int decided(const Visit& visit) const {
        int count = 0;
        for (const auto& word : lines_[visit.line_].words)
            count += (word.load(std::memory_order_relaxed) ^ visit.name_) >> kNameShift == 0;
        return count;
    }
    void prefetch(Key node) const { __builtin_prefetch(&lines_[node % kLines]); }

private:
    // A word holds the depths, above them the small board and above that the name of the visit. Of
    // moves to one cell of several open boards the latest is remembered.
    static constexpr int kDepthBits = 8, kNameShift = kDepthBits + 5;
    static_assert(1 << (kNameShift - kDepthBits) == kBoards);
    static constexpr int kShallower = 2;  // a move is searched at most so much less deep than asked
    static constexpr std::size_t kLines = std::size_t{1} << 13;

    struct alignas(64) Line {
        std::array<std::atomic<std::uint32_t>, kCells> words{};  // by cell
    };
    static std::uint32_t name(const Visit& visit, Move m) {
        return visit.name_ | static_cast<std::uint32_t>(m.board) << kDepthBits;
    }
    const std::atomic<std::uint32_t>& at(const Visit& visit, Move m) const {
        return lines_[visit.line_].words[m.cell % kCells];
    }
    std::atomic<std::uint32_t>& at(const Visit& visit, Move m) {
        return lines_[visit.line_].words[m.cell % kCells];
    }

    std::vector<Line> lines_;
};

}  // namespace xttt
