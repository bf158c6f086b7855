#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "rules/move.h"

namespace xttt {

// A position of the search tree, reached by `move` from its parent. Values are in x's view.
struct MctsNode {
    static constexpr std::int16_t kUnproven = std::numeric_limits<std::int16_t>::min();

    std::uint32_t visits = 0;
    std::uint32_t first_child = 0;    // children are contiguous
    float reward = 0;                 // mean, from -1 to 1
    float margin = 0;                 // mean, in points; a line counts its points
    float prior = 0;                  // prior probability of the move
    std::int16_t proven = kUnproven;  // final margin in points, +-kMctsLine for a line
    std::uint16_t children = 0;       // 0: not expanded, or the game is over here
    Move move = kNoMove;
    std::uint8_t distance = 0;  // moves to the proven end
    Side to_move = Side::X;

    bool is_proven() const { return proven != kUnproven; }
};
static_assert(sizeof(MctsNode) == 28);

// A line outranks every margin.
inline constexpr std::int16_t kMctsLine = 10'000;

// The tree in memory of fixed size, with a copying garbage collector: the subtree to keep is copied
// into the other half breadth first, so only deep nodes are dropped if it does not fit.
class NodePool {
public:
    explicit NodePool(std::size_t megabytes) {
        const std::size_t nodes = (megabytes << 20) / sizeof(MctsNode) / 2;
        capacity_ = std::clamp<std::size_t>(nodes, 4096, std::numeric_limits<std::uint32_t>::max());
        live_.reserve(capacity_);
        spare_.reserve(capacity_);
        reset(Side::X);
    }

    // The root is node 0.
    MctsNode& operator[](std::uint32_t index) { return live_[index]; }
    const MctsNode& operator[](std::uint32_t index) const { return live_[index]; }
    std::span<MctsNode> children(const MctsNode& node) {
        return {live_.data() + node.first_child, node.children};
    }
    std::span<const MctsNode> children(const MctsNode& node) const {
        return {live_.data() + node.first_child, node.children};
    }

    // An empty tree with `side` to move at the root.
    void reset(Side side) {
        live_.clear();
        live_.push_back({.to_move = side});
    }
    bool has_capacity(std::size_t nodes) const { return live_.size() + nodes <= capacity_; }
    int fill() const { return static_cast<int>(live_.size() * 1000 / capacity_); }
    std::uint32_t size() const { return static_cast<std::uint32_t>(live_.size()); }
    // Requires has_capacity(1).
    void push(const MctsNode& node) { live_.push_back(node); }

    // Makes `root` the root and drops the other nodes, and also the children of nodes with fewer
    // visits than `min_visits`. Keeps at most half of the capacity. Calls `proceed` now and then;
    // once it returns false, no more nodes are kept.
    template <class Proceed>
    void keep_subtree(std::uint32_t root, std::uint32_t min_visits, Proceed&& proceed) {
        spare_.clear();
        spare_.push_back(live_[root]);
        spare_.back().move = kNoMove;
        bool time_left = true;
        for (std::size_t i = 0; i < spare_.size(); ++i) {
            if (i % 1024 == 0) time_left = time_left && proceed();
            MctsNode& node = spare_[i];
            if (node.children == 0) continue;
            const bool keep = time_left && node.visits >= min_visits &&
                              spare_.size() + node.children <= capacity_ / 2;
            if (!keep) {
                node.children = 0;
                continue;
            }
            const auto from = children(node);
            node.first_child = static_cast<std::uint32_t>(spare_.size());
            spare_.insert(spare_.end(), from.begin(), from.end());
        }
        std::swap(live_, spare_);
    }

private:
    std::size_t capacity_ = 0;
    std::vector<MctsNode> live_, spare_;
};

}  // namespace xttt
