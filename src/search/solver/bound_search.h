#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "rules/zobrist.h"
#include "search/solver/endgame.h"

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

// A game's value in x's view: the final margin in points, or kLineValue and its negative for a
// line of x or of o, which outranks any points.
inline constexpr int kLineValue = 127;

// What is known of one endgame: bounds on the points still to be gained by x, or +-kLineValue.
struct BoundEntry {
    Key key = 0;
    std::int8_t lower = 0;
    std::int8_t upper = 0;
    Move best = kNoMove;
    std::uint32_t work = 0;
};
using BoundTable = SolverTable<BoundEntry>;

// Asked every few thousand nodes whether to go on.
using Proceed = std::function<bool(std::uint64_t nodes)>;

// Answers "does x get at least this much?" by a null-window search to the end of the game.
// Fail-soft: the bound returned is often better than the one asked for.
template <const Variant& V>
class BoundSearch {
public:
    using Bare = Position<V, Tracking::None>;

    // Once `proceed` has said no, answers mean nothing.
    BoundSearch(BoundTable& table, Proceed proceed) : table_(table), proceed_(std::move(proceed)) {}

    // A lower bound on the value of `position` when at least `threshold`, otherwise an upper bound.
    int bound(const Bare& position, int threshold) {
        Endgame<V> game(position);
        return search(game, threshold);
    }

    // A move after which `side` still gets at least `margin` (in its own view), whatever follows.
    // Requires that there is one.
    Move move_keeping(const Bare& position, Side side, int margin);

    std::uint64_t nodes() const { return nodes_; }
    bool interrupted() const { return interrupted_; }

private:
    struct Bounds {
        int lower;
        int upper;
    };

    int search(const Endgame<V>& game, int threshold);
    static Bounds limits(const Endgame<V>& game);

    BoundTable& table_;
    Proceed proceed_;
    std::uint64_t nodes_ = 0;
    bool interrupted_ = false;
};

}  // namespace xttt
