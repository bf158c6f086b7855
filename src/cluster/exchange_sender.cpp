#include "cluster/exchange_impl.h"
#include "cluster/layout.h"

// The thread that has orders written and publishes them.

namespace xttt {

void Exchange::Impl::publish(const std::string& item) {
    std::string text;
    {
        const std::lock_guard lock(mutex_);
        const auto* entry = book_.find(item);
        if (entry == nullptr || answered_.contains(item)) return;
        text = entry->text;
    }
    publisher_->publish(work_subject(options_.run, item), text,
                        [this, item](const OncePublisher::Stored& stored) {
                            if (!stored) return break_down(stored.error());
                            const std::lock_guard lock(mutex_);
                            if (auto* entry = book_.find(item)) {
                                entry->published = Clock::now();
                                entry->sequence = stored->value_or(0);
                            }
                        });
}

void Exchange::Impl::send(const std::stop_token& stop) {
    auto publisher = persist(
        [&] {
            return OncePublisher::open(streams_, [this](const std::string& text) { say(text); });
        },
        [&] { return stop.stop_requested(); });
    if (!publisher) return break_down(publisher.error());
    publisher_ = std::move(*publisher);
    while (!stop.stop_requested()) {
        std::optional<Task> task;
        std::string item;
        {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, stop,
                          [&] { return prepared_ && (!tasks_.empty() || !unsent_.empty()); });
            if (stop.stop_requested()) return;
            if (!unsent_.empty()) {
                item = std::move(unsent_.front());
                unsent_.pop_front();
            } else {
                task = std::move(tasks_.front());
                tasks_.pop_front();
            }
        }
        if (task) {
            auto order = task->draft(store_, stop);
            if (!order) {
                if (stop.stop_requested()) return;
                if (order.error().code == Errc::Usage) {
                    break_down(order.error());
                    continue;
                }
                say(order.error().message);
                const std::lock_guard lock(mutex_);
                hand_on({.task = task->id, .report = {}, .trouble = order.error().message});
                continue;
            }
            std::visit(
                [&](auto& each) {
                    each.run = options_.run;
                    each.attempts = options_.attempts;
                },
                *order);
            const std::lock_guard lock(mutex_);
            auto entered = book_.enter(std::move(*order), task->id);
            if (!entered) {
                hand_on({.task = task->id, .report = {}, .trouble = entered.error().message});
                continue;
            }
            item = std::move(*entered);
        }
        publish(item);
    }
}

}  // namespace xttt
