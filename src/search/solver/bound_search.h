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

// A hash table of fixed size with four entries per cache line. A new entry replaces the one with
// the least work in its cache line. An Entry has a `key` and its `work`, which is 0 while unused.
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

// The value of a game, from x's view: the final margin in points, or +-kLineValue for a line of x
// or of o, which outranks any points.
inline constexpr int kLineValue = 127;

// Bounds on the points that x can still gain from a position, or +-kLineValue.
struct BoundEntry {
    Key key = 0;
    std::int8_t lower = 0;
    std::int8_t upper = 0;
    Move best = kNoMove;
    std::uint32_t work = 0;
};
using BoundTable = SolverTable<BoundEntry>;

// Called every few thousand nodes; returns false to stop the search.
using Proceed = std::function<bool(std::uint64_t nodes)>;

// Decides whether x can reach a threshold, by a zero-window search to the end of the game.
// Fail-soft: the returned bound is often tighter than the threshold.
template <const Variant& V>
class BoundSearch {
public:
    using Bare = Position<V, Tracking::None>;

    // Results are meaningless after `proceed` has returned false.
    BoundSearch(BoundTable& table, Proceed proceed) : table_(table), proceed_(std::move(proceed)) {}

    // A lower bound on the value of `position` if it is at least `threshold`, otherwise an upper
    // bound.
    int bound(const Bare& position, int threshold) {
        Endgame<V> game(position);
        return search(game, threshold);
    }

    // A move after which `side` still gets at least `margin` (from its own view) against any play.
    // Requires that one exists.
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
