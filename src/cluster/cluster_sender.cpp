#include "cluster/cluster_workforce_impl.h"
#include "cluster/layout.h"

// The thread that turns tasks into orders and publishes them.

namespace xttt {

Result<OrderedPlayer> ClusterWorkforce::Impl::ordered(const std::string& player,
                                                      const std::stop_token& stop) {
    if (const auto known = known_players_.find(player); known != known_players_.end())
        return known->second;
    const auto spec = parse_player(player);
    if (!spec) return std::unexpected(spec.error());
    if (std::holds_alternative<HumanSpec>(spec->kind))
        return fail(Errc::Usage, "a human cannot play on a cluster");
    OrderedPlayer ordered{.text = player, .bot = {}};
    if (const auto* bot = std::get_if<CourseBot>(&spec->kind)) {
        auto files = persist([&] { return send_bot(store_, bot->file); },
                             [&] { return stop.stop_requested(); });
        if (!files) return std::unexpected(files.error());
        ordered.bot = std::move(*files);
    }
    known_players_[player] = ordered;
    return ordered;
}

Result<GameOrder> ClusterWorkforce::Impl::order_of(const GameTask& task,
                                                   const std::stop_token& stop) {
    if (task.conditions.trust_all)
        return fail(Errc::Usage,
                    "on a cluster each worker decides whether it trusts bots: give "
                    "--no-sandbox to the workers instead");
    GameOrder order{.run = options_.run,
                    .item = {},
                    .players = {},
                    .setup = task.setup,
                    .memory_limit = task.conditions.memory_limit,
                    .attempts = options_.attempts,
                    .reference_speed = speed_};
    for (const std::size_t side : {0u, 1u}) {
        auto player = ordered(task.players[side]->player, stop);
        if (!player) return std::unexpected(player.error());
        order.players[side] = std::move(*player);
    }
    return order;
}

void ClusterWorkforce::Impl::publish(const std::string& item, const std::stop_token& stop) {
    std::string text;
    {
        const std::lock_guard lock(mutex_);
        const auto* entry = book_.find(item);
        if (entry == nullptr || answered_.contains(item)) return;
        text = entry->text;
    }
    const auto stored =
        persist([&] { return streams_.publish_once(work_subject(options_.run, item), text); },
                [&] { return stop.stop_requested(); });
    if (!stored) {
        if (!stop.stop_requested()) break_down(stored.error());
        return;
    }
    const std::lock_guard lock(mutex_);
    if (auto* entry = book_.find(item)) {
        entry->published = Clock::now();
        entry->sequence = stored->value_or(0);
    }
}

void ClusterWorkforce::Impl::send(const std::stop_token& stop) {
    while (!stop.stop_requested()) {
        std::optional<GameTask> task;
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
            auto order = order_of(*task, stop);
            if (!order) {
                if (stop.stop_requested()) return;
                if (order.error().code == Errc::Usage)
                    break_down(order.error());
                else
                    give_up(task->id, order.error().message);
                continue;
            }
            const std::lock_guard lock(mutex_);
            auto entered = book_.enter(std::move(*order), task->id);
            if (!entered) {
                hand_on({.id = task->id, .trouble = entered.error().message}, std::nullopt);
                continue;
            }
            item = std::move(*entered);
        }
        publish(item, stop);
    }
}

}  // namespace xttt
