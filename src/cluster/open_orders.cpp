#include "cluster/open_orders.h"

#include <fmt/format.h>

#include "cluster/wire.h"

namespace xttt {

Result<std::string> OpenOrders::enter(Order order, std::uint64_t task) {
    const auto set_item = [&](const std::string& name) {
        std::visit([&](auto& each) { each.item = name; }, order);
    };
    set_item("0");
    TRY(const auto text, order_text(order));
    const std::string name = sha256_hex(text).substr(0, 32);
    std::string item = name;
    // The same game may be ordered twice at the same time.
    for (int copy = 2; entries_.contains(item); ++copy) item = fmt::format("{}-{}", name, copy);
    set_item(item);
    TRY(auto final_text, order_text(order));
    entries_[item] = {.task = task,
                      .order = std::make_shared<const Order>(std::move(order)),
                      .text = std::move(final_text)};
    closed_.erase(item);
    return item;
}

OpenOrders::Entry* OpenOrders::find(const std::string& item) {
    const auto found = entries_.find(item);
    return found == entries_.end() ? nullptr : &found->second;
}

void OpenOrders::close(const std::string& item) {
    constexpr std::size_t kRemembered = 100'000;
    entries_.erase(item);
    if (closed_.insert(item).second) closed_in_order_.push_back(item);
    if (closed_in_order_.size() > kRemembered) {
        closed_.erase(closed_in_order_.front());
        closed_in_order_.pop_front();
    }
}

}  // namespace xttt
