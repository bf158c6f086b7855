#pragma once

#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <unordered_set>

#include "cluster/order.h"

namespace xttt {

// Which orders of a run are out, by item; what is known of those that are not. No locks: whoever
// owns it has one.
class OrderBook {
public:
    using Clock = std::chrono::steady_clock;
    struct Entry {
        std::uint64_t task = 0;  // the caller's number for it
        std::shared_ptr<const Order> order;
        std::string text;
        Clock::time_point published = {};  // the last time
        std::uint64_t sequence = 0;        // in the stream; 0 where it was there before
        int rejections = 0;
    };

    // Enters an order under a name made of its content, so that the same order has the same name
    // after a restart. Its `item` is set.
    Result<std::string> enter(Order order, std::uint64_t task);
    Entry* find(const std::string& item);
    // It has been answered, or taken back.
    void close(const std::string& item);
    // Whether an order of that name was closed here, not too long ago.
    bool was_closed(const std::string& item) const { return closed_.contains(item); }
    const std::map<std::string, Entry>& entries() const { return entries_; }

private:
    std::map<std::string, Entry> entries_;
    std::unordered_set<std::string> closed_;
    std::deque<std::string> closed_in_order_;  // so that the oldest can be forgotten
};

}  // namespace xttt
