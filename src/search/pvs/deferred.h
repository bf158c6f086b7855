#pragma once

#include <algorithm>
#include <array>

namespace xttt {

// Moves of a node put off because another thread searches them, with their place in the order.
template <class Entry>
class Deferred {
public:
    struct Item {
        Entry entry;
        int index;
    };
    bool empty() const { return count_ == 0; }
    bool full() const { return count_ == static_cast<int>(items_.size()); }
    void add(Entry entry, int index) { items_[count_++] = {entry, index}; }
    // The first that is free, else the first. Requires !empty().
    template <class IsFree>
    Item take(IsFree&& is_free) {
        const auto end = items_.begin() + count_;
        auto chosen =
            std::find_if(items_.begin(), end, [&](const Item& i) { return is_free(i.entry); });
        if (chosen == end) chosen = items_.begin();
        const Item item = *chosen;
        std::copy(chosen + 1, end, chosen);
        --count_;
        return item;
    }

private:
    std::array<Item, 32> items_;
    int count_ = 0;
};

}  // namespace xttt
