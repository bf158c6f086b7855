#pragma once

#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <unordered_set>

#include "base/clock.h"
#include "cluster/order.h"

namespace xttt {

// The orders of a run without a result, by item, and the names of recently closed ones. Not
// thread-safe.
class OpenOrders {
public:
    struct Entry {
        std::uint64_t task = 0;  // the caller's id
        std::shared_ptr<const Order> order;
        std::string text;
        Clock::time_point published = {};  // the last time
        std::uint64_t sequence = 0;        // in the stream; 0: unknown
        int rejections = 0;
        bool rescued = false;  // published again although the server seemed to have it
    };

    // Adds an order under a name made of its content, so that the same order has the same name
    // after a restart. Sets its `item`.
    Result<std::string> enter(Order order, std::uint64_t task);
    Entry* find(const std::string& item);
    // The order has been answered, or taken back.
    void close(const std::string& item);
    // Whether an order of that name was closed recently.
    bool was_closed(const std::string& item) const { return closed_.contains(item); }
    const std::map<std::string, Entry>& entries() const { return entries_; }

private:
    std::map<std::string, Entry> entries_;
    std::unordered_set<std::string> closed_;
    std::deque<std::string> closed_in_order_;
};

}  // namespace xttt
